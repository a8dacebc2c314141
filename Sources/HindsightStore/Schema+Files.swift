// Columns for goals in exported and imported files.
extension Schema {
    /// The UID of a goal, 128 random bits, by which an import recognises a goal that is there already. A goal that is
    /// inserted without one gets one by a trigger.
    static let goalUIDs = [
        // `ANY`: SQLite assumes that other types are wider, and then reads the list of waiting goals by another index.
        "ALTER TABLE goal ADD COLUMN uid ANY CHECK (uid IS NULL OR (typeof(uid) = 'blob' AND length(uid) = 16))",
        "UPDATE goal SET uid = randomblob(16)",
        // A partial index, so that no list is read by it.
        "CREATE UNIQUE INDEX goal_uid ON goal (ownerID, uid) WHERE uid IS NOT NULL",
        """
        CREATE TRIGGER goal_inserted_uid AFTER INSERT ON goal WHEN NEW.uid IS NULL BEGIN
            UPDATE goal SET uid = randomblob(16) WHERE goal.id = NEW.id;
        END
        """,
    ]
}
