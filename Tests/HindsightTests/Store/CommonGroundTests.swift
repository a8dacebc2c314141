import LiveSQL
import TestSupport
import Testing

@testable import HindsightStore
@testable import LivePostgres

/// The SQL that a server has to have.
@Suite(.timeLimit(.minutes(15))) struct CommonGroundTests {
    @Test func whatStatementsUseBeyondTheCommonGroundIsDocumented() throws {
        let statements =
            QueryPlanTests.ofGoals(.postgres) + AccountStatements.all + ReminderStatements.all + ServerStatements.all
            + ChangeFeedStatements.all
        try CommonGround.expectDocumented(
            statements.map { SharedStatement.text(of: $0) } + [ChangeFeedStatements.table] + Schema.postgres)
    }
}
