import GRDB

// Searching, and keeping up what is searched by.
//
// A search brings the index up to date itself, for its owner, before it asks it: so what was just written is found, by
// whichever process, and no search has to look through anything besides. Only where many goals are new at once (an
// import, the first start of this version) the newest are taken, and `indexSearch` is behind with the others for a
// moment.
extension SQLiteGoalStore {
    /// So many goals, or the first that have so many bytes, are told to the index in one transaction: other writes wait.
    private static let indexBatch = (goals: 200, bytes: 100_000)

    /// Of so many goals that have the pieces of what is searched for, none may have it whole: then the slice ends there.
    private static let mostCandidates = 200

    public func search(
        of owner: AccountID, for query: SearchQuery, after: GoalID?, limit: Int
    ) async throws -> SearchSlice {
        let limit = min(max(limit, 1), GoalStoreLimits.sliceSize)
        try Task.checkCancellation()
        var slice = SearchSlice()
        if try hasStale(owner) { slice.isPartial = try await index(.ofOwner(owner)).isBehind }
        let match = IndexedText.match(query, of: owner)
        var below = after ?? GoalID(.max)
        var examined = 0
        while true {
            // One more than is wanted tells whether there is more.
            let batch = limit + 1 - slice.goals.count
            let candidates = try candidates([owner, match, below, batch])
            for candidate in candidates {
                guard let goal = candidate.found(query) else { continue }
                if slice.goals.count == limit {
                    slice.next = slice.goals.last?.id
                    return slice
                }
                slice.goals.append(goal)
            }
            examined += candidates.count
            guard let last = candidates.last, candidates.count == batch else { return slice }
            below = last.goal.id
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
            batch = try await index(.from(batch.last.map { GoalID($0.rawValue + 1) } ?? GoalID(0)))
            count += batch.count
            try Task.checkCancellation()
        } while batch.isBehind
        return count
    }

    // MARK: Telling the index

    private enum Scope: Sendable {
        case ofOwner(AccountID)
        case from(GoalID)
    }

    private struct Indexed: Sendable {
        var count = 0
        var last: GoalID?
        /// There are others.
        var isBehind = false
    }

    /// Tells the index of a batch of goals that it is behind with.
    private func index(_ scope: Scope, for function: StaticString = #function) async throws -> Indexed {
        try await access.write(for: function) { db in
            let (sql, arguments): (String, StatementArguments) =
                switch scope {
                case .ofOwner(let owner): (SearchStatements.staleOfOwner, [owner, Self.indexBatch.goals + 1])
                case .from(let goal): (SearchStatements.stale, [goal, Self.indexBatch.goals + 1])
                }
            var stale: [(goal: GoalID, owner: AccountID)] = []
            try db.forEachRow(sql, arguments) { stale.append((GoalID($0[0] as Int64), AccountID($0[1] as Int64))) }
            var indexed = Indexed()
            var bytes = 0
            for (goal, owner) in stale {
                if indexed.count == Self.indexBatch.goals || bytes >= Self.indexBatch.bytes {
                    indexed.isBehind = true
                    break
                }
                bytes += try index(goal, of: owner, db)
                indexed.count += 1
                indexed.last = goal
            }
            return indexed
        }
    }

    /// - Returns: How many bytes were told.
    private func index(_ goal: GoalID, of owner: AccountID, _ db: Database) throws -> Int {
        var texts: [String] = []
        try db.forEachRow(SearchStatements.texts, [owner, goal]) { row in
            texts += (0..<5).compactMap { StoredText.fromDatabaseValue(row[$0])?.text }
        }
        let former = try db.first(SearchStatements.indexed, [owner, goal]) { IndexedText(text: $0[0]) }
        let now = texts.isEmpty ? nil : IndexedText(of: texts)
        if former?.text != now?.text {
            if let former { try db.run(SearchStatements.remove, [goal, former.terms(of: owner)]) }
            if let now {
                try db.run(SearchStatements.add, [goal, now.terms(of: owner)])
                try db.run(SearchStatements.keepText, [owner, goal, now.text])
            } else {
                try db.run(SearchStatements.removeText, [owner, goal])
            }
        }
        try db.run(SearchStatements.isFresh, [owner, goal])
        return now?.text.utf8.count ?? 0
    }
}

/// A goal that has the pieces of what is searched for.
struct SearchCandidate {
    var goal: Goal
    var jewel: Jewel?
    var answers: [(field: ReviewField, text: String)] = []
    var steps: [(id: Int64, title: String)] = []

    /// What was found in it; nil when it lacks something of what is searched for.
    func found(_ query: SearchQuery) -> FoundGoal? {
        FoundGoal(
            goal, jewel: jewel, steps: steps.sorted { $0.id < $1.id }.map(\.title), answers: answers, for: query)
    }
}
