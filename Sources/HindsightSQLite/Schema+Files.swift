// What goals need that are taken along in files.
extension Schema {
    /// What a goal is known by wherever it goes, so that none is there twice that comes from a file: 128 random bits. Whoever
    /// adds a goal need not say one.
    static let goalUIDs = [
        // `ANY`: SQLite takes other types to be wider, and then reads the list of what waits by another index.
        "ALTER TABLE goal ADD COLUMN uid ANY CHECK (uid IS NULL OR (typeof(uid) = 'blob' AND length(uid) = 16))",
        "UPDATE goal SET uid = randomblob(16)",
        // No list is to be read by it.
        "CREATE UNIQUE INDEX goal_uid ON goal (ownerID, uid) WHERE uid IS NOT NULL",
        """
        CREATE TRIGGER goal_inserted_uid AFTER INSERT ON goal WHEN NEW.uid IS NULL BEGIN
            UPDATE goal SET uid = randomblob(16) WHERE goal.id = NEW.id;
        END
        """,
    ]
}
