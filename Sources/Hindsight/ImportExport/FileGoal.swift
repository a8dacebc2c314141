import Crypto
import Foundation
import HindsightDomain
import Live

/// The reason why a goal of a file is refused.
enum GoalFault: Error, Hashable, Sendable {
    /// It is no JSON, or larger than any goal can be.
    case unreadable
    /// A member isn't there, or isn't what the format says: `startDate`, `steps.2.place`.
    case missing(String)
    case malformed(String)
    case title(TextFault)
    case startsAfterEnd
    /// A time or a day that has not come yet.
    case inFuture(String)
    /// Fields that a completed goal, and only that, must have: its jewel, its time, its day.
    case notCompleted
    /// A completed goal with a step that isn't done.
    case stepToDo(Int)
    /// A goal that isn't completed although all its steps are done.
    case nothingToDo
    case tooManySteps(Int)
    case step(Int, TextFault)
    /// Two steps lie at one place.
    case placeTaken(Int)
    case review(ReviewField, TextFault)
    /// The review answers none of the four questions.
    case unanswered
    case draft(ReviewField)
    case editedBeforeWritten
    /// Another goal of the file is known by the same `uid`.
    case twice
}

/// A goal as a file has it; see ``JSONExport``. What a later version has added is not looked at.
struct FileGoal: Codable {
    /// A number that is written for other programs, and not looked at when it is read.
    private struct Number: Codable {
        let value: Int?

        init(_ value: Int) { self.value = value }
        init(from decoder: any Decoder) { value = nil }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private struct FileStep: Codable {
        struct Alarm: Codable {
            /// Hours and minutes: "07:30".
            let time: String?
            /// As ISO 8601 counts them: Monday is 1.
            let days: [Int]?
        }

        struct Repetition: Codable {
            /// 2 to 366.
            let times: Int?
            /// The days of the week that it is meant for, as those of an alarm; none for any day.
            let days: [Int]?
            /// The day from which its pace counts.
            let since: String?
            /// The days on which it was ticked, once each, with a space between: one value, since a goal has few.
            let ticks: String?
        }

        let title: String?
        let place: Int?
        let isDone: Bool?
        let doneOn: String?
        let alarm: Alarm?
        let repetition: Repetition?
        /// The day by which it is meant to be done; not of a step that repeats.
        let day: String?

        init(_ step: Step, tickDays: [CalendarDate]) {
            title = step.title
            place = step.place
            isDone = step.isDone
            // The ticks of a step that repeats say its last day.
            doneOn = step.repetition == nil ? step.doneOn?.description : nil
            alarm = step.alarm.map { alarm in
                let (hours, minutes) = (String(100 + alarm.minute / 60), String(100 + alarm.minute % 60))
                return Alarm(
                    time: "\(hours.dropFirst()):\(minutes.dropFirst())", days: alarm.days.map(\.rawValue).sorted())
            }
            day = step.dueOn?.description
            repetition = step.repetition.map { repetition in
                Repetition(
                    times: repetition.times, days: repetition.days.map(\.rawValue).sorted(),
                    since: repetition.since.description, ticks: tickDays.map(\.description).joined(separator: " "))
            }
        }
    }

    private struct FileReview: Codable {
        let style: String?
        let liked: String?
        let lacked: String?
        let learned: String?
        let longedFor: String?
        let text: String?
        let level: Int?
        let writtenAt: String?
        let editedAt: String?

        init(_ review: Review) {
            let content = review.content
            func text(_ field: ReviewField) -> String? { field.style == content.style ? content.draft[field] : nil }
            style = content.style.rawValue
            liked = text(.liked)
            lacked = text(.lacked)
            learned = text(.learned)
            longedFor = text(.longedFor)
            self.text = text(.text)
            level = content.level.rawValue
            writtenAt = JSONExport.text(of: review.writtenAt)
            editedAt = review.editedAt.map(JSONExport.text)
        }
    }

    private struct FileJewel: Codable {
        let color: String?
        let shape: String?
    }

    /// The fields that there are. Others are not looked at: a file may have many.
    private struct FileDraft: Codable {
        /// The text of each field that is there; nil for something else than a text.
        let fields: [(field: DraftField, text: String?)]

        init(_ draft: [DraftField: String]) { fields = draft.map { ($0.key, $0.value) } }

        private struct Member: CodingKey {
            let stringValue: String
            let intValue: Int? = nil

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            fields = DraftField.allCases.map { ($0, Member(stringValue: $0.rawValue)) }.filter { members.contains($1) }
                .map { ($0, try? members.decode(String.self, forKey: $1)) }
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Member.self)
            for (field, text) in fields { try members.encode(text, forKey: Member(stringValue: field.rawValue)) }
        }
    }

    let title: String?
    private let id: Number?
    private let uid: String?
    private let startDate: String?
    private let endDate: String?
    private let firstStartDate: String?
    private let status: String?
    private let putAwayAt: String?
    private let reminderEnabled: Bool?
    private let createdAt: String?
    private let completedAt: String?
    private let completedOn: String?
    private let jewel: FileJewel?
    private let steps: [FileStep]?
    private let review: FileReview?
    private let draft: FileDraft?
    /// The part of it that is shared; nil for none.
    private let shared: String?

    /// - Parameter number: its number in the file.
    init(_ whole: WholeGoal, number: Int) {
        let goal = whole.goal
        id = Number(number)
        uid = whole.uid?.uuidString
        title = goal.title
        startDate = goal.startDate.description
        endDate = goal.fields.hasEnd ? goal.endDate.description : nil
        firstStartDate = whole.firstStartDate?.description
        status = goal.box.rawValue
        // It stays behind when a goal is taken up again, and means nothing then.
        putAwayAt = goal.box == .stored ? whole.putAwayAt.map(JSONExport.text) : nil
        reminderEnabled = goal.reminderEnabled
        createdAt = JSONExport.text(of: whole.createdAt)
        completedAt = whole.completedAt.map(JSONExport.text)
        completedOn = whole.completedOn?.description
        jewel = whole.jewel.map { FileJewel(color: $0.color.rawValue, shape: $0.shape.rawValue) }
        steps =
            whole.steps.isEmpty
            ? nil
            : whole.steps.sorted { $0.place < $1.place }
                .map { FileStep($0, tickDays: whole.tickDays[$0.id] ?? []) }
        review = whole.review.map(FileReview.init)
        draft = whole.draft.isEmpty ? nil : FileDraft(whole.draft)
        shared = whole.sharedPart == .nothing ? nil : whole.sharedPart.rawValue
    }

    /// Reads a goal as it is written.
    init(json: [UInt8]) throws(GoalFault) {
        do {
            self = try JSONDecoder().decode(FileGoal.self, from: Data(json))
        } catch DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
            DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty
        {
            throw .malformed(
                context.codingPath.map { $0.intValue.map { String($0 + 1) } ?? $0.stringValue }.joined(separator: "."))
        } catch {
            throw .unreadable
        }
    }

    /// The goal, checked by the same rules as one that is typed.
    ///
    /// - Parameter now: nothing in it is later.
    func checked(at now: Date) throws(GoalFault) -> WholeGoal {
        let moments = Moments(now: now)
        let title: GoalTitle
        do {
            title = try GoalTitle(try Self.value(self.title, "title"))
        } catch let error as GoalTitleError {
            throw .title(error.fault)
        } catch {
            throw error as? GoalFault ?? .unreadable
        }
        let start = try Self.day(startDate, "startDate")
        let end = try endDate.map { text throws(GoalFault) in try Self.day(text, "endDate") } ?? .max
        guard start <= end else { throw .startsAfterEnd }
        guard let box = Box(rawValue: try Self.value(status, "status")) else { throw .malformed("status") }
        var goal = WholeGoal(
            goal: Goal(
                id: GoalID(0),
                fields: GoalFields(
                    title: title, startDate: start, endDate: end, reminderEnabled: reminderEnabled ?? false), box: box),
            createdAt: try moments.moment(createdAt, "createdAt"))
        if let uid {
            guard let uid = UUID(uuidString: uid) else { throw .malformed("uid") }
            goal.uid = uid
        }
        if box == .completed {
            goal.jewel = try earned()
            let time = try moments.moment(completedAt, "completedAt")
            goal.completedAt = time
            goal.completedOn = try moments.day(completedOn, of: time, "completedOn")
        } else if jewel != nil || completedAt != nil || completedOn != nil || review != nil || draft != nil {
            throw .notCompleted
        }
        if let putAwayAt {
            guard box == .stored else { throw .malformed("putAwayAt") }
            guard let date = Moments.date(putAwayAt) else { throw .malformed("putAwayAt") }
            // A store that doesn't know it says the end of the last day in UTC, which may be still to come.
            goal.putAwayAt = min(date, now)
        }
        if let shared {
            guard let part = SharedPart(rawValue: shared) else { throw .malformed("shared") }
            goal.sharedPart = part
        }
        goal.firstStartDate = try firstStartDate.map { text throws(GoalFault) in try Self.day(text, "firstStartDate") }
        try addSteps(to: &goal, moments)
        goal.review = try review.map { review throws(GoalFault) in try Self.checked(review, moments) }
        for (field, text) in draft?.fields ?? [] { goal.draft[field] = try Self.checked(text, of: field) }
        return goal
    }

    private func earned() throws(GoalFault) -> Jewel {
        guard let jewel else { throw .missing("jewel") }
        guard let color = jewel.color.flatMap({ Jewel.Color(rawValue: $0) }) else { throw .malformed("jewel.color") }
        guard let shape = jewel.shape.flatMap({ Jewel.Shape(rawValue: $0) }) else { throw .malformed("jewel.shape") }
        return Jewel(color: color, shape: shape)
    }

    private func addSteps(to goal: inout WholeGoal, _ moments: Moments) throws(GoalFault) {
        let isCompleted = goal.goal.box == .completed
        let steps = steps ?? []
        guard steps.count <= Step.limit else { throw .tooManySteps(steps.count) }
        var checked: [Step] = []
        for (index, step) in steps.enumerated() {
            let (number, path) = (index + 1, "steps.\(index + 1)")
            let typed = try Self.value(step.title, "\(path).title")
            let title: GoalTitle
            do throws(GoalTitleError) {
                title = try GoalTitle(typed)
            } catch {
                throw .step(number, error.fault)
            }
            let place = try Self.value(step.place, "\(path).place")
            guard (0..<Step.limit).contains(place) else { throw .malformed("\(path).place") }
            guard !checked.contains(where: { $0.place == place }) else { throw .placeTaken(number) }
            let isDone = try Self.value(step.isDone, "\(path).isDone")
            guard isDone || !isCompleted else { throw .stepToDo(number) }
            var doneOn: CalendarDate?
            if let text = step.doneOn {
                guard isDone else { throw .malformed("\(path).doneOn") }
                doneOn = try moments.dayUntilNow(text, "\(path).doneOn")
            }
            var alarm: Alarm?
            if let given = step.alarm {
                alarm = Self.alarm(given.time, given.days)
                guard alarm != nil else { throw .malformed("\(path).alarm") }
            }
            let id = StepID(Int64(number))
            var repetition: Repetition?
            if let given = step.repetition {
                let (plan, days) = try Self.checked(given, "\(path).repetition", moments)
                guard isDone || days.count < plan.times else { throw .malformed("\(path).repetition.ticks") }
                (repetition, goal.tickDays[id]) = (plan, days)
            }
            var dueOn: CalendarDate?
            if let text = step.day {
                guard repetition == nil else { throw .malformed("\(path).day") }
                dueOn = try Self.day(text, "\(path).day")
            }
            checked.append(
                Step(
                    id: id, place: place, title: title.text, isDone: isDone, alarm: alarm, repetition: repetition,
                    dueOn: dueOn, doneOn: doneOn))
        }
        if !isCompleted, !checked.isEmpty, checked.allSatisfy(\.isDone) { throw .nothingToDo }
        goal.steps = checked
    }

    private static func checked(
        _ given: FileStep.Repetition, _ path: String, _ moments: Moments
    ) throws(GoalFault) -> (Repetition, [CalendarDate]) {
        guard let days = weekdays(given.days) else { throw .malformed("\(path).days") }
        guard let plan = RepetitionPlan(times: try value(given.times, "\(path).times"), days: days) else {
            throw .malformed("\(path).times")
        }
        let since = try day(given.since, "\(path).since")
        let ticks = given.ticks ?? ""
        // Ten letters and a space each.
        guard ticks.utf8.count < plan.times * 11 else { throw .malformed("\(path).ticks") }
        var ticked: Set<CalendarDate> = []
        for text in ticks.split(separator: " ") {
            let isNew = ticked.insert(try moments.dayUntilNow(String(text), "\(path).ticks")).inserted
            guard isNew else { throw .malformed("\(path).ticks") }
        }
        return (Repetition(plan, since: since, count: ticked.count), ticked.sorted())
    }

    /// Distinct days of the week; nil for anything else.
    private static func weekdays(_ numbers: [Int]?) -> Set<Weekday>? {
        let days = (numbers ?? []).compactMap { Weekday(rawValue: $0) }
        let set = Set(days)
        return set.count == numbers?.count ?? 0 ? set : nil
    }

    private static func alarm(_ time: String?, _ days: [Int]?) -> Alarm? {
        let parts = (time ?? "").split(separator: ":", omittingEmptySubsequences: false)
        guard time?.utf8.count == 5, parts.count == 2, let hour = digits(parts[0]), let minute = digits(parts[1]),
            hour < 24, minute < 60
        else { return nil }
        return weekdays(days).flatMap { Alarm(minute: hour * 60 + minute, days: $0) }
    }

    private static func checked(_ review: FileReview, _ moments: Moments) throws(GoalFault) -> Review {
        guard let style = ReviewStyle(rawValue: try value(review.style, "review.style")) else {
            throw .malformed("review.style")
        }
        guard let level = Level(try value(review.level, "review.level")) else { throw .malformed("review.level") }
        var draft = ReviewDraft(style: style, level: level)
        draft.liked = review.liked ?? ""
        draft.lacked = review.lacked ?? ""
        draft.learned = review.learned ?? ""
        draft.longedFor = review.longedFor ?? ""
        draft.text = review.text ?? ""
        let writtenAt = try moments.moment(review.writtenAt, "review.writtenAt")
        let editedAt = try review.editedAt.map { text throws(GoalFault) in
            try moments.moment(text, "review.editedAt")
        }
        guard editedAt ?? writtenAt >= writtenAt else { throw .editedBeforeWritten }
        do {
            return Review(content: try draft.validated(), writtenAt: writtenAt, editedAt: editedAt, revision: 1)
        } catch {
            for field in style.fields { if let fault = error.fields[field] { throw .review(field, fault) } }
            throw .unanswered
        }
    }

    /// Exactly what was typed, if it can be kept; see ``ReviewStore/keepDraft(_:by:of:goal:)``.
    private static func checked(_ text: String?, of field: DraftField) throws(GoalFault) -> String {
        guard let text else { throw .malformed("draft.\(field.rawValue)") }
        switch field {
        case .text(let field): if text.utf8.count > field.byteLimit { throw .draft(field) }
        case .style: if ReviewStyle(rawValue: text) == nil { throw .malformed("draft.style") }
        case .level: if !text.isEmpty, Level(text) == nil { throw .malformed("draft.level") }
        }
        return text
    }

    private static func value<Value>(_ value: Value?, _ name: String) throws(GoalFault) -> Value {
        guard let value else { throw .missing(name) }
        return value
    }

    private static func day(_ text: String?, _ name: String) throws(GoalFault) -> CalendarDate {
        guard let day = CalendarDate(try value(text, name)) else { throw .malformed(name) }
        return day
    }

    fileprivate static func digits(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

/// Reads times as a file has them. None is later than now, but for the difference between two servers' clocks.
private struct Moments {
    private static let tolerance: TimeInterval = 300

    let now: Date

    /// `2026-11-22T08:30:00.000Z`
    func moment(_ text: String?, _ name: String) throws(GoalFault) -> Date {
        guard let text else { throw .missing(name) }
        guard let date = Self.date(text) else { throw .malformed(name) }
        guard date <= now + Self.tolerance else { throw .inFuture(name) }
        return date
    }

    /// The day that a moment was for somebody: it is never far from the day in Greenwich.
    func day(_ text: String?, of moment: Date, _ name: String) throws(GoalFault) -> CalendarDate {
        guard let text else { throw .missing(name) }
        guard let day = CalendarDate(text), abs(CalendarDate(moment, in: .utc).days(until: day)) <= 1 else {
            throw .malformed(name)
        }
        return day
    }

    /// A day that has begun somewhere.
    func dayUntilNow(_ text: String, _ name: String) throws(GoalFault) -> CalendarDate {
        guard let day = CalendarDate(text) else { throw .malformed(name) }
        guard CalendarDate(now, in: .utc).days(until: day) <= 1 else { throw .inFuture(name) }
        return day
    }

    static func date(_ text: String) -> Date? {
        let characters = Array(text.utf8)
        guard characters.count == 24, characters[10] == UInt8(ascii: "T"), characters[13] == UInt8(ascii: ":"),
            characters[16] == UInt8(ascii: ":"), characters[19] == UInt8(ascii: "."),
            characters[23] == UInt8(ascii: "Z"), let day = CalendarDate(text.prefix(10))
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            FileGoal.digits(Substring(String(decoding: characters[range], as: UTF8.self)))
        }
        guard let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let millisecond = number(20..<23), hour < 24, minute < 60, second < 60
        else { return nil }
        let seconds = (day.daysSince1970 * 24 + hour) * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds * 1000 + millisecond) / 1000)
    }
}

extension WholeGoal {
    /// Derives the id of a goal without `uid`, so that the same file imports it once: from its creation time, title and
    /// start, and its rank among goals of the file that look the same.
    func derivedUID(number: Int) -> UUID {
        let time = Int64((createdAt.timeIntervalSince1970 * 1000).rounded())
        let text = "\(time) \(number) \(goal.startDate) \(goal.title)"
        let bytes = Array(SHA256.hash(data: Data(text.utf8)))
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
