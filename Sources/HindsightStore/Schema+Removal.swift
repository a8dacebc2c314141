extension Schema {
    /// The time when an account was deleted, or a demo account was found to be over.
    ///
    /// Deleting a large account in one transaction would keep all other writes waiting. So it is closed at once, and
    /// its rows are removed a slice at a time; see ``AccountStatements/close``.
    static let removal = [
        "ALTER TABLE account ADD COLUMN closedAt INTEGER",
        "CREATE INDEX account_closed ON account (closedAt) WHERE closedAt IS NOT NULL",
    ]
}
