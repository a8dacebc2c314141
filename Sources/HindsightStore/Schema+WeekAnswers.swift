// Indexes by which the answers to the questions of weeks are searched and listed.
extension Schema {
    /// Answers in the same index as goals, each under a negative number, so that both are searched by one query, and
    /// goals come before answers when the newest is first. See ``SearchEntry``, which computes the same numbers.
    static let weekAnswers = [
        // Without the answers that were emptied, however many there are.
        "CREATE INDEX weekNote_answered ON weekNote (ownerID, week) WHERE text <> ''",
        """
        INSERT INTO searchStale (goalID, ownerID) SELECT \(entry("weekNote")), ownerID FROM weekNote WHERE text <> ''
        ON CONFLICT (goalID) DO NOTHING
        """,
        "CREATE TRIGGER weekNote_inserted_search AFTER INSERT ON weekNote BEGIN \(noteAnswer("NEW")); END",
        """
        CREATE TRIGGER weekNote_updated_search AFTER UPDATE OF text ON weekNote WHEN NEW.text IS NOT OLD.text BEGIN
            \(noteAnswer("NEW"));
        END
        """,
        "CREATE TRIGGER weekNote_deleted_search AFTER DELETE ON weekNote BEGIN \(noteAnswer("OLD")); END",
    ]

    /// The number of a row of `weekNote` in the index.
    static func entry(_ row: String) -> String {
        "\(row).ownerID * 8388608 + CAST(julianday(\(row).week) AS INTEGER) - 9223372036854775807 - 1"
    }

    private static func noteAnswer(_ row: String) -> String {
        """
        INSERT INTO searchStale (goalID, ownerID) VALUES (\(entry(row)), \(row).ownerID) ON CONFLICT (goalID) DO NOTHING
        """
    }
}
