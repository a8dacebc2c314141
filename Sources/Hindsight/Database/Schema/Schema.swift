import GRDB

/// The tables, as migrations that are applied in order and each once. A migration that was released is never edited.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("accounts") { db in
            for sql in accountTables { try db.execute(sql: sql) }
        }
        migrator.registerMigration("goals and reviews") { db in
            for sql in goalTables { try db.execute(sql: sql) }
        }
        return migrator
    }
}
