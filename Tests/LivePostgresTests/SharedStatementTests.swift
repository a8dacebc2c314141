import Testing

@testable import LivePostgres

/// What PostgreSQL is asked for a statement that engines share.
@Suite(.timeLimit(.minutes(15))) struct SharedStatementTests {
    @Test(arguments: [
        ("SELECT a FROM b INDEXED BY c WHERE d = ?12", "SELECT a FROM b WHERE d = $12"),
        ("SELECT 1 FROM a CROSS JOIN b ON a.c = b.c", "SELECT 1 FROM a JOIN b ON a.c = b.c"),
        ("SELECT min(a), max(b) FROM c", "SELECT min(a), max(b) FROM c"),
        ("SELECT min(a, ?1)", "SELECT least(a, $1)"),
        (
            "SELECT max(?1, 1 + (SELECT max(coalesce(a, 0)) FROM b))",
            "SELECT greatest($1, 1 + (SELECT max(coalesce(a, 0)) FROM b))"
        ),
        ("SELECT min(a || ',')", "SELECT min(a || ',')"),
        ("SELECT max(coalesce(a, ')'), 1)", "SELECT greatest(coalesce(a, ')'), 1)"),
        ("SELECT group_concat(a, ' ') FROM b", "SELECT string_agg(a, ' ') FROM b"),
        (
            "SELECT value FROM json_each(?2)",
            "SELECT value FROM json_array_elements_text(CAST($2 AS json)) AS json_each (value)"
        ),
        (
            "SELECT 'min(a, b) ?1 CROSS JOIN', \"max(a, b)\"", "SELECT 'min(a, b) ?1 CROSS JOIN', \"max(a, b)\""
        ),
    ])
    func aStatementIsSaidInItsWords(shared: String, own: String) {
        #expect(SharedStatement.text(of: shared) == own)
    }
}
