import GRDB

/// One SQL statement of the app with its bound arguments.
///
/// Every statement that a store issues is made here, in this folder, from a constant text and named arguments: nothing
/// a person typed ever becomes SQL, and a test can ask SQLite for the plan of each (`QueryPlanTests`).
struct BoundStatement {
    let sql: String
    let arguments: StatementArguments

    init(_ sql: String, _ arguments: StatementArguments = StatementArguments()) {
        self.sql = sql
        self.arguments = arguments
    }

    /// Runs a statement that changes rows.
    func execute(_ db: Database) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs a statement and tells how many rows it changed, not counting what foreign keys removed.
    func changedRows(_ db: Database) throws -> Int {
        try execute(db)
        return db.changesCount
    }

    /// All rows of a query.
    func rows(_ db: Database) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first row of a query.
    func row(_ db: Database) throws -> Row? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The one number that a counting query answers.
    func count(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) ?? 0
    }
}
