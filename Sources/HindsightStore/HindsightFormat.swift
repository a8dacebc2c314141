import GRDB
import HindsightDomain
import LivePostgres
import LiveSQLite
import Logging

extension DatabaseFormat {
    /// The format of Hindsight's databases.
    package static let hindsight = DatabaseFormat(
        name: "Hindsight", migrator: Schema.migrator, check: { try problems(SQLiteConnection($0), .sqlite) },
        isRefusal: { $0.isRefusal })

    /// The condition that a goal is completed, not deleted, and without a review.
    private static let isReviewable = """
        goal.status = 'completed' AND goal.deletedAt IS NULL AND NOT EXISTS (
            SELECT 1 FROM review
            WHERE review.goalID = goal.id AND review.ownerID = goal.ownerID AND review.deletedAt IS NULL
        )
        """

    /// The rows that `jewelTally` should contain, counted from the goals. Levels are counted by month only.
    static func jewelTallies(_ dialect: SQLDialect) -> String {
        // SQL typed by hand may leave the day out on SQLite.
        let day =
            switch dialect {
            case .sqlite: "coalesce(completedOn, date(completedAt / 1000, 'unixepoch'))"
            case .postgres: "completedOn"
            }
        return """
            SELECT won.ownerID, won.period, won.jewelColor, won.jewelShape, COUNT(*),
                CAST(coalesce(SUM(review.level), 0) AS bigint), COUNT(review.level)
            FROM (\(won("'a'")) UNION ALL \(won("'y' || substr(\(day), 1, 4)"))
                UNION ALL \(won("'m' || substr(\(day), 1, 7)"))) AS won
            LEFT JOIN review
                ON review.goalID = won.id AND review.ownerID = won.ownerID AND review.deletedAt IS NULL
                    AND won.period LIKE 'm%'
            GROUP BY won.ownerID, won.period, won.jewelColor, won.jewelShape
            """
    }

    private static func won(_ period: String) -> String {
        """
        SELECT id, ownerID, jewelColor, jewelShape, \(period) AS period FROM goal
        WHERE status = 'completed' AND deletedAt IS NULL
        """
    }

    /// Checks the rules that no constraint enforces, and returns a sentence for each that is broken.
    static func problems(_ db: any SQLConnection, _ dialect: SQLDialect) throws -> [String] {
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
                "SELECT COUNT(*) FROM goal WHERE (hasReview = 1) <> EXISTS (SELECT 1 FROM review WHERE \(reviews))"
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
                    EXCEPT \(jewelTallies(dialect))
                ) AS wrong
                """
            ),
            (
                "Jewels that are not counted",
                "SELECT COUNT(*) FROM (\(jewelTallies(dialect)) EXCEPT SELECT * FROM jewelTally) AS missing"
            ),
            (
                "Goals that are not searched, or that are gone and are",
                """
                SELECT COUNT(*) FROM (
                    SELECT id FROM goal WHERE id NOT IN (SELECT goalID FROM searchText)
                    UNION SELECT goalID FROM searchText WHERE goalID > 0 AND goalID NOT IN (SELECT id FROM goal)
                ) AS wrong WHERE id NOT IN (SELECT goalID FROM searchStale)
                """
            ),
            (
                "Answers of weeks that are not searched, or that are gone and are",
                """
                WITH answer (id) AS (SELECT \(Schema.entry("weekNote", dialect)) FROM weekNote WHERE text <> '')
                SELECT COUNT(*) FROM (
                    SELECT id FROM answer WHERE id NOT IN (SELECT goalID FROM searchText)
                    UNION SELECT goalID FROM searchText WHERE goalID < 0 AND goalID NOT IN (SELECT id FROM answer)
                ) AS wrong WHERE id NOT IN (SELECT goalID FROM searchStale)
                """
            ),
        ]
        return try questions.compactMap { what, sql in
            let count = try db.first(sql, []) { try $0.value(0, of: "goal") as Int } ?? 0
            return count == 0 ? nil : "\(what): \(count)."
        }
    }
}

extension PostgresFormat {
    /// The format of Hindsight's databases on PostgreSQL.
    package static let hindsight = PostgresFormat(
        name: "Hindsight", migrations: [.init("hindsight", Schema.postgres)])
}

extension StoreAccess {
    /// Creates the access of a store, whose errors are ``StoreError``.
    static func hindsight(_ database: any SQLDatabase, clock: @escaping WallClock, logger: Logger) -> StoreAccess {
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
