import Foundation
import HindsightDomain
import LiveSQL

// The pages that people show to others. Answers are kept by the owner of the page, so that all who look at it are answered
// with one reading, and never with one from before the owner's last change. Those that anybody can ask for by the thousand,
// such as for goals that aren't shared, are not kept.
extension SQLGoalStore {
    package func ownPage(of owner: AccountID) async throws -> OwnPage? {
        try await access.read { db in try storedPage(of: owner, db)?.page }
    }

    func storedPage(of owner: AccountID, _ db: any SQLConnection) throws -> (page: OwnPage, changedAt: StoredTime?)? {
        try db.first(PeopleStatements.ownPage, [owner]) { row in
            let page = OwnPage(
                handle: (row[0] as String?).flatMap { Handle($0) }, visibility: try PageVisibility(row, at: 1),
                sharedCount: try row.value(3, of: "goal"))
            return (page, (row[2] as Int64?).map { StoredTime(milliseconds: $0) })
        }
    }

    package func setPage(
        handle: Handle?, visibility: PageVisibility, of owner: AccountID
    ) async throws -> PageChange {
        try await write(of: owner) { db -> Written<PageChange> in
            guard let (page, changedAt) = try storedPage(of: owner, db) else { throw StoreError.notFound }
            let now = access.now
            var newChange = changedAt
            let hasNewHandle = page.handle != handle
            if let former = page.handle, former != handle {
                let end = changedAt?.adding(OwnPage.changeInterval)
                if let end, now < end { return Written(.tooSoon(until: end.date), nil) }
                newChange = now
            }
            if let handle, hasNewHandle, try isTaken(handle, for: owner, db) { return Written(.taken, nil) }
            if hasNewHandle {
                try db.run(PeopleStatements.retireHandle, [owner, now.adding(OwnPage.retirement)])
                try db.run(FollowStatements.countConnected, [owner])
            }
            try db.run(PeopleStatements.setPage, [owner, handle?.description, newChange, visibility])
            return Written(.changed, .all, hasNewName: hasNewHandle)
        }
    }

    /// Whether a handle is that of another account, or was until recently.
    func isTaken(_ handle: Handle, for owner: AccountID, _ db: any SQLConnection) throws -> Bool {
        let name = handle.description
        return try db.first(PeopleStatements.isUsed, [name], { _ in true }) ?? false
            || db.first(PeopleStatements.isFormer, [name, access.now, owner], { _ in true }) ?? false
    }

    package func share(_ part: SharedPart, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let isChanged = try db.run(PeopleStatements.share, [owner, goal, part, access.now]) > 0
            return Written(try existing(goal, of: owner, db), isChanged ? [goal] : [])
        }
    }

    package func page(
        _ handle: Handle, for viewer: AccountID?, after: SharedGoalCursor?, limit: Int
    ) async throws -> PersonPage? {
        let limit = GoalStoreLimits.limit(limit)
        guard let (owner, relation) = try await owner(of: handle, for: viewer) else { return nil }
        let question = Question.page(owner, handle, relation, after: after, limit: limit)
        let isKept = { (page: PersonPage?) in page != nil && after == nil }
        return try await answer(question, of: owner, keeping: isKept) { db in
            var page: PersonPage?
            // One row beyond the slice tells whether there is more.
            let arguments: [any SQLValue] = [
                owner, handle.description, viewer, after?.day, after?.goal, limit + 1, relation.rawValue,
            ]
            try db.forEachRow(PeopleStatements.page, arguments) { row in
                let part: Int = try row.value(0, of: "account")
                guard part > 0 else {
                    page = PersonPage(person: try Person(row, at: 1, owner, handle))
                    return
                }
                let goal = try ListedGoal(shared: Columns<GoalColumn>(row: row, first: 3))
                if part == 1 {
                    page?.active.append(goal)
                } else if let count = page?.completed.count, count < limit {
                    page?.completed.append(goal)
                } else {
                    page?.hasMore = true
                }
            }
            return page
        }
    }

    package func sharedGoal(
        _ goal: GoalID, of handle: Handle, for viewer: AccountID?
    ) async throws -> SharedGoal? {
        guard let (owner, relation) = try await owner(of: handle, for: viewer) else { return nil }
        let question = Question.sharedGoal(owner, handle, relation, goal)
        // Each follower has an answer of their own.
        let isKept = { (goal: SharedGoal?) in goal != nil && relation != .follower }
        return try await answer(question, of: owner, keeping: isKept) { db in
            let arguments: [any SQLValue] = [owner, handle.description, viewer, goal, relation.rawValue]
            return try db.first(PeopleStatements.sharedGoal, arguments) { row in
                let columns = Columns<GoalColumn>(row: row, first: 2)
                let review = Columns<ReviewColumn>(row: row, first: columns.end + 1)
                return SharedGoal(
                    person: try Person(row, at: 0, owner, handle), goal: try ListedGoal(shared: columns),
                    review: try Review(review), isApplauded: row[review.end])
            }
        }
    }

    /// Returns the account with a handle, and the relation of the viewer to it. Whether its page is for them is decided by the
    /// statement that reads it. If the relation changes in between, that finds nothing.
    func owner(
        of handle: Handle, for viewer: AccountID?, for function: StaticString = #function
    ) async throws -> (owner: AccountID, relation: Relation)? {
        try await access.read(for: function) { db in
            try db.first(PeopleStatements.owner, [handle.description, viewer]) { row in
                let owner = AccountID(try row.value(0, of: "account") as Int64)
                return (owner, viewer == owner ? .owner : Relation(state: row[1]))
            }
        }
    }
}
