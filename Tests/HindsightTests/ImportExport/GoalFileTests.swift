import Foundation
import HindsightDomain
import Hummingbird
import Live
import Testing

@testable import Hindsight

/// What is read of a file of goals, and what is said of one that is broken.
@Suite(.timeLimit(.minutes(15))) struct GoalFileTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)

    static func file(_ goals: String, version: String = "1") -> String {
        """
        {"format":"hindsight","version":\(version),"exportedAt":"2026-11-18T16:06:41.123Z",
        "account":{"createdAt":"…","more":[{"goals":[1,{"goals":"]}"}]}]},
        "goals":[
        \(goals)
        ],
        "log":[{"agent":"\\"}]","date":"x"}], "later":null}

        """
    }

    static let open = #"""
        {"createdAt":"2026-11-01T08:30:00.123Z","startDate":"2026-11-01","endDate":"2026-12-01","id":1,"reminderEnabled":true,
         "status":"active","title":"Swim \"]}\" 가","later":{"a":[1]},
         "steps":[{"title":"b","place":3,"isDone":true,"alarm":{"time":"07:05","days":[1,7]}},{"title":"a","place":0,"isDone":false}]}
        """#
    static let completed = #"""
        {"createdAt":"2026-11-01T08:30:00.000Z","startDate":"2026-10-01","endDate":"2026-11-01","status":"completed",
         "reminderEnabled":false,"title":"Run","jewel":{"color":"pink","shape":"heart"},"completedAt":"2026-10-31T23:59:59.999Z",
         "completedOn":"2026-11-01","steps":[{"title":"b","place":0,"isDone":true}],"draft":{"liked":" x\n","level":"3"},
         "review":{"style":"free","text":"So it was","level":4,"writtenAt":"2026-11-02T00:00:00.000Z",
         "editedAt":"2026-11-02T00:00:00.001Z"}}
        """#

    static let openAndDone = #"""
        {"createdAt":"2026-11-01T08:30:00.123Z","startDate":"2026-11-01","endDate":"2026-12-01","reminderEnabled":true,
         "status":"active","title":"Swim","steps":[{"title":"a","place":0,"isDone":true}]}
        """#

    private static func repeating(_ members: String) -> String { #""isDone":true,"repetition":{\#(members)}"# }

    /// The end of its last day is still to come.
    static let stored = #"""
        {"createdAt":"2026-11-01T08:30:00.123Z","startDate":"2026-11-01","endDate":"2026-12-01","status":"stored",
         "title":"Swim","putAwayAt":"2026-12-02T08:00:00.000Z"}
        """#

    @Test func aGoalIsPutAwayNoLaterThanNow() throws {
        guard case .goals(let goals) = try Self.read(Self.file(Self.stored)) else {
            Issue.record("It is refused")
            return
        }
        #expect(goals.map(\.putAwayAt) == [Self.now])
    }

    private enum Found: Equatable {
        case goals([WholeGoal])
        case fault(GoalFileFault)
        case faulty([FaultyGoal], count: Int)
    }

    private static func read(_ text: String, by size: Int = .max) throws -> Found {
        var file = try GoalFile(now: now)
        var rest = ByteBuffer(string: text)
        while let piece = rest.readSlice(length: min(size, rest.readableBytes)), piece.readableBytes > 0 {
            file.take(piece)
        }
        switch file.finish() {
        case .fault(let fault): return .fault(fault)
        case .faulty(let goals, let count): return .faulty(goals, count: count)
        case .goals:
            var goals: [WholeGoal] = []
            while case let more = try file.next(), !more.isEmpty { goals += more }
            #expect(goals.count == file.count)
            return .goals(goals)
        }
    }

    /// N11: files of old days have titles of several lines.
    @Test func titlesOfSeveralLinesComeInAsOne() throws {
        let goal = Self.open.replacing(#"Swim \"]}\" 가"#, with: #"Swim\r\nfar"#)
            .replacing(#""title":"b""#, with: #""title":"b\tc""#)
        guard case .goals(let goals) = try Self.read(Self.file(goal)) else {
            Issue.record("It is a good file")
            return
        }
        #expect(goals.map(\.goal.title) == ["Swim far"])
        #expect(goals.first?.steps.map(\.title) == ["b c", "a"])
    }

    @Test(arguments: [1, 2, 7, 1000, .max]) func aFileIsReadHoweverItComes(size: Int) throws {
        guard case .goals(let goals) = try Self.read(Self.file("\(Self.open),\n \(Self.completed)"), by: size) else {
            Issue.record("It is a good file")
            return
        }
        try #require(goals.count == 2)
        let (open, completed) = (goals[0], goals[1])
        #expect(open.goal.title == "Swim \"]}\" 가" && open.goal.box == .active && open.goal.reminderEnabled)
        #expect(open.createdAt == Date(timeIntervalSince1970: 1_793_521_800.123))
        #expect(open.steps.map(\.place) == [3, 0] && open.steps.map(\.isDone) == [true, false])
        #expect(open.steps[0].alarm == Alarm(minute: 425, days: [.monday, .sunday]))
        #expect(completed.jewel == Jewel(color: .pink, shape: .heart))
        #expect(completed.completedOn == CalendarDate("2026-11-01"))
        #expect(completed.review?.content == (try .free("So it was")))
        #expect(completed.draft == [.text(.liked): " x\n", .level: "3"])
        #expect(Set(goals.map(\.uid)).count == 2)
    }

    @Test func aGoalWithoutAnEndIsReadAndWrittenWithoutOne() throws {
        let file = Self.file(Self.open.replacing(#""endDate":"2026-12-01","#, with: ""))
        guard case .goals(let goals) = try Self.read(file), let goal = goals.first else {
            Issue.record("It is a good file")
            return
        }
        #expect(!goal.goal.fields.hasEnd)
        let written = try JSONEncoder().encode(FileGoal(goal, number: 1))
        #expect(!String(decoding: written, as: UTF8.self).contains("endDate"))
    }

    @Test func aStepThatRepeatsIsReadWithItsTicks() throws {
        let repetition =
            #""isDone":false,"repetition":{"times":5,"days":[2,4],"since":"2026-11-02","ticks":"2026-11-05 2026-11-03"}"#
        let file = Self.file(Self.open.replacing(#""isDone":false"#, with: repetition))
        guard case .goals(let goals) = try Self.read(file), let goal = goals.first else {
            Issue.record("It is a good file")
            return
        }
        let step = goal.steps[1]
        #expect(step.repetition?.plan == RepetitionPlan(times: 5, days: [.tuesday, .thursday]))
        #expect(step.repetition?.count == 2 && step.repetition?.since == CalendarDate("2026-11-02"))
        #expect(goal.tickDays[step.id]?.map(\.description) == ["2026-11-03", "2026-11-05"])
        #expect(goal.tickDays.count == 1)
    }

    @Test func theDayOfAStepIsReadAndWrittenAndNeedNotBeOneOfTheGoals() throws {
        let file = Self.file(Self.open.replacing(#""isDone":false"#, with: #""isDone":false,"day":"2027-02-03""#))
        guard case .goals(let goals) = try Self.read(file), let goal = goals.first else {
            Issue.record("It is a good file")
            return
        }
        #expect(goal.steps.map(\.dueOn) == [nil, CalendarDate("2027-02-03")])
        let written = String(decoding: try JSONEncoder().encode(FileGoal(goal, number: 1)), as: UTF8.self)
        #expect(written.contains(#""day":"2027-02-03""#) && written.components(separatedBy: #""day":"#).count == 2)
    }

    @Test func fewOrNoGoalsAreAFileToo() throws {
        #expect(try Self.read(Self.file("")) == .goals([]))
        #expect(try Self.read(#"{"version":1,"goals":[],"format":"hindsight"}"#) == .goals([]))
        #expect(try Self.read("\u{FEFF}" + Self.file("")) == .goals([]))
    }

    /// Without a `uid`, goals that look the same are as many as there are, and the same ones each time.
    @Test func goalsOfAnOlderFileAreKnownAgain() throws {
        let text = Self.file("\(Self.open),\(Self.open),\(Self.completed)")
        guard case .goals(let first) = try Self.read(text), case .goals(let second) = try Self.read(text) else {
            Issue.record("It is a good file")
            return
        }
        #expect(Set(first.map(\.uid)).count == 3 && first.map(\.uid) == second.map(\.uid))
    }

    private static func weeks(_ weeks: String) -> String {
        #"{"format":"hindsight","version":1,"goals":[],"weeks":[\#(weeks)]}"#
    }

    @Test func answersToTheQuestionsOfWeeksAreRead() throws {
        var file = try GoalFile(now: Self.now)
        let text = Self.weeks(
            #"{"week":"2026-11-16","question":3,"answer":" A \"]}\" "},{"week":"2026-11-09","question":99,"answer":"b"}"#
        )
        for byte in text.utf8 { file.take(ByteBuffer(bytes: [byte])) }
        guard case .goals = file.finish() else {
            Issue.record("It is a good file")
            return
        }
        let weeks = try Dictionary(
            uniqueKeysWithValues: [("2026-11-16", 3, "A \"]}\""), ("2026-11-09", 99, "b")].map { day, question, text in
                (try #require(CalendarDate(day)), WeekNote(question: question, text: text))
            })
        #expect(file.weeks == weeks)
    }

    @Test(arguments: [
        "1", "{}", #"{"week":"2026-11-31","question":3,"answer":"a"}"#,
        #"{"week":"2026-11-16","question":-1,"answer":"a"}"#,
        #"{"week":"2026-11-16","question":3,"answer":" "}"#,
        #"{"week":"2026-11-16","question":3,"answer":"\#(String(repeating: "a", count: 501))"}"#,
    ])
    func anAnswerThatIsNoneIsToldByItsNumber(week: String) throws {
        let good = #"{"week":"2026-11-09","question":3,"answer":"a"}"#
        #expect(try Self.read(Self.weeks("\(good),\(week)")) == .fault(.week(2)))
        #expect(try Self.read(Self.weeks("\(good),\(good)")) == .fault(.week(2)))
    }

    @Test(arguments: [
        ("", GoalFileFault.notJSON), ("hello", .notJSON), ("[]", .notJSON), ("\"hindsight\"", .notJSON),
        ("PK\u{3}\u{4}", .notJSON), ("{}", .notHindsight), (#"{"format":"other","version":1}"#, .notHindsight),
        (#"{"format":"hindsight"}"#, .notHindsight), (#"{"format":"hindsight","version":1}"#, .notHindsight),
        (#"{"format":"hindsight","version":1,"goals":{}}"#, .notHindsight),
        (#"{"format":"hindsight","version":"1"}"#, .notHindsight),
        (file("", version: "2"), .version(2)), (file("{}", version: "17"), .version(17)),
        (file(open) + "{}", .notJSON), (file("\(open)]"), .notJSON), (file("\(open) \(open)"), .notJSON),
        (#"{"format":"hindsight","version":1,"goals":["#, .cutShort),
        (String(file(open).prefix(300)), .cutShort), (String(file(open).dropLast(3)), .cutShort),
        (#"{"format":"hindsight","version":1,"x":\#(String(repeating: "[", count: 40))"#, .notJSON),
    ])
    func whatIsNoFileOfGoalsIsSaidToBe(text: String, fault: GoalFileFault) throws {
        #expect(try Self.read(text) == .fault(fault))
        #expect(try Self.read(text, by: 1) == .fault(fault))
    }

    @Test(arguments: [
        (#""title":"Run""#, #""title":"""#, GoalFault.title(.missing)),
        (
            #""title":"Run""#, #""title":"\#(String(repeating: "x", count: 61))""#,
            .title(.tooLong(count: 61, limit: 60))
        ),
        (#""title":"Run","#, "", .missing("title")), (#""title":"Run""#, #""title":5"#, .malformed("title")),
        (#""title":"Run""#, #""title":Run"#, .unreadable),
        ("\"endDate\":\"2026-11-01\"", "\"endDate\":\"2026-09-30\"", .startsAfterEnd),
        ("\"endDate\":\"2026-11-01\"", "\"endDate\":\"2026-02-30\"", .malformed("endDate")),
        ("\"startDate\":\"2026-10-01\",", "", .missing("startDate")),
        ("\"completed\",", "\"lost\",", .malformed("status")),
        ("\"completed\",", "\"active\",", .notCompleted), ("\"pink\"", "\"red\"", .malformed("jewel.color")),
        (#""jewel":{"color":"pink","shape":"heart"},"#, "", .missing("jewel")),
        ("2026-10-31T23:59:59.999Z", "2026-10-31T23:59:60.999Z", .malformed("completedAt")),
        ("2026-10-31T23:59:59.999Z", "2026-10-31 23:59:59.999Z", .malformed("completedAt")),
        ("2026-10-31T23:59:59.999Z", "2027-10-31T23:59:59.999Z", .inFuture("completedAt")),
        ("\"completedOn\":\"2026-11-01\"", "\"completedOn\":\"2026-11-03\"", .malformed("completedOn")),
        ("2026-11-01T08:30:00.000Z", "2026-11-18T11:11:41.000Z", .inFuture("createdAt")),
        (#""isDone":true"#, #""isDone":false"#, .stepToDo(1)),
        (#""isDone":true"#, #""isDone":1"#, .malformed("steps.1.isDone")),
        (completed, "1", .unreadable),
        (completed, openAndDone, .nothingToDo),
        (#""place":0"#, #""place":9"#, .malformed("steps.1.place")),
        (
            #"{"title":"b","place":0,"isDone":true}"#,
            #"{"title":"b","place":0,"isDone":true},{"title":"c","place":0,"isDone":true}"#, .placeTaken(2)
        ),
        (#""title":"b""#, #""title":" ""#, .step(1, .missing)),
        (
            #"{"title":"b","place":0,"isDone":true}"#,
            (0..<10).map { #"{"title":"b","place":\#($0),"isDone":true}"# }.joined(separator: ","), .tooManySteps(10)
        ),
        (#""isDone":true"#, #""isDone":true,"alarm":{"time":"24:00","days":[1]}"#, .malformed("steps.1.alarm")),
        (#""isDone":true"#, #""isDone":true,"alarm":{"time":"07:00","days":[]}"#, .malformed("steps.1.alarm")),
        (#""isDone":true"#, #""isDone":true,"alarm":{"time":"07:00","days":[8]}"#, .malformed("steps.1.alarm")),
        (#""isDone":true"#, #""isDone":true,"doneOn":"2026-02-30""#, .malformed("steps.1.doneOn")),
        (#""isDone":true"#, #""isDone":true,"day":"2026-02-30""#, .malformed("steps.1.day")),
        (#""isDone":true"#, #""isDone":true,"day":"tomorrow""#, .malformed("steps.1.day")),
        (#""isDone":true"#, #""isDone":true,"day":7"#, .malformed("steps.1.day")),
        (
            #""isDone":true"#, repeating(#""times":3,"since":"2026-11-01""#) + #","day":"2026-11-28""#,
            .malformed("steps.1.day")
        ),
        (#""isDone":true"#, repeating(#""times":1,"since":"2026-11-01""#), .malformed("steps.1.repetition.times")),
        (#""isDone":true"#, repeating(#""since":"2026-11-01""#), .missing("steps.1.repetition.times")),
        (#""isDone":true"#, repeating(#""times":3"#), .missing("steps.1.repetition.since")),
        (
            #""isDone":true"#, repeating(#""times":3,"days":[2,2],"since":"2026-11-01""#),
            .malformed("steps.1.repetition.days")
        ),
        (
            #""isDone":true"#, repeating(#""times":3,"since":"2026-11-01","ticks":"2026-11-01 2026-11-01""#),
            .malformed("steps.1.repetition.ticks")
        ),
        (
            #""isDone":true"#, repeating(#""times":3,"since":"2026-11-01","ticks":"2027-11-01""#),
            .inFuture("steps.1.repetition.ticks")
        ),
        (
            #""isDone":true"#,
            repeating(
                #""times":2,"since":"2026-11-01","ticks":"2026-11-01 2026-11-02 2026-11-03""#),
            .malformed("steps.1.repetition.ticks")
        ),
        (
            completed,
            openAndDone.replacing(
                "true}]",
                with: #"false,"repetition":{"times":2,"since":"2026-11-01","ticks":"2026-11-01 2026-11-02"}}]"#),
            .malformed("steps.1.repetition.ticks")
        ),
        (#""isDone":true"#, #""isDone":true,"doneOn":"2027-01-01""#, .inFuture("steps.1.doneOn")),
        (completed, stored.replacing("02T08", with: "02 08"), .malformed("putAwayAt")),
        (
            completed, openAndDone.replacing("true}]", with: "false,\"doneOn\":\"2026-11-02\"}]"),
            .malformed("steps.1.doneOn")
        ),
        (#""title":"Run""#, #""title":"Run","putAwayAt":"2026-11-01T08:30:00.000Z""#, .malformed("putAwayAt")),
        (#""title":"Run""#, #""title":"Run","firstStartDate":"2026-13-01""#, .malformed("firstStartDate")),
        (#""level":4"#, #""level":6"#, .malformed("review.level")),
        (#""text":"So it was""#, #""text":" ""#, .review(.text, .missing)),
        (#""style":"free""#, #""style":"guided""#, .unanswered),
        (#""editedAt":"2026-11-02"#, #""editedAt":"2026-11-01"#, .editedBeforeWritten),
        (#""level":"3""#, #""level":"7""#, .malformed("draft.level")),
        (#""liked":" x\n""#, #""liked":"\#(String(repeating: "x", count: 8001))""#, .draft(.liked)),
        (#""liked":" x\n""#, #""liked":[]"#, .malformed("draft.liked")),
        (#""title":"Run""#, #""title":"Run","uid":"x""#, .malformed("uid")),
    ])
    func aGoalThatBreaksARuleIsToldByItsNumber(old: String, new: String, fault: GoalFault) throws {
        let goal = Self.completed.replacing(old, with: new, maxReplacements: 1)
        #expect(goal != Self.completed)
        let found = try Self.read(Self.file("\(Self.open),\(goal),\(Self.open)"))
        guard case .faulty(let goals, 1) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(goals.map(\.fault) == [fault] && goals.map(\.number) == [2])
    }

    @Test func theFirstFewOfManyFaultsAreTold() throws {
        let bad = Self.open.replacing("2026-12-01", with: "2026-10-01")
        let text = Self.file(Array(repeating: bad, count: 30).joined(separator: ","))
        guard case .faulty(let goals, 30) = try Self.read(text) else {
            Issue.record("It is a broken file")
            return
        }
        #expect(goals.map(\.number) == Array(1...20) && goals.allSatisfy { $0.title == "Swim \"]}\" 가" })
    }

    /// Each `{}` costs as much as a goal that somebody wrote: of 170,000 in half a megabyte a thousand are read.
    @Test func behindAThousandFaultsNothingIsLookedAt() throws {
        let text = Self.file(Array(repeating: "{}", count: 1_500).joined(separator: ","))
        guard case .faulty(let goals, 1000) = try Self.read(text) else {
            Issue.record("It is a broken file, or all were read")
            return
        }
        #expect(goals.map(\.number) == Array(1...20) && goals.allSatisfy { $0.fault == .missing("title") })
    }

    @Test func theSameGoalTwiceIsAFault() throws {
        let goal = Self.open.replacing("\"id\":1", with: "\"uid\":\"0F8FAD5B-D9CB-469F-A165-70867728950E\"")
        guard case .faulty(let goals, 1) = try Self.read(Self.file("\(goal),\(goal)")) else {
            Issue.record("It is a broken file")
            return
        }
        #expect(goals.first?.fault == .twice && goals.first?.number == 2)
    }

    @Test func aGoalLargerThanAnyIsAFaultAndTakesNoRoom() throws {
        let large = "{\"later\":\"\(String(repeating: "x", count: GoalFileScanner.goalLimit))\"}"
        guard case .faulty(let goals, 1) = try Self.read(Self.file("\(large),\(Self.open)"), by: 65_536) else {
            Issue.record("It is a broken file")
            return
        }
        #expect(goals == [FaultyGoal(number: 1, title: nil, fault: .unreadable)])
    }
}
