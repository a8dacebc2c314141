import GRDB
import LiveHTTP

// Searching, and keeping up what is searched by.
//
// A search brings the index up to date itself, for its owner, before it asks it: so what was just written is found, by
// whichever process, and no search has to look through anything besides. Only where many goals are new at once (an
// import, the first start of this version) the newest are taken, and `indexSearch` is behind with the others for a
// moment.
extension SQLiteGoalStore {
    /// So many goals, or the first that have so many bytes, are told to the index in one transaction: other writes wait.
    private static let indexBatch = (goals: 200, bytes: 64 << 10)

    /// Of so many goals that have the pieces of what is searched for, none may have it whole: then the slice ends there.
    private static let mostCandidates = 200

    /// A search looks through so many bytes. Where it stops, the next slice begins.
    private static let mostBytes = 256 << 10

    /// The most time for which a search waits for its turns and works.
    private static let searchTime = Duration.seconds(60)

    public func search(
        of owner: AccountID, for query: SearchQuery, after: GoalID?, limit: Int
    ) async throws -> SearchSlice {
        try await work.run(for: owner.description, within: Self.searchTime) { job in
            try await search(of: owner, for: query, after: after, limit: limit, job)
        }
    }

    private func search(
        of owner: AccountID, for query: SearchQuery, after: GoalID?, limit: Int, _ job: WorkQueue.Job
    ) async throws -> SearchSlice {
        let limit = min(max(limit, 1), GoalStoreLimits.sliceSize)
        var slice = SearchSlice()
        if try hasStale(owner) { slice.isPartial = try await index(.ofOwner(owner), job).isBehind }
        let match = IndexedText.match(query, of: owner)
        var below = after ?? GoalID(.max)
        var (examined, bytes) = (0, 0)
        while true {
            // One more than is wanted tells whether there is more.
            let batch = limit + 1 - slice.goals.count
            let candidates = try candidates([owner, match, below, batch])
            for candidate in candidates {
                try await job.checkpoint()
                bytes += candidate.size
                guard bytes <= Self.mostBytes || examined == 0 else {
                    slice.next = below
                    return slice
                }
                examined += 1
                if let goal = candidate.found(query) {
                    if slice.goals.count == limit {
                        slice.next = slice.goals.last?.id
                        return slice
                    }
                    slice.goals.append(goal)
                }
                below = candidate.goal.id
            }
            guard candidates.count == batch else { return slice }
            if examined >= limit + Self.mostCandidates {
                slice.next = below
                return slice
            }
        }
    }

    /// In the order of the answer.
    private func candidates(_ arguments: StatementArguments) throws -> [SearchCandidate] {
        try access.read { db in
            var candidates: [SearchCandidate] = []
            try db.forEachRow(SearchStatements.search, arguments) { row in
                try SearchCandidate.read(row, into: &candidates)
            }
            return candidates.sorted { $0.goal.id > $1.goal.id }
        }
    }

    private func hasStale(_ owner: AccountID) throws -> Bool {
        try access.read { db in try db.first(SearchStatements.staleOfOwner, [owner, 1]) { _ in true } ?? false }
    }

    public func indexSearch() async throws -> Int {
        var count = 0
        var batch = Indexed()
        repeat {
            // Nothing below was left behind, but for what changes meanwhile: that is for the next time.
            let start = batch.last.map { GoalID($0.rawValue + 1) } ?? GoalID(0)
            batch = try await work.run(for: "index", within: .seconds(60)) { try await index(.from(start), $0) }
            count += batch.count
            try Task.checkCancellation()
        } while batch.last != nil && batch.isBehind
        return count
    }

    // MARK: Telling the index

    private enum Scope: Sendable {
        case ofOwner(AccountID)
        case from(GoalID)
    }

    private struct Indexed: Sendable {
        var count = 0
        /// The last goal that was looked at.
        var last: GoalID?
        /// There are others.
        var isBehind = false
    }

    /// A goal that the index is behind with.
    private struct StaleGoal: Sendable {
        let id: GoalID
        let owner: AccountID
        /// All that it has; none when it is gone.
        let texts: [String]
    }

    /// Tells the index of a batch of goals that it is behind with. They are prepared before other writes have to wait.
    private func index(
        _ scope: Scope, _ job: WorkQueue.Job, for function: StaticString = #function
    ) async throws -> Indexed {
        var indexed = Indexed()
        let (stale, isMore) = try staleGoals(scope)
        indexed.isBehind = isMore
        indexed.last = stale.last?.id
        var prepared: [(goal: StaleGoal, text: IndexedText?, terms: String)] = []
        for goal in stale {
            let text = goal.texts.isEmpty ? nil : IndexedText(of: goal.texts)
            prepared.append((goal, text, text?.terms(of: goal.owner) ?? ""))
            try await job.checkpoint()
        }
        if prepared.isEmpty { return indexed }
        let told = try await access.write(for: function) { [prepared] db in
            var told = 0
            // Another text than the one that was prepared is for the next time.
            for (goal, text, terms) in prepared where try texts(of: goal.id, goal.owner, db) == goal.texts {
                try tell(goal, text, terms, db)
                told += 1
            }
            return told
        }
        indexed.count = told
        if told < prepared.count { indexed.isBehind = true }
        return indexed
    }

    /// - Returns: The first goals that the index is behind with, and whether there are others.
    private func staleGoals(_ scope: Scope) throws -> (goals: [StaleGoal], isMore: Bool) {
        try access.read { db in
            let (sql, arguments): (String, StatementArguments) =
                switch scope {
                case .ofOwner(let owner): (SearchStatements.staleOfOwner, [owner, Self.indexBatch.goals + 1])
                case .from(let goal): (SearchStatements.stale, [goal, Self.indexBatch.goals + 1])
                }
            var ids: [(goal: GoalID, owner: AccountID)] = []
            try db.forEachRow(sql, arguments) { ids.append((GoalID($0[0] as Int64), AccountID($0[1] as Int64))) }
            var goals: [StaleGoal] = []
            var bytes = 0
            for (goal, owner) in ids {
                if goals.count == Self.indexBatch.goals || bytes >= Self.indexBatch.bytes { return (goals, true) }
                let texts = try texts(of: goal, owner, db)
                bytes += texts.reduce(0) { $0 + $1.utf8.count }
                goals.append(StaleGoal(id: goal, owner: owner, texts: texts))
            }
            return (goals, false)
        }
    }

    private func texts(of goal: GoalID, _ owner: AccountID, _ db: Database) throws -> [String] {
        var texts: [String] = []
        try db.forEachRow(SearchStatements.texts, [owner, goal]) { row in
            texts += (0..<5).compactMap { StoredText.fromDatabaseValue(row[$0])?.text }
        }
        return texts
    }

    private func tell(_ goal: StaleGoal, _ now: IndexedText?, _ terms: String, _ db: Database) throws {
        let (owner, id) = (goal.owner, goal.id)
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

/// A goal that has the pieces of what is searched for.
struct SearchCandidate {
    var goal: Goal
    var jewel: Jewel?
    var answers: [(field: ReviewField, text: String)] = []
    var steps: [(id: Int64, title: String)] = []

    /// The bytes of its texts.
    var size: Int {
        goal.title.utf8.count + answers.reduce(0) { $0 + $1.text.utf8.count }
            + steps.reduce(0) { $0 + $1.title.utf8.count }
    }

    /// What was found in it; nil when it lacks something of what is searched for.
    func found(_ query: SearchQuery) -> FoundGoal? {
        FoundGoal(
            goal, jewel: jewel, steps: steps.sorted { $0.id < $1.id }.map(\.title), answers: answers, for: query)
    }
}
