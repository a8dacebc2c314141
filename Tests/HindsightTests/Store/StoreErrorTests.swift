import HindsightDomain
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct StoreErrorTests {
    @Test(
        arguments: [
            (13, "SQLITE_FULL 13: words"), (778, "SQLITE_IOERR 10, extended 778: words"), (5, "SQLITE_BUSY 5: words"),
            (261, "SQLITE_BUSY 5, extended 261: words"), (28, "SQLITE_WARNING 28: words"), (200, "SQLite 200: words"),
        ] as [(Int32, String)])
    func whatSQLiteReportsIsNamedByItsCode(code: Int32, description: String) {
        let failure = SQLiteFailure(extendedCode: code, message: "words")
        #expect(failure.description == description)
        let error = StoreError.unavailable(failure)
        #expect(error.description == "unavailable: The database is not available. (\(description))")
        #expect(error.sqliteCode == code & 0xFF && error.sqliteExtendedCode == code)
    }

    @Test func otherErrorsHaveNoCode() {
        struct Other: Error {}
        #expect(StoreError.unavailable(Other()).sqliteCode == nil)
        #expect(StoreError.notFound.sqliteCode == nil && StoreError.notFound.sqliteExtendedCode == nil)
    }
}
