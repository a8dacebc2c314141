import GRDB
import LiveSQLite

extension Schema {
    /// Brings a database to the form that its migrations have landed in.
    ///
    /// Some migrations were changed after databases had been created with them, before landed migrations were frozen:
    /// an index, five triggers and the type of `goal.uid` can be those of an earlier form. Parts that are in the landed
    /// form are not touched, so that a large database starts as fast as a small one.
    static func restoreLandedForm(_ db: Database) throws {
        for (kind, name, statements) in changedAfterwards {
            guard let landed = statements.first(where: { $0.hasPrefix("CREATE \(kind) \(name) ") }) else { continue }
            let found = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = ?", arguments: [name])
            if found == landed { continue }
            try db.execute(sql: "DROP \(kind) IF EXISTS \(name)")
            try db.execute(sql: landed)
        }
        if try db.columns(in: "goal").contains(where: { $0.name == "uid" && $0.type == "BLOB" }) {
            for sql in uidOfAnyType { try db.execute(sql: sql) }
        }
    }

    /// The index and the triggers that were changed, with the statements of the landed migrations, which never change.
    private static let changedAfterwards: [(kind: String, name: String, statements: [String])] = [
        ("INDEX", "goal_owner", steps),
        ("TRIGGER", "review_inserted_level", lookBack),
        ("TRIGGER", "review_updated_level_before", lookBack),
        ("TRIGGER", "review_updated_level", lookBack),
        ("TRIGGER", "review_deleted_level", lookBack),
        ("TRIGGER", "review_updated_search", search),
    ]

    private static var uidOfAnyType: [String] {
        let parts = goalUIDs.filter { !$0.hasPrefix("UPDATE") }
        return [
            "DROP INDEX goal_uid", "DROP TRIGGER goal_inserted_uid",
            "ALTER TABLE goal RENAME COLUMN uid TO formerUID", parts[0], "UPDATE goal SET uid = formerUID",
            "ALTER TABLE goal DROP COLUMN formerUID",
        ] + parts[1...]
    }
}
