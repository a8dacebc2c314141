import Foundation
import HindsightDomain
import LiveSQL

extension SQLGoalStore {
    /// All tables but the probe and those of the search index, which is made anew.
    static let copiedTables: [DatabaseCopy.Table] = [
        .init(
            "account", key: ["id"],
            [
                "isDemo", "language", "createdAt", "reviewableCount", "timeZone", "theme", "completedCount", "email",
                "emailKey", "passwordHash", "emailConfirmedAt", "weekStart", "storedCount", "activeCount",
                "putAwaySeenAt", "demoID", "closedAt", "revision", "handle", "handleChangedAt", "pageVisibility",
            ],
            texts: ["displayName"], ids: .usedOnce),
        .init(
            "accountSession", key: ["tokenHash"],
            ["accountID", "csrfToken", "createdAt", "expiresAt", "idle", "endsAt", "lastUsedAt", "address"],
            texts: ["agent"]),
        .init(
            "goal", key: ["id"],
            [
                "ownerID", "startDate", "endDate", "status", "reminderEnabled", "jewelColor", "jewelShape",
                "completedAt", "createdAt", "deletedAt", "hasReview", "reviewRevision", "completedOn", "celebration",
                "creationKey", "revision", "stepCount", "doneCount", "uid", "rank", "putAwayAt", "putAwayNotice",
                "firstStartDate", "completedFrom", "completionRecordedAt", "keptJewelColor", "keptJewelShape",
                "isSample", "cameAsSample", "sharedPart", "sharedAt", "newsAt",
            ],
            texts: ["title"], ids: .usedOnce),
        .init(
            "review", key: ["id"],
            ["goalID", "ownerID", "style", "level", "writtenAt", "editedAt", "deletedAt", "revision"],
            texts: ["liked", "lacked", "learned", "longedFor", "text"], ids: .usedOnce),
        .init(
            "draftField", key: ["goalID", "ownerID", "droppedAt", "field"], ["revision", "writer"], texts: ["value"]),
        .init(
            "accountLink", key: ["tokenHash"],
            ["kind", "accountID", "email", "passwordHash", "language", "timeZone", "expiresAt", "keeps"]),
        .init("knownDevice", key: ["accountID", "tokenHash"], ["lastUsedAt"]),
        .init("attempt", key: ["keyHash"], ["count", "pausedUntil", "forgottenAt"]),
        .init(
            "accountLog", key: ["id"], ["accountID", "event", "happenedAt", "address"], texts: ["agent"],
            ids: .usedOnce),
        .init(
            "step", key: ["id"],
            [
                "goalID", "ownerID", "place", "doneAt", "alarmMinute", "alarmDays", "creationKey", "createdAt",
                "doneOn", "completes", "times", "tickCount", "repeatDays", "repeatsFrom", "dueOn",
            ],
            texts: ["title"], ids: .usedOnce),
        .init("jewelTally", key: ["ownerID", "period", "color", "shape"], ["count", "levelSum", "levelCount"]),
        .init("weekNote", key: ["ownerID", "week"], ["question", "revision"], texts: ["text"]),
        .init(
            "reminder", key: ["accountID"],
            ["language", "calendarHash", "calendarMadeAt", "calendarName", "steps", "ends", "week", "weekMinute"]),
        .init(
            "pushBrowser", key: ["id"], ["accountID", "endpoint", "publicKey", "authSecret", "createdAt", "address"],
            texts: ["agent"], ids: .usedOnce),
        .init("reminderDue", key: ["accountID"], ["dueAt", "plannedAt", "checkedAt"]),
        .init(
            "removedStep", key: ["stepID"],
            [
                "goalID", "ownerID", "place", "doneAt", "doneOn", "alarmMinute", "alarmDays", "creationKey",
                "createdAt", "removedAt", "completes", "times", "tickCount", "repeatDays", "repeatsFrom", "dueOn",
            ],
            texts: ["title"]),
        .init("stepTick", key: ["goalID", "stepID", "day"], ["ownerID"]),
        .init("event", key: ["id"], ["ownerID", "goalID", "kind", "at"], ids: .usedOnce),
        .init("formerHandle", key: ["handle"], ["accountID", "availableAt"]),
        .init("follow", key: ["id"], ["followerID", "followeeID", "state", "since", "endedAt"], ids: .usedOnce),
        .init(
            "invitation", key: ["id"], ["ownerID", "token", "state", "answeredBy", "createdAt", "endedAt"],
            ids: .usedOnce),
        .init("applause", key: ["goalID", "ownerID", "accountID"], []),
    ]

    /// Copies a database into an empty one, on any engines; see `DatabaseCopy`.
    ///
    /// - Parameters:
    ///   - size: number of rows in a transaction at most.
    ///   - progress: called with the name of a table and the number of its rows when it was copied.
    /// - Throws: `DatabaseCopyError`, the engines' errors.
    package static func copy(
        from source: any SQLDatabase, to target: any SQLDatabase, inSlicesOf size: Int = 500,
        progress: (_ table: String, _ rowCount: Int) -> Void = { _, _ in }
    ) async throws {
        try await DatabaseCopy(copiedTables, sliceSize: size).run(
            from: source, to: target, finish: { try await deriveIndex(of: target, size) }, progress: progress)
    }

    /// Makes the search index of copied goals and answers.
    private static func deriveIndex(of database: any SQLDatabase, _ size: Int) async throws {
        // Only copies run these statements, which read all goals and answers.
        let goals = "SELECT goal.id, goal.ownerID FROM goal WHERE goal.id > ?1 ORDER BY goal.id LIMIT ?2"
        let answers = """
            SELECT weekNote.ownerID, weekNote.week FROM weekNote WHERE (weekNote.ownerID, weekNote.week) > (?1, ?2)
            ORDER BY weekNote.ownerID, weekNote.week LIMIT ?3
            """
        let mark = "INSERT INTO searchStale (goalID, ownerID) VALUES (?1, ?2) ON CONFLICT (goalID) DO NOTHING"
        var last: GoalID? = GoalID(0)
        while let after = last {
            last = try await database.transaction { db in
                var found: [(id: GoalID, owner: AccountID)] = []
                try db.forEachRow(goals, [after, size]) { row in
                    found.append((GoalID(try row.value(0, of: "goal") as Int64), try row.value(1, of: "goal")))
                }
                for goal in found { try db.run(mark, [goal.id, goal.owner]) }
                return found.count == size ? found.last?.id : nil
            }
        }
        var lastAnswer: (owner: AccountID, week: String)? = (AccountID(0), "")
        while let after = lastAnswer {
            lastAnswer = try await database.transaction { db in
                var found: [(owner: AccountID, week: String)] = []
                try db.forEachRow(answers, [after.owner, after.week, size]) { row in
                    found.append((try row.value(0, of: "weekNote"), try row.value(1, of: "weekNote")))
                }
                for (owner, text) in found {
                    guard let week = CalendarDate(text) else { throw UnreadableRow(table: "weekNote") }
                    try db.run(mark, [SearchEntry(.week(week), of: owner).number, owner])
                }
                return found.count == size ? found.last : nil
            }
        }
        _ = try await SQLGoalStore(database, clock: { Date() }).indexSearch()
    }
}
