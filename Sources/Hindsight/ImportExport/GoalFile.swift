import Foundation
import HindsightDomain
import Hummingbird
import Live

/// An error of a file as a whole.
enum GoalFileFault: Hashable, Sendable {
    case notJSON
    case cutShort
    /// It is JSON, but no file of goals.
    case notHindsight
    /// It was made by a later version.
    case version(Int)
    case tooManyGoals(limit: Int)
    /// An answer to the question of a week is none; counted from 1.
    case week(Int)
    /// There is no room for it right now.
    case noSpace
}

/// A goal of a file that can't be taken in.
struct FaultyGoal: Hashable, Sendable {
    /// Counted from 1, in the order of the file.
    let number: Int
    /// Title, if it can be read.
    let title: String?
    let fault: GoalFault
}

/// Checks a file of goals while it comes. The goals are kept on the disk until all are checked: in memory there is one at
/// a time.
struct GoalFile: ~Copyable {
    /// The result of checking a file.
    enum Finding {
        case goals
        case fault(GoalFileFault)
        /// The first few, and how many there are; at ``GoalFile/countedFaults`` there may be more.
        case faulty([FaultyGoal], count: Int)
    }

    static let goalLimit = 100_000
    private static let weekLimit = 10_000
    /// Maximum number of faulty goals that are listed.
    static let toldFaults = 20
    /// The most that are counted. Goals behind them are not looked at: much is wrong with a small file that has more.
    static let countedFaults = 1000

    private let now: Date
    private var scanner = GoalFileScanner()
    private let spool: GoalSpool
    private(set) var count = 0
    /// Answers of the file's weeks, each at most once.
    private(set) var weeks: [CalendarDate: WeekNote] = [:]
    private var weekCount = 0
    private var fault: GoalFileFault?
    private var faulty: [FaultyGoal] = []
    private var faultyCount = 0
    private var isHindsight = false
    private var hasGoals = false
    private var version: Int?
    private var uids: Set<UUID> = []
    /// Number of goals without a `uid` that look the same so far.
    private var alike: [UUID: Int] = [:]

    /// - Throws: `Errno` when there is no temporary file to be had.
    init(now: Date) throws {
        self.now = now
        spool = try GoalSpool()
    }

    mutating func take(_ bytes: ByteBuffer) {
        guard fault == nil else { return }
        var parts: [GoalFileScanner.Part] = []
        var found: GoalFileFault?
        do throws(GoalFileScanner.Fault) {
            try bytes.withUnsafeReadableBytes { bytes throws(GoalFileScanner.Fault) in
                try scanner.feed(bytes) { parts.append($0) }
            }
        } catch {
            found = error == .notJSON ? .notJSON : .cutShort
        }
        for part in parts where fault == nil { take(part) }
        fault = fault ?? found
    }

    private mutating func take(_ part: GoalFileScanner.Part) {
        switch part {
        case .member("format", let value): isHindsight = value.elementsEqual("\"hindsight\"".utf8)
        case .member(_, let value): version = Int(String(decoding: value, as: UTF8.self))
        case .goals: hasGoals = true
        case .largeGoal: add(nil)
        case .goal(let json): add(json)
        case .week(let json): addWeek(json)
        }
    }

    private mutating func addWeek(_ json: [UInt8]) {
        weekCount += 1
        // More weeks than a life has.
        guard weekCount <= Self.weekLimit, let week = try? JSONDecoder().decode(FileWeek.self, from: Data(json)),
            let first = CalendarDate(week.week), let note = week.note, weeks.updateValue(note, forKey: first) == nil
        else {
            fault = .week(weekCount)
            return
        }
    }

    private mutating func add(_ json: [UInt8]?) {
        count += 1
        guard count <= Self.goalLimit else {
            fault = .tooManyGoals(limit: Self.goalLimit)
            return
        }
        guard faultyCount < Self.countedFaults else { return }
        var title: String?
        do throws(GoalFault) {
            guard let json else { throw .unreadable }
            let read = try FileGoal(json: json)
            title = read.title
            let goal = try read.checked(at: now)
            let uid = goal.uid ?? derivedUID(of: goal)
            guard uids.insert(uid).inserted else { throw .twice }
            // With a fault nothing is taken in: the rest is only checked.
            guard faultyCount == 0 else { return }
            do { try spool.add(uid, json) } catch { fault = .noSpace }
        } catch {
            faultyCount += 1
            if faulty.count < Self.toldFaults {
                faulty.append(FaultyGoal(number: count, title: title.map { String($0.prefix(60)) }, fault: error))
            }
        }
    }

    private mutating func derivedUID(of goal: WholeGoal) -> UUID {
        let first = goal.derivedUID(number: 0)
        defer { alike[first, default: 0] += 1 }
        return goal.derivedUID(number: alike[first] ?? 0)
    }

    /// To be called when the whole file has come.
    mutating func finish() -> Finding {
        if fault == nil {
            do throws(GoalFileScanner.Fault) { try scanner.finish() } catch {
                fault = error == .notJSON ? .notJSON : .cutShort
            }
        }
        // A file of another kind is not reported as a broken one.
        if let fault, isHindsight || fault == .notJSON || fault == .noSpace { return .fault(fault) }
        guard isHindsight, let version, version > 0 else { return .fault(.notHindsight) }
        guard version == 1 else { return .fault(.version(version)) }
        guard hasGoals else { return .fault(.notHindsight) }
        guard faulty.isEmpty else { return .faulty(faulty, count: faultyCount) }
        do { try spool.rewind() } catch { return .fault(.noSpace) }
        return .goals
    }

    /// The next goals of a file that was found to be good, as many as one transaction takes; none behind the last.
    func next() throws -> [WholeGoal] {
        var (goals, size) = ([WholeGoal](), 0)
        while goals.count < Self.batch, size < GoalFileScanner.goalLimit, let (uid, json) = try spool.next() {
            var goal = try FileGoal(json: json).checked(at: now)
            goal.uid = uid
            goals.append(goal)
            size += json.count
        }
        return goals
    }

    /// Other writes wait for a transaction of so many goals. Pages are told of so many at once: of any goal.
    private static let batch = 300
}

/// Goals on the disk: of each its length, its `uid`, and its JSON.
private final class GoalSpool {
    private static let headSize = 20

    private let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    func add(_ uid: UUID, _ json: [UInt8]) throws {
        try withUnsafeBytes(of: UInt32(json.count)) { try file.add($0) }
        try withUnsafeBytes(of: uid.uuid) { try file.add($0) }
        try file.add(json)
    }

    /// Ends the adding.
    func rewind() throws { try file.rewind() }

    /// The next that was added; nil behind the last.
    func next() throws -> (UUID, [UInt8])? {
        let head = try file.read(upTo: Self.headSize)
        guard head.count == Self.headSize else { return nil }
        let (length, uid) = head.withUnsafeBytes { bytes in
            (
                Int(bytes.loadUnaligned(as: UInt32.self)),
                UUID(uuid: bytes.loadUnaligned(fromByteOffset: 4, as: uuid_t.self))
            )
        }
        return (uid, Array(try file.read(upTo: length)))
    }
}

/// An answer to the question of a week as a file has it.
struct FileWeek: Codable {
    /// The first day of the week.
    let week: String
    let question: Int
    let answer: String

    /// Checked by the same rules as one that is typed; nil when it breaks one.
    var note: WeekNote? {
        guard answer.fault(limit: WeekNote.limit) == nil, question >= 0 else { return nil }
        return WeekNote(question: question, text: answer.trimmedAtEnds)
    }
}
