import GRDB
import HindsightDomain
import LiveHTTP
import LiveSQLite

// Searching, and keeping up what is searched by.
//
// A search brings the index up to date itself, for its owner, before it asks it: so what was just written is found, by
// whichever process, and no search has to look through anything besides. Only where many goals are new at once (an
// import, the first start of this version) the newest are taken, and `indexSearch` is behind with the others for a
// moment.
extension SQLiteGoalStore {
    /// So many goals and answers, or the first that have so many bytes, are told to the index in one transaction: other
    /// writes wait.
    private static let indexBatch = (entries: 200, bytes: 64 << 10)

    /// The most goals and answers that are examined beyond the limit: they may have the pieces of what is searched for,
    /// and none of them have it whole. The slice ends there.
    private static let mostCandidates = 200

    /// A search looks through so many bytes. Where it stops, the next slice begins.
    private static let mostBytes = 256 << 10

    /// The most time for which a search waits for its turns and works.
    private static let searchTime = Duration.seconds(60)

    package func search(
        of owner: AccountID, for query: SearchQuery, after: SearchResult.ID?, limit: Int
    ) async throws -> SearchSlice {
        try await work.run(for: owner.description, within: Self.searchTime) { job in
            try await search(of: owner, for: query, after: after, limit: limit, job)
        }
    }

    private func search(
        of owner: AccountID, for query: SearchQuery, after: SearchResult.ID?, limit: Int, _ job: WorkQueue.Job
    ) async throws -> SearchSlice {
        let limit = min(max(limit, 1), GoalStoreLimits.sliceSize)
        var slice = SearchSlice()
        if try hasStale(owner) { slice.isPartial = try await index(.ofOwner(owner), job).isBehind }
        let match = IndexedText.match(query, of: owner)
        var below = after
        var (examined, bytes) = (0, 0)
        while true {
            // One more than is wanted tells whether there is more.
            let batch = limit + 1 - slice.results.count
            let candidates = try candidates(match, of: owner, below: below, batch)
            for candidate in candidates {
                try await job.checkpoint()
                bytes += candidate.size
                guard bytes <= Self.mostBytes || examined == 0 else {
                    slice.next = below
                    return slice
                }
                examined += 1
                if let result = candidate.found(query) {
                    if slice.results.count == limit {
                        slice.next = slice.results.last?.id
                        return slice
                    }
                    slice.results.append(result)
                }
                below = candidate.id
            }
            guard candidates.count == batch else { return slice }
            if examined >= limit + Self.mostCandidates {
                slice.next = below
                return slice
            }
        }
    }

    /// In the order of the answer: goals, and where there are no more of them, answers of weeks.
    private func candidates(
        _ match: String, of owner: AccountID, below: SearchResult.ID?, _ count: Int
    ) throws -> [SearchCandidate] {
        let below = below.map { SearchEntry($0, of: owner).number } ?? .max
        return try access.read { db in
            var goals: [GoalCandidate] = []
            if below > 0 {
                try db.forEachRow(SearchStatements.search, [owner, match, below, count]) { row in
                    try GoalCandidate.read(row, into: &goals)
                }
                goals.sort { $0.goal.id > $1.goal.id }
            }
            var candidates = goals.map { SearchCandidate.goal($0) }
            if goals.count == count { return candidates }
            let arguments: StatementArguments = [owner, match, min(below, 0), count - goals.count]
            try db.forEachRow(SearchStatements.searchWeeks, arguments) { row in
                candidates.append(try SearchCandidate(week: row))
            }
            return candidates
        }
    }

    private func hasStale(_ owner: AccountID) throws -> Bool {
        try access.read { db in try db.first(SearchStatements.staleOfOwner, [owner, 1]) { _ in true } ?? false }
    }

    package func indexSearch() async throws -> Int {
        var count = 0
        var batch = Indexed()
        repeat {
            // Nothing below was left behind, but for what changes meanwhile: that is for the next time.
            let start = batch.last.map { $0.number + 1 } ?? .min
            batch = try await work.run(for: "index", within: .seconds(60)) { try await index(.from(start), $0) }
            count += batch.count
            try Task.checkCancellation()
        } while batch.last != nil && batch.isBehind
        return count
    }

    // MARK: Telling the index

    private enum Scope: Sendable {
        case ofOwner(AccountID)
        /// From an entry's number on.
        case from(Int64)
    }

    private struct Indexed: Sendable {
        var count = 0
        /// The last one that was looked at.
        var last: SearchEntry?
        /// There are others.
        var isBehind = false
    }

    /// A goal or an answer that the index is behind with.
    private struct StaleEntry: Sendable {
        let entry: SearchEntry
        let owner: AccountID
        /// All that it has; none when it is gone.
        let texts: [String]
    }

    /// Tells the index of a batch of goals and answers that it is behind with. They are prepared before other writes
    /// have to wait.
    private func index(
        _ scope: Scope, _ job: WorkQueue.Job, for function: StaticString = #function
    ) async throws -> Indexed {
        var indexed = Indexed()
        let (stale, isMore) = try staleEntries(scope)
        indexed.isBehind = isMore
        indexed.last = stale.last?.entry
        var prepared: [(stale: StaleEntry, text: IndexedText?, terms: String)] = []
        for stale in stale {
            let text = stale.texts.isEmpty ? nil : IndexedText(of: stale.texts)
            prepared.append((stale, text, text?.terms(of: stale.owner) ?? ""))
            try await job.checkpoint()
        }
        if prepared.isEmpty { return indexed }
        let told = try await access.write(for: function) { [prepared] db in
            var told = 0
            // Another text than the one that was prepared is for the next time.
            for (stale, text, terms) in prepared where try texts(of: stale.entry, stale.owner, db) == stale.texts {
                try tell(stale, text, terms, db)
                told += 1
            }
            return told
        }
        indexed.count = told
        if told < prepared.count { indexed.isBehind = true }
        return indexed
    }

    /// - Returns: The first goals and answers that the index is behind with, and whether there are others.
    private func staleEntries(_ scope: Scope) throws -> (entries: [StaleEntry], isMore: Bool) {
        try access.read { db in
            let (sql, arguments): (String, StatementArguments) =
                switch scope {
                case .ofOwner(let owner): (SearchStatements.staleOfOwner, [owner, Self.indexBatch.entries + 1])
                case .from(let number): (SearchStatements.stale, [number, Self.indexBatch.entries + 1])
                }
            var numbers: [(entry: SearchEntry, owner: AccountID)] = []
            try db.forEachRow(sql, arguments) { row in
                numbers.append((SearchEntry(number: row[0]), AccountID(row[1] as Int64)))
            }
            var stale: [StaleEntry] = []
            var bytes = 0
            for (entry, owner) in numbers {
                if stale.count == Self.indexBatch.entries || bytes >= Self.indexBatch.bytes { return (stale, true) }
                let texts = try texts(of: entry, owner, db)
                bytes += texts.reduce(0) { $0 + $1.utf8.count }
                stale.append(StaleEntry(entry: entry, owner: owner, texts: texts))
            }
            return (stale, false)
        }
    }

    private func texts(of entry: SearchEntry, _ owner: AccountID, _ db: Database) throws -> [String] {
        var texts: [String] = []
        try db.forEachRow(SearchStatements.texts, [owner, entry.number]) { row in
            texts += (0..<5).compactMap { StoredText.fromDatabaseValue(row[$0])?.text }
        }
        return texts
    }

    private func tell(_ stale: StaleEntry, _ now: IndexedText?, _ terms: String, _ db: Database) throws {
        let (owner, id) = (stale.owner, stale.entry.number)
        let former = try db.first(SearchStatements.indexed, [owner, id]) { IndexedText(text: $0[0]) }
        if former?.text != now?.text {
            if let former { try db.run(SearchStatements.remove, [id, former.terms(of: owner)]) }
            if let now {
                try db.run(SearchStatements.add, [id, terms])
                try db.run(SearchStatements.keepText, [owner, id, now.text])
            } else {
                try db.run(SearchStatements.removeText, [owner, id])
            }
        }
        try db.run(SearchStatements.isFresh, [owner, id])
    }
}

/// The number of a goal or of the answer of a week in the index.
///
/// A goal has its own. An answer's is below 0: -2⁶³ + 2²³ × its owner's number + the Julian day number of its week. So
/// numbers of one owner's answers are in the order of their weeks, and the number alone tells which row it is; see
/// ``Schema/weekAnswers``.
struct SearchEntry: Hashable, Sendable {
    let number: Int64

    init(number: Int64) { self.number = number }

    init(_ id: SearchResult.ID, of owner: AccountID) {
        number =
            switch id {
            case .goal(let goal): goal.rawValue
            // 1970-01-01 is the Julian day 2,440,587 and a half.
            case .week(let week): .min + (owner.rawValue << 23) + Int64(week.daysSince1970 + 2_440_587)
            }
    }
}

/// A goal or an answer that has the pieces of what is searched for.
enum SearchCandidate {
    case goal(GoalCandidate)
    /// The answer of a week.
    case week(CalendarDate, String)

    var id: SearchResult.ID {
        switch self {
        case .goal(let candidate): .goal(candidate.goal.id)
        case .week(let week, _): .week(week)
        }
    }

    /// The bytes of its texts.
    var size: Int {
        switch self {
        case .goal(let candidate): candidate.size
        case .week(_, let text): text.utf8.count
        }
    }

    /// The result for a search; nil when it lacks something of what is searched for.
    func found(_ query: SearchQuery) -> SearchResult? {
        switch self {
        case .goal(let candidate): candidate.found(query).map { .goal($0) }
        case .week(let week, let text): FoundWeek(week, answer: text, for: query).map { .week($0) }
        }
    }
}

/// A goal that has the pieces of what is searched for.
struct GoalCandidate {
    var goal: Goal
    var completedOn: CalendarDate?
    var jewel: Jewel?
    var answers: [(field: ReviewField, text: String)] = []
    var steps: [(id: Int64, title: String)] = []

    /// The bytes of its texts.
    var size: Int {
        goal.title.utf8.count + answers.reduce(0) { $0 + $1.text.utf8.count }
            + steps.reduce(0) { $0 + $1.title.utf8.count }
    }

    /// The result for a search; nil when it lacks something of what is searched for.
    func found(_ query: SearchQuery) -> FoundGoal? {
        FoundGoal(
            goal, completedOn: completedOn, jewel: jewel, steps: steps.sorted { $0.id < $1.id }.map(\.title),
            answers: answers, for: query)
    }
}
