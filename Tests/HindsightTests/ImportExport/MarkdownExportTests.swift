import Foundation
import GRDB
import HindsightDomain
import LiveSQLite
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// The document of an account. That its readers show what was typed, `Tests/Browser/test_import_export.py` asks one of
/// them.
@Suite(.timeLimit(.minutes(15))) struct MarkdownExportTests {
    @Test(arguments: [
        ("Read a book", "Read a book"), ("# <script>", "\\# \\<script\\>"), ("C# and #1", "C# and \\#1"),
        ("](javascript:alert(1))", "\\](javascript:alert(1))"), ("- [x] done", "\\- \\[x\\] done"),
        ("1. one", "1\\. one"), ("2026) so", "2026\\) so"), ("2.5 km. (or 3)", "2\\.5 km. (or 3)"),
        ("--- | ---", "\\--- \\| ---"), ("*a* _b_ `c` ~d~ $e$", "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\$e\\$"),
        ("R&D &amp; &#33; & so", "R\\&D \\&amp; \\&#33; & so"), ("a\\", "a\\\\"), ("two\nlines", "two&#10;lines"),
        ("  ends\t", "&#32;&#32;ends&#9;"), ("nul\0", "nul\u{FFFD}"), ("=== a", "\\=== a"), (":- a", "\\:- a"),
        ("달리기 👟 3.5km", "달리기 👟 3.5km"),
    ])
    func aLineStaysText(typed: String, written: String) { #expect(MarkdownText.line(typed) == written) }

    @Test(arguments: [
        ("one", "one"), ("one\ntwo", "one\\\ntwo"), ("one\r\ntwo\rthree", "one\\\ntwo\\\nthree"),
        ("one\n\ntwo", "one\n\ntwo"), ("one\n\n\ntwo", "one\\\n\\\n\\\ntwo"),
        ("one\n  \ntwo", "one\\\n&#32;&#32;\\\ntwo"),
        ("- a\n- b", "\\- a\\\n\\- b"), ("a\n===", "a\\\n\\==="), ("\n\na\n", "\\\n\\\na"), ("", ""),
    ])
    func linesOfAReviewAreKept(typed: String, written: String) { #expect(MarkdownText.paragraphs(typed) == written) }

    @Test func theDocumentHasAllThatBelongsToAGoal() async throws {
        try await withApp { app in
            let (fixture, store) = (app.fixture, app.fixture.store)
            let account = try await app.account()
            let owner = try #require(try await app.newestAccount())
            let steps = [
                NewStep(title: try GoalTitle("- [x] shoes"), isDone: true),
                NewStep(title: try GoalTitle("Run"), isDone: false, alarm: Alarm(minute: 425, days: [.monday])),
            ]
            let review = Review(content: try .guided("So\nso"), writtenAt: fixture.clock.now)
            let jewel = Jewel(color: .pink, shape: .heart)
            let ids = try await store.addGoals(
                [
                    .state(try GoalTitle("# Run"), .active, steps: steps),
                    .state(try GoalTitle("Done"), .completed(jewel, at: fixture.clock.now, review: review)),
                    .state(try GoalTitle("Drafted"), .completed(jewel, at: fixture.clock.now)),
                ], of: owner)
            let run = try #require(try await store.goal(of: owner, ids[0])).steps[1].id
            _ = try await store.editStep(
                run, StepFields(title: GoalTitle("Run"), dueOn: CalendarDate("2027-01-02")), of: owner, ids[0])
            let changes = [DraftChange(.text(.text), "half <b>", base: 0), DraftChange(.level, "3", base: 0)]
            _ = try await store.keepDraft(changes, by: "a page", of: owner, goal: ids[2])

            let answer = try await account.get("/settings/export?format=markdown")
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "text/markdown; charset=utf-8")
            #expect(answer["Content-Disposition"] == "attachment; filename=\"hindsight-2026-11-18.md\"")
            let text = answer.text
            #expect(text.hasPrefix("# My goals and reviews\n\nFrom Hindsight, November 18, 2026"))
            #expect(
                text.hasSuffix(
                    """

                    ## \\# Run

                    **In progress** · January 2, 2026 – February 3, 2026

                    - [x] \\- \\[x\\] shoes
                    - [ ] Run (by Jan 2, 2027)

                    ## Done

                    **Completed** · January 2, 2026 – February 3, 2026 · Completed on November 18, 2026 · ◆ pink heart jewel

                    ### Review

                    *Good enough (3/5) · Written on November 18, 2026*

                    #### Liked

                    So\\
                    so liked

                    #### Lacked

                    So\\
                    so lacked

                    #### Learned

                    So\\
                    so learned

                    #### Longed for

                    So\\
                    so longedFor

                    ## Drafted

                    **Completed** · January 2, 2026 – February 3, 2026 · Completed on November 18, 2026 · ◆ pink heart jewel

                    ### A review begun

                    *Not saved yet · Good enough (3/5)*

                    half \\<b\\>

                    """))
            #expect(try await account.get("/settings/export?format=docx").status == 404)
        }
    }
}

extension ServedApp {
    /// The account that was made last.
    func newestAccount() async throws -> AccountID? {
        try await fixture.database.writer.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM account") }
            .map { AccountID($0) }
    }
}
