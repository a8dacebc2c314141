import Foundation
import GRDB
import HindsightDomain
import Live
import LiveSQLite
import Testing

@testable import Hindsight
@testable import HindsightStore

/// What every goal store finds.
@Suite(.timeLimit(.minutes(15))) struct SearchConformanceTests {
    private func find(
        _ typed: String, _ fixture: StoreFixture, of account: AccountID? = nil, after: SearchResult.ID? = nil,
        limit: Int = 20
    ) async throws -> SearchSlice {
        try await fixture.store.search(
            of: account ?? fixture.owner, for: SearchQuery(typed), after: after, limit: limit)
    }

    private func ids(_ typed: String, _ fixture: StoreFixture, of account: AccountID? = nil) async throws -> [GoalID] {
        try await find(typed, fixture, of: account).goals.map(\.id)
    }

    private static var draft: ReviewDraft {
        var draft = ReviewDraft(style: .free)
        draft.text = "초안"
        return draft
    }

    /// What is left of anything in the tables of the search.
    private func remains(_ fixture: StoreFixture) async throws -> [String] {
        try await fixture.database.writer.read { db in
            try String.fetchAll(db, sql: "SELECT text FROM searchText")
                + String.fetchAll(db, sql: "SELECT goalID FROM searchStale")
                + String.fetchAll(db, sql: "SELECT term FROM searchVocabulary")
        }
    }

    private func withVocabulary(_ fixture: StoreFixture) async throws {
        try await fixture.database.writer.write { db in
            let module = "fts5vocab('main', 'goalSearch', 'row')"
            try db.execute(sql: "CREATE VIRTUAL TABLE temp.searchVocabulary USING \(module)")
        }
    }

    @Test(arguments: StorePlace.allCases)
    func goalsOfAllBoxesAreFoundByTheirTitlesNewestFirst(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let made = try await store.addGoals(
                [
                    .completed("주간회고 쓰기"), .make("회고하는 습관", .stored), .make("매일 걷기", .active),
                    .make("A weekly Review", .active),
                ], of: owner)
            #expect(try await ids("회고", fixture) == [made[1], made[0]])
            #expect(try await ids("걷", fixture) == [made[2]])
            #expect(try await ids("review", fixture) == [made[3]])
            #expect(try await ids("rev wee", fixture) == [made[3]])
            #expect(try await ids("회고 쓰", fixture) == [made[0]])
            #expect(try await ids("회고 매일", fixture) == [])
            let found = try #require(try await find("회고", fixture).goals.last)
            #expect(found.box == .completed && found.jewel == Jewel(color: .pink, shape: .heart))
            // Days that a goal took, not those that were planned.
            #expect(try await store.goal(of: owner, made[0])?.completion?.day == found.completedOn)
            #expect(found.completedOn != nil)
            #expect(found.title.pieces.map(\.text) == ["주간", "회고", " 쓰기"])
            #expect(found.title.pieces.map(\.isMarked) == [false, true, false])
            #expect(found.findings == [])
            // With all that has happened since.
            let detail = try #require(try await store.goal(of: owner, made[2]))
            let fields = try fixture.fields("달리기", days: 3)
            _ = try await store.editGoal(fields, from: detail.revision, of: owner, made[2])
            #expect(try await ids("걷", fixture) == [])
            #expect(try await ids("달리", fixture) == [made[2]])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func stepsAreFoundAsTheyAreNow(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            var goal = try await fixture.addGoal("Move", steps: ["짐 싸기", "Call the movers", "열쇠 받기"])
            let found = try #require(try await find("싸기 mov", fixture).goals.first)
            #expect(found.findings.map(\.place) == [.step, .step])
            #expect(found.findings[0].text.pieces.map(\.text) == ["짐 ", "싸기"])
            goal = try await store.editStep(goal.steps[0].id, StepFields(title: GoalTitle("짐 풀기")), of: owner, goal.id)
            #expect(try await ids("싸기", fixture) == [])
            #expect(try await ids("풀기", fixture) == [goal.id])
            goal = try await store.removeStep(goal.steps[0].id, of: owner, goal.id)
            #expect(try await ids("풀기", fixture) == [])
            goal = try await store.addStep(GoalTitle("액자 걸기"), key: nil, of: owner, goal.id)
            #expect(try await ids("액자", fixture) == [goal.id])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func reviewsAreFoundWhileTheyAreThere(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goals = try await fixture.addCompleted(2)
            _ = try await store.writeReview(.guided("천천히 걸어서 좋았다"), of: owner, goal: goals[0])
            _ = try await store.writeReview(.free("Slowly but surely"), of: owner, goal: goals[1])
            let found = try #require(try await find("learned 걸어", fixture).goals.first)
            #expect(found.findings.map(\.place) == [.answer(.liked), .answer(.lacked)])
            #expect(try await find("learned", fixture).goals.first?.findings.map(\.place) == [.answer(.learned)])
            #expect(try await find("sure", fixture).goals.first?.findings.map(\.place) == [.answer(.text)])
            // A word of the title and one of the review.
            #expect(try await ids("goal 천천", fixture) == [goals[0]])
            _ = try await store.editReview(.free("급하게 뛰었다"), of: owner, goal: goals[0])
            #expect(try await ids("천천", fixture) == [])
            #expect(try await ids("급하게", fixture) == [goals[0]])
            _ = try await store.deleteReview(of: owner, goal: goals[0])
            #expect(try await ids("급하게", fixture) == [])
            _ = try await store.restoreReview(of: owner, goal: goals[0])
            #expect(try await ids("급하게", fixture) == [goals[0]])
            // What is only being typed is no review. One that is written instead of one that was deleted is another one.
            _ = try await store.deleteReview(of: owner, goal: goals[0])
            _ = try await store.writeReview(.free("느긋하게 뛰었다"), of: owner, goal: goals[0])
            #expect(try await ids("느긋", fixture) == [goals[0]])
            #expect(try await ids("급하게", fixture) == [])
            _ = try await store.deleteReview(of: owner, goal: goals[0])
            try await store.saveDraft(Self.draft, of: owner, goal: goals[0])
            #expect(try await ids("초안", fixture) == [])
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func whatIsDeletedIsNotFoundUntilItIsRestoredAndPurgedNothingIsLeft(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            try await withVocabulary(fixture)
            let goal = try await fixture.addGoal("걷기", steps: ["신발"])
            #expect(try await ids("걷기", fixture) == [goal.id])
            try await store.deleteGoal(of: owner, goal.id)
            #expect(try await ids("걷기", fixture) == [])
            #expect(try await ids("신발", fixture) == [])
            _ = try await store.restoreGoal(of: owner, goal.id)
            #expect(try await ids("걷기", fixture) == [goal.id])
            #expect(try await ids("신발", fixture) == [goal.id])
            try await store.deleteGoal(of: owner, goal.id)
            fixture.clock.advance(by: 3600)
            _ = try await store.purgeDeleted()
            #expect(try await ids("걷기", fixture) == [])
            #expect(try await remains(fixture).contains { $0.contains("걷") } == false)
            _ = try await store.indexSearch()
            #expect(try await remains(fixture) == [])
        }
    }

    private func answer(
        _ text: String, _ day: String, _ fixture: StoreFixture, of account: AccountID? = nil
    ) async throws -> CalendarDate {
        let owner = account ?? fixture.owner
        let days = WeekStart.monday.week(of: try #require(CalendarDate(day)))
        let revision = try await fixture.store.week(of: owner, days).note?.revision ?? 0
        _ = try await fixture.store.saveWeekNote(text, question: 3, from: revision, of: owner, days)
        return days.lowerBound
    }

    /// N8
    @Test(arguments: StorePlace.allCases)
    func answersOfWeeksAreFoundAsTheyAreNowBehindTheGoals(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let later = try await answer("주말에 오래 걷기, and a nap", "2026-11-18", fixture)
            let goal = try await fixture.addGoal("걷기", steps: [])
            let earlier = try await answer("걷기", "2026-11-04", fixture)
            _ = try await answer("걷기", "2026-11-11", fixture, of: fixture.stranger)
            let slice = try await find("걷기", fixture)
            #expect(slice.results.map(\.id) == [.goal(goal.id), .week(later), .week(earlier)])
            #expect(slice.weeks[0].answer.pieces.map(\.text) == ["주말에 오래 ", "걷기", ", and a nap"])
            #expect(slice.weeks[0].answer.pieces.map(\.isMarked) == [false, true, false])
            #expect(try await find("걷기 nap", fixture).results.map(\.id) == [.week(later)])
            #expect(try await find("걷기 nothing", fixture).results.isEmpty)
            // As they are now: another answer, one that was emptied, and one that has come in a file.
            _ = try await answer("A swim", "2026-11-18", fixture)
            _ = try await answer("", "2026-11-04", fixture)
            #expect(try await find("걷기", fixture).results.map(\.id) == [.goal(goal.id)])
            #expect(try await find("swim", fixture).weeks.map(\.week) == [later])
            _ = try await fixture.store.importWeekNotes(
                [earlier: WeekNote(question: 0, text: "swim, too")], of: fixture.owner)
            #expect(try await find("swim", fixture).weeks.map(\.week) == [later, earlier])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func slicesGoOnFromGoalsToAnswersOfWeeks(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let goals = try await fixture.addCompleted(3)
            var weeks: [CalendarDate] = []
            for day in ["2026-11-18", "2026-11-11", "2026-11-04"] {
                weeks.append(try await answer("goal", day, fixture))
            }
            let all = goals.reversed().map { SearchResult.ID.goal($0) } + weeks.map { .week($0) }
            for limit in 1...7 {
                var found: [SearchResult.ID] = []
                var next: SearchResult.ID?
                repeat {
                    let slice = try await find("goal", fixture, after: next, limit: limit)
                    #expect(slice.results.count == min(limit, all.count - found.count))
                    found += slice.results.map(\.id)
                    #expect(slice.next == (found.count < all.count ? found.last : nil))
                    next = slice.next
                } while next != nil && found.count < all.count
                #expect(found == all, "\(limit)")
            }
        }
    }

    /// SEC14, SEC15: a text of which the index has no pieces is a candidate of its owner, and a search reads so many
    /// bytes of them.
    @Test func answersThatWouldTakeTooMuchOfTheIndexAreFoundAndReadWithinTheBudget() async throws {
        try await withStore(.memory) { fixture in
            let random = (0..<470).compactMap { Unicode.Scalar(0xAC00 + UInt32($0 * 7919 % 11172)) }
            let dear = String(String.UnicodeScalarView(random)) + " needle"
            let week = try await answer(dear, "2026-11-18", fixture)
            #expect(try await find("needle", fixture).weeks.map(\.week) == [week])
            #expect(try await find("thread", fixture).results.isEmpty)
            let text = "needle " + String(repeating: "\u{FDFA}", count: 2600)
            let first = try #require(CalendarDate("2024-01-01"))
            let notes = (0..<60).map { (first.adding(days: 7 * $0), WeekNote(question: 0, text: text)) }
            _ = try await fixture.store.importWeekNotes(Dictionary(uniqueKeysWithValues: notes), of: fixture.owner)
            while try await fixture.store.indexSearch() > 0 {}
            var found: [SearchResult.ID] = []
            var next: SearchResult.ID?
            repeat {
                let slice = try await find("needle", fixture, after: next, limit: 100)
                #expect(!slice.results.isEmpty && slice.results.count * text.utf8.count <= (256 + 8) << 10)
                found += slice.results.map(\.id)
                next = slice.next
            } while next != nil && found.count < 100
            #expect(found == [.week(week)] + notes.map { .week($0.0) }.reversed())
        }
    }

    @Test(arguments: StorePlace.sqlite)
    func ofAnswersThatAreGoneNothingIsLeft(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            try await withVocabulary(fixture)
            _ = try await answer("걷기", "2026-11-18", fixture)
            _ = try await answer("nap", "2026-11-11", fixture)
            #expect(try await fixture.store.indexSearch() == 2)
            _ = try await answer("", "2026-11-11", fixture)
            _ = try await fixture.store.indexSearch()
            #expect(try await remains(fixture).contains { $0.contains("nap") } == false)
            // As an account is removed.
            try await fixture.database.writer.write { db in
                for sql in AccountStatements.removeRows { try db.execute(sql: sql, arguments: [fixture.owner, 100]) }
            }
            #expect(try await fixture.store.indexSearch() == 2)
            #expect(try await remains(fixture) == [])
        }
    }

    @Test(arguments: StorePlace.allCases)
    func anotherOwnersGoalsAreNotFound(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let store = fixture.store
            let own = try await store.addGoals([.completed("걷기 walk 12")], of: fixture.owner)
            let other = try await store.addGoals([.completed("걷기 walk 12")], of: fixture.stranger)
            for typed in ["걷", "걷기", "w", "walk", "1", "12", "2", "s걷", "1s걷", "w walk"] {
                let isThere = !["2", "s걷", "1s걷"].contains(typed)
                #expect(try await ids(typed, fixture) == (isThere ? own : []), "\(typed)")
                #expect(try await ids(typed, fixture, of: fixture.stranger) == (isThere ? other : []), "\(typed)")
            }
            #expect(try await ids("걷", fixture, of: AccountID(999)) == [])
        }
    }

    /// What means something to FTS5, or to LIKE, means nothing here.
    @Test(arguments: [
        "\"goal", "goal\"", "goal*", "-goal", "goal NEAR", "terms:goal", "terms : goal", "(goal)", "goal AND", "^goal",
        "goal + goal", "{terms} : goal", "goal OR", "goal%", "go'al", "goal_", "NOT goal", "goal; DROP TABLE goal",
        "\\goal",
    ])
    func nothingInAQueryHasAMeaningOfItsOwn(typed: String) async throws {
        try await withStore(.memory) { fixture in
            let made = try await fixture.store.addGoals(
                [.completed("goal near and or not terms drop table go al")], of: fixture.owner)
            _ = try await fixture.store.addGoals([.completed("Something else")], of: fixture.owner)
            #expect(try await ids(typed, fixture) == made)
        }
    }

    @Test(arguments: nastyTexts.filter { $0.contains(where: \.isLetter) })
    func aTitleIsFoundByItselfWhateverIsInIt(title: String) async throws {
        try await withStore(.memory) { fixture in
            let made = try await fixture.store.addGoals([.completed(title)], of: fixture.owner)
            #expect(try await ids(title, fixture) == made)
            let found = try await find(title, fixture).goals[0]
            #expect(found.title.pieces.map(\.text).joined() == title.trimmedAtEnds)
        }
    }

    @Test(arguments: StorePlace.allCases)
    func slicesFollowOneAnotherToAnExactEnd(place: StorePlace) async throws {
        try await withStore(place) { fixture in
            let made = try await fixture.addCompleted(6)
            try await fixture.addCompleted(2, of: fixture.stranger)
            var slice = try await find("goal", fixture, limit: 3)
            #expect(slice.goals.map(\.id) == [made[5], made[4], made[3]] && slice.next == .goal(made[3]))
            slice = try await find("goal", fixture, after: slice.next, limit: 3)
            #expect(slice.goals.map(\.id) == [made[2], made[1], made[0]] && slice.next == nil)
            #expect(try await find("goal", fixture, after: .goal(made[0]), limit: 3) == SearchSlice())
            #expect(try await find("goal", fixture, limit: 0).goals.count == 1)
            #expect(try await find("goal", fixture, limit: .max).goals.count == 6)
        }
    }

    /// Two that stand together, and two others: the pieces are there and what is searched for is not.
    @Test func candidatesThatLackWhatIsSearchedForEndNothing() async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let oldest = try await store.addGoals([.completed("가나다")], of: owner)
            _ = try await store.addGoals(try (0..<300).map { _ in try .completed("가나 나다") }, of: owner)
            _ = try await store.indexSearch()
            var slice = try await find("가나다", fixture)
            var found = slice.goals.map(\.id)
            var count = 0
            while let next = slice.next {
                slice = try await find("가나다", fixture, after: next)
                found += slice.goals.map(\.id)
                count += 1
            }
            #expect(found == oldest && count > 0)
        }
    }

    /// The newest are, and the others a moment later.
    @Test func ofVeryManyThatHaveComeAtOnceTheNewestAreFound() async throws {
        try await withStore(.memory) { fixture in
            let made = try await fixture.addCompleted(450)
            let slice = try await find("goal", fixture, limit: 1000)
            #expect(slice.isPartial && slice.goals.map(\.id) == made.suffix(200).reversed())
            #expect(try await fixture.store.indexSearch() == 250)
            var (found, after): ([GoalID], SearchResult.ID?) = ([], nil)
            repeat {
                let slice = try await find("goal", fixture, after: after, limit: 1000)
                found += slice.goals.map(\.id)
                after = slice.next
            } while after != nil
            #expect(found == made.reversed())
            #expect(try await fixture.store.indexSearch() == 0)
        }
    }

    /// SEC14: a search folds 256 KiB of what people wrote, says that there is more, and goes on from there.
    @Test func ofVeryLongTextsASearchReadsAFewAndGoesOn() async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let text = "needle " + String(repeating: "\u{FDFA}", count: 2990)
            let goals = try await fixture.addCompleted(60)
            for goal in goals { _ = try await store.writeReview(.free(text), of: owner, goal: goal) }
            while try await store.indexSearch() > 0 {}
            var found: [GoalID] = []
            var next: SearchResult.ID?
            repeat {
                let slice = try await find("needle", fixture, after: next, limit: 100)
                #expect(!slice.goals.isEmpty && slice.goals.count * text.utf8.count <= 256 << 10)
                found += slice.goals.map(\.id)
                next = slice.next
            } while next != nil && found.count < 100
            #expect(found == goals.reversed())
        }
    }

    /// SEC15: the index has no pieces of a text that would take too many, so each search looks at it.
    @Test func aTextThatWouldTakeTooMuchOfTheIndexIsFoundAllTheSame() async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goals = try await fixture.addCompleted(2)
            let random = (0..<2900).compactMap { Unicode.Scalar(0xAC00 + UInt32($0 * 7919 % 11172)) }
            let dear = String(String.UnicodeScalarView(random)) + " needle"
            _ = try await store.writeReview(.free(dear), of: owner, goal: goals[0])
            _ = try await store.writeReview(.free("a needle, too"), of: owner, goal: goals[1])
            #expect(try await find("needle", fixture).goals.map(\.id) == [goals[1], goals[0]])
            #expect(try await find("thread", fixture).goals.isEmpty)
            _ = try await store.editReview(.free("thread"), of: owner, goal: goals[0])
            #expect(try await find("needle", fixture).goals.map(\.id) == [goals[1]])
            #expect(try await find("thread", fixture).goals.map(\.id) == [goals[0]])
        }
    }

    @Test func whatAnotherProcessWroteIsFound() async throws {
        try await withStore(.file) { fixture in
            let goal = try await fixture.addCompleted(1)[0]
            #expect(try await ids("goal", fixture) == [goal])
            let other = try DatabaseQueue(path: fixture.database.writer.path)
            try await other.write { try $0.execute(sql: "UPDATE goal SET title = '다른 제목'") }
            try other.close()
            #expect(try await ids("goal", fixture) == [])
            #expect(try await ids("다른", fixture) == [goal])
        }
    }

    /// An account's goals go with it, and so does what they were searched by.
    @Test func ofADeletedAccountNothingIsLeft() async throws {
        try await withStore(.file) { fixture in
            try await withVocabulary(fixture)
            _ = try await fixture.addGoal("걷기", steps: ["신발"])
            _ = try await ids("걷기", fixture)
            try await fixture.database.writer.write { [owner = fixture.owner] db in
                try db.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [owner])
            }
            _ = try await fixture.store.indexSearch()
            #expect(try await remains(fixture) == [])
        }
    }

    /// Ticking, reviewing a draft, celebrating: what is not searched tells the index nothing.
    @Test func onlyWhatIsSearchedIsNoted() async throws {
        try await withStore(.memory) { fixture in
            let (store, owner) = (fixture.store, fixture.owner)
            let goal = try await fixture.addGoal("걷기", steps: ["하나", "둘"])
            _ = try await store.indexSearch()
            for step in goal.steps { _ = try await store.tick(step.id, isDone: true, of: owner, goal.id) }
            _ = try await store.celebrate(.over, of: owner, goal.id)
            try await store.saveDraft(Self.draft, of: owner, goal: goal.id)
            #expect(try await store.indexSearch() == 0)
        }
    }

    @Test func searchingWaitsForNothingWhenTheIndexIsUpToDate() async throws {
        let queries = QueryCounter()
        try await withStore(.file, configure: queries.configure) { fixture in
            try await fixture.addCompleted(3)
            _ = try await fixture.store.indexSearch()
            let query = try SearchQuery("goal")
            _ = try await fixture.store.search(of: fixture.owner, for: query, after: nil, limit: 20)
            // It is asked whether the index is behind.
            try await Locker.withLock(of: fixture.database) {
                let found = try await ids("goal", fixture)
                #expect(found.count == 3)
            }
        }
    }

    @Test func goalsThatWereThereBeforeTheSearchAreFound() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "hindsight.sqlite").path
            let old = try DatabaseQueue(path: path)
            try Schema.migrator.migrate(old, upTo: "steps")
            try await old.write { db in
                try db.execute(sql: "INSERT INTO account (id, isDemo, createdAt) VALUES (1, 1, 0)")
                for number in 0..<3 {
                    try db.execute(
                        sql: """
                            INSERT INTO goal (ownerID, title, startDate, endDate, status, createdAt)
                            VALUES (1, ?, '2026-01-01', '2026-01-02', 'active', 0)
                            """, arguments: ["매일 걷기 \(number)"])
                }
            }
            try old.close()
            let database = try SQLiteDatabase(.hindsight, path: path)
            let store = SQLGoalStore(database, clock: TestClock().wallClock)
            let found = try await store.search(of: AccountID(1), for: SearchQuery("걷기"), after: nil, limit: 10)
            #expect(found.goals.count == 3 && !found.isPartial)
            try database.close()
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: path) == [])
        }
    }
    /// N8
    @Test func answersThatWereWrittenBeforeTheyWereSearchedAreFound() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "hindsight.sqlite").path
            let old = try DatabaseQueue(path: path)
            try Schema.migrator.migrate(old, upTo: "search sizes")
            try await old.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO account (isDemo, createdAt) VALUES (1, 0);
                        INSERT INTO weekNote (ownerID, week, question, text, revision)
                        VALUES (1, '2026-11-09', 0, '걷기', 1), (1, '1999-12-27', 0, '걷기', 1), (1, '2026-11-02', 0, '', 2);
                        """)
            }
            try old.close()
            let database = try SQLiteDatabase(.hindsight, path: path)
            let store = SQLGoalStore(database, clock: TestClock().wallClock)
            let found = try await store.search(of: AccountID(1), for: SearchQuery("걷기"), after: nil, limit: 10)
            #expect(found.weeks.map(\.week.description) == ["2026-11-09", "1999-12-27"] && !found.isPartial)
            try database.close()
            #expect(try SQLiteDatabase.problems(.hindsight, inFileAt: path) == [])
        }
    }
}
