import GRDB
import HindsightDomain
import LiveSQLite
import Logging

extension DatabaseFormat {
    /// The format of Hindsight's databases.
    package static let hindsight = DatabaseFormat(
        name: "Hindsight", migrator: Schema.migrator, check: wrongCounts, isRefusal: { $0.isRefusal })

    /// The condition that a goal is completed, not deleted, and without a review.
    private static let isReviewable = """
        goal.status = 'completed' AND goal.deletedAt IS NULL AND NOT EXISTS (
            SELECT 1 FROM review
            WHERE review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
        )
        """

    /// The rows that `jewelTally` should contain, counted from the goals. Levels are counted by month only.
    static let jewelTallies = """
        SELECT goal.ownerID, period.value, goal.jewelColor, goal.jewelShape, COUNT(*),
            coalesce(SUM(review.level), 0), COUNT(review.level)
        FROM (
            SELECT *, coalesce(completedOn, date(completedAt / 1000, 'unixepoch')) AS day FROM goal
        ) AS goal
        JOIN json_each(json_array('a', 'y' || substr(goal.day, 1, 4), 'm' || substr(goal.day, 1, 7))) AS period
        LEFT JOIN review
            ON review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
                AND period.value GLOB 'm*'
        WHERE goal.status = 'completed' AND goal.deletedAt IS NULL
        GROUP BY 1, 2, 3, 4
        """

    @Sendable private static func wrongCounts(_ db: Database) throws -> [String] {
        let completed = "goal.ownerID = account.id AND goal.status = 'completed' AND goal.deletedAt IS NULL"
        let reviews = "review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL"
        let questions = [
            (
                "Accounts whose count of reviewable goals is not that of the rows",
                """
                SELECT COUNT(*) FROM account WHERE reviewableCount <> (
                    SELECT COUNT(*) FROM goal WHERE goal.ownerID = account.id AND \(isReviewable)
                )
                """
            ),
            (
                "Accounts whose count of completed goals is not that of the rows",
                "SELECT COUNT(*) FROM account WHERE completedCount <> (SELECT COUNT(*) FROM goal WHERE \(completed))"
            ),
            (
                "Goals that are taken for reviewed and are not, or are and are not taken for it",
                "SELECT COUNT(*) FROM goal WHERE hasReview <> EXISTS (SELECT 1 FROM review WHERE \(reviews))"
            ),
            (
                "Accounts whose counts of stored and active goals are not those of the rows",
                """
                SELECT COUNT(*) FROM account WHERE (storedCount, activeCount) <> (
                    SELECT COUNT(*) FILTER (WHERE goal.status = 'stored'), COUNT(*) FILTER (WHERE goal.status = 'active')
                    FROM goal WHERE goal.ownerID = account.id AND goal.deletedAt IS NULL
                )
                """
            ),
            (
                "Goals whose counts of steps are not those of the rows",
                """
                SELECT COUNT(*) FROM goal WHERE (stepCount, doneCount) <> (
                    SELECT COUNT(*), COUNT(step.doneAt) FROM step
                    WHERE step.goalID = goal.id AND step.ownerID = goal.ownerID
                )
                """
            ),
            (
                "Stored goals without the time when they were put away",
                "SELECT COUNT(*) FROM goal WHERE status = 'stored' AND putAwayAt IS NULL"
            ),
            (
                "Completed goals without a rank",
                "SELECT COUNT(*) FROM goal WHERE status = 'completed' AND isSample = 0 AND rank IS NULL"
            ),
            ("Samples with a rank", "SELECT COUNT(*) FROM goal WHERE isSample = 1 AND rank IS NOT NULL"),
            (
                "Steps that are done without a day, or have one and are not done",
                // A step that was done by the completion of its goal has no day.
                """
                SELECT COUNT(*) FROM step WHERE times IS NULL AND (doneAt IS NULL) <> (doneOn IS NULL) AND (
                    doneAt IS NULL OR NOT EXISTS (
                        SELECT 1 FROM goal WHERE goal.id = step.goalID AND goal.status = 'completed'
                    )
                )
                """
            ),
            (
                "Steps whose ticks are not those of the rows",
                """
                SELECT COUNT(*) FROM step WHERE times IS NOT NULL AND (tickCount, coalesce(doneOn, '')) <> (
                    SELECT COUNT(*), coalesce(max(stepTick.day), '') FROM stepTick
                    WHERE stepTick.goalID = step.goalID AND stepTick.stepID = step.id
                )
                """
            ),
            (
                "Counts of jewels that are not those of the rows",
                """
                SELECT COUNT(*) FROM (
                    SELECT * FROM jewelTally WHERE count <> 0 OR levelSum <> 0 OR levelCount <> 0
                    EXCEPT \(jewelTallies)
                )
                """
            ),
            (
                "Jewels that are not counted",
                "SELECT COUNT(*) FROM (\(jewelTallies) EXCEPT SELECT * FROM jewelTally)"
            ),
            (
                "Goals that are not searched, or that are gone and are",
                """
                SELECT COUNT(*) FROM (
                    SELECT id FROM goal WHERE id NOT IN (SELECT goalID FROM searchText)
                    UNION SELECT goalID FROM searchText WHERE goalID > 0 AND goalID NOT IN (SELECT id FROM goal)
                ) WHERE id NOT IN (SELECT goalID FROM searchStale)
                """
            ),
            (
                "Answers of weeks that are not searched, or that are gone and are",
                """
                WITH answer (id) AS (SELECT \(Schema.entry("weekNote")) FROM weekNote WHERE text <> '')
                SELECT COUNT(*) FROM (
                    SELECT id FROM answer WHERE id NOT IN (SELECT goalID FROM searchText)
                    UNION SELECT goalID FROM searchText WHERE goalID < 0 AND goalID NOT IN (SELECT id FROM answer)
                ) WHERE id NOT IN (SELECT goalID FROM searchStale)
                """
            ),
        ]
        return try questions.compactMap { what, sql in
            let count = try Int.fetchOne(db, sql: sql) ?? 0
            return count == 0 ? nil : "\(what): \(count)."
        }
    }
}

extension StoreAccess {
    /// Creates the access of a store, whose errors are ``StoreError``.
    static func hindsight(_ database: SQLiteDatabase, clock: @escaping WallClock, logger: Logger) -> StoreAccess {
        StoreAccess(database, clock: clock, logger: logger) { error in
            error.isRefusal
                ? nil : StoreError.unavailable((error as? DatabaseError).map(SQLiteFailure.init) ?? error)
        }
    }
}

extension Error {
    /// Whether a request was wrong, and not the database.
    fileprivate var isRefusal: Bool { self is StoreError }
}

extension SQLiteFailure {
    fileprivate init(_ error: DatabaseError) {
        self.init(
            extendedCode: error.extendedResultCode.rawValue,
            message: error.message ?? error.extendedResultCode.description)
    }
}
