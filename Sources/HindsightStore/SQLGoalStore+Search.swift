import HindsightDomain
import LiveHTTP
import LiveSQL

// Search, and maintenance of its index.
//
// A search first brings the index up to date for its owner: so a text that was just written is found, by any process,
// and no search has to scan texts besides the index. Only when many goals are new at once (an import, the first start
// of this version) just a batch of the newest is indexed, and `indexSearch` indexes the others later.
extension SQLGoalStore {
    /// Limits of one indexing transaction, for which other writes wait: the number of goals and answers, and the bytes
    /// of text after which no further one is added.
    private static let indexBatch = (entries: 200, bytes: 64 << 10)

    /// Number of goals and answers that are examined at most beyond the limit of results: candidates may have all the
    /// pieces of the search terms and none of them whole. The slice ends there.
    private static let mostCandidates = 200

    /// Bytes of text that a search examines. The next slice begins where it stops.
    private static let mostBytes = 256 << 10

    /// Longest time that a search may wait for its turns and work.
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
        let limit = GoalStoreLimits.limit(limit)
        var slice = SearchSlice()
        if try await hasStale(owner) { slice.isPartial = try await index(.ofOwner(owner), job).isBehind }
        let match = IndexedText.match(query, of: owner, access.database.dialect)
        var below = after
        var (examined, bytes) = (0, 0)
        while true {
            // One more than is wanted tells whether there is more.
            let batch = limit + 1 - slice.results.count
            let candidates = try await candidates(match, of: owner, below: below, batch)
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

    /// Returns candidates in the order of the answer: goals, and when there are no more of them, answers of weeks.
    private func candidates(
        _ match: String, of owner: AccountID, below: SearchResult.ID?, _ count: Int
    ) async throws -> [SearchCandidate] {
        let below = below.map { SearchEntry($0, of: owner).number } ?? .max
        let dialect = access.database.dialect
        return try await access.read { db in
            var goals: [GoalCandidate] = []
            if below > 0 {
                try db.forEachRow(SearchStatements.search(dialect), [owner, match, below, count]) { row in
                    try GoalCandidate.read(row, into: &goals)
                }
                goals.sort { $0.goal.id > $1.goal.id }
            }
            var candidates = goals.map { SearchCandidate.goal($0) }
            if goals.count == count { return candidates }
            let arguments: [any SQLValue] = [owner, match, min(below, 0), count - goals.count]
            try db.forEachRow(SearchStatements.searchWeeks(dialect), arguments) { row in
                candidates.append(try SearchCandidate(week: row))
            }
            return candidates
        }
    }

    private func hasStale(_ owner: AccountID) async throws -> Bool {
        try await access.read { db in try db.first(SearchStatements.staleOfOwner, [owner, 1]) { _ in true } ?? false }
    }

    package func indexSearch() async throws -> Int {
        var count = 0
        var batch = Indexed()
        repeat {
            // Everything below the last entry is indexed, except for later changes, which are left to the next call.
            let start = batch.last.map { $0.number + 1 } ?? .min
            batch = try await work.run(for: "index", within: .seconds(60)) { try await index(.from(start), $0) }
            count += batch.count
            try Task.checkCancellation()
        } while batch.last != nil && batch.isBehind
        return count
    }

    // MARK: Updating the index

    private enum Scope: Sendable {
        case ofOwner(AccountID)
        /// Entries of all owners, from this number on.
        case from(Int64)
    }

    private struct Indexed: Sendable {
        var count = 0
        /// The last entry that was examined; nil if there was none.
        var last: SearchEntry?
        /// Whether there are other entries to be indexed.
        var isBehind = false
    }

    /// A goal or an answer whose index entry is out of date.
    private struct StaleEntry: Sendable {
        let entry: SearchEntry
        let owner: AccountID
        /// All its texts; empty when it is gone.
        let texts: [String]
    }

    /// Updates the index for a batch of goals and answers. Their terms are prepared before the transaction, so that
    /// other writes wait less.
    private func index(
        _ scope: Scope, _ job: WorkQueue.Job, for function: StaticString = #function
    ) async throws -> Indexed {
        var indexed = Indexed()
        let (stale, isMore) = try await staleEntries(scope)
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
            // A text that has changed since it was prepared is left to the next call.
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

    /// - Returns: the first goals and answers that the index is behind with, and whether there are others.
    private func staleEntries(_ scope: Scope) async throws -> (entries: [StaleEntry], isMore: Bool) {
        try await access.read { db in
            let (sql, arguments): (String, [any SQLValue]) =
                switch scope {
                case .ofOwner(let owner): (SearchStatements.staleOfOwner, [owner, Self.indexBatch.entries + 1])
                case .from(let number): (SearchStatements.stale, [number, Self.indexBatch.entries + 1])
                }
            var numbers: [(entry: SearchEntry, owner: AccountID)] = []
            try db.forEachRow(sql, arguments) { row in
                numbers.append(
                    (
                        SearchEntry(number: try row.value(0, of: "searchStale")),
                        AccountID(try row.value(1, of: "searchStale") as Int64)
                    ))
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

    private func texts(of entry: SearchEntry, _ owner: AccountID, _ db: any SQLConnection) throws -> [String] {
        var texts: [String] = []
        try db.forEachRow(SearchStatements.texts, [owner, entry.number, entry.week]) { row in
            texts += (0..<5).compactMap { row.text($0) }
        }
        return texts
    }

    private func tell(_ stale: StaleEntry, _ now: IndexedText?, _ terms: String, _ db: any SQLConnection) throws {
        let (owner, id, dialect) = (stale.owner, stale.entry.number, access.database.dialect)
        let former = try db.first(SearchStatements.indexed, [owner, id]) {
            IndexedText(text: try $0.value(0, of: "searchText"))
        }
        if former?.text != now?.text {
            if let former { try db.run(SearchStatements.remove(dialect), [id, former.terms(of: owner)]) }
            if let now {
                try db.run(SearchStatements.add(dialect), [id, terms])
                try db.run(SearchStatements.keepText, [owner, id, now.text])
            } else {
                try db.run(SearchStatements.removeText, [owner, id])
            }
        }
        try db.run(SearchStatements.isFresh, [owner, id])
    }
}

/// The number of a goal or of a week's answer in the index.
///
/// A goal has its own number. An answer's is negative: -2⁶³ + 2²³ × the owner's number + the Julian day number of its
/// week. So the answers of one owner are in the order of their weeks, and the number alone identifies the row; see
/// ``Schema/weekAnswers``.
struct SearchEntry: Hashable, Sendable {
    let number: Int64

    init(number: Int64) { self.number = number }

    init(_ id: SearchResult.ID, of owner: AccountID) {
        number =
            switch id {
            case .goal(let goal): goal.rawValue
            case .week(let week): .min + (owner.rawValue << 23) + Int64(week.daysSince1970 + Self.julianDay)
            }
    }

    /// 1970-01-01T00:00Z is Julian day 2,440,587.5.
    private static let julianDay = 2_440_587

    /// The week of an answer; nil for a goal.
    var week: CalendarDate? {
        number < 0 ? CalendarDate(daysSince1970: Int(number & (1 << 23 - 1)) - Self.julianDay) : nil
    }
}

/// A goal or an answer that contains all pieces of a search.
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

    /// Bytes of its texts.
    var size: Int {
        switch self {
        case .goal(let candidate): candidate.size
        case .week(_, let text): text.utf8.count
        }
    }

    /// Returns the result for a search; nil when it lacks one of the search terms.
    func found(_ query: SearchQuery) -> SearchResult? {
        switch self {
        case .goal(let candidate): candidate.found(query).map { .goal($0) }
        case .week(let week, let text): FoundWeek(week, answer: text, for: query).map { .week($0) }
        }
    }
}

/// A goal that contains all pieces of a search.
struct GoalCandidate {
    var goal: Goal
    var completedOn: CalendarDate?
    var jewel: Jewel?
    var answers: [(field: ReviewField, text: String)] = []
    var steps: [(id: Int64, title: String)] = []

    /// Bytes of its texts.
    var size: Int {
        goal.title.utf8.count + answers.reduce(0) { $0 + $1.text.utf8.count }
            + steps.reduce(0) { $0 + $1.title.utf8.count }
    }

    /// Returns the result for a search; nil when it lacks one of the search terms.
    func found(_ query: SearchQuery) -> FoundGoal? {
        FoundGoal(
            goal, completedOn: completedOn, jewel: jewel, steps: steps.sorted { $0.id < $1.id }.map(\.title),
            answers: answers, for: query)
    }
}
