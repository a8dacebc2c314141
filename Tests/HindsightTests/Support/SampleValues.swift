import Foundation
import HindsightDomain
import Live
import Testing

@testable import Hindsight

extension NewGoal {
    /// A completed goal without anything remarkable but its title.
    static func completed(_ title: String, review: Review? = nil) throws -> NewGoal {
        try make(
            title,
            .completed(
                Jewel(color: .pink, shape: .heart),
                at: Date(timeIntervalSince1970: 1_790_000_000),
                review: review
            )
        )
    }

    static func make(_ title: String, _ state: State) throws -> NewGoal {
        NewGoal(
            title: try .stored(title),
            startDate: try #require(CalendarDate("2026-01-02")),
            endDate: try #require(CalendarDate("2026-02-03")),
            state: state
        )
    }
}

extension GoalTitle {
    /// A title as the row of an earlier version may have it: also of several lines.
    static func stored(_ text: String) throws -> GoalTitle {
        _ = try GoalTitle(text)
        return GoalTitle(unchecked: text.trimmedAtEnds)
    }
}

extension ReviewContent {
    /// A free review.
    static func free(_ text: String, level: Level = .four) throws -> ReviewContent {
        var draft = ReviewDraft(style: .free, level: level)
        draft.text = text
        return try draft.validated()
    }

    /// A guided review whose four answers differ.
    static func guided(_ text: String, level: Level = .three) throws -> ReviewContent {
        var draft = ReviewDraft(style: .guided, level: level)
        for field in ReviewStyle.guided.fields { draft[field] = "\(text) \(field.rawValue)" }
        return try draft.validated()
    }
}

/// Text that is stored and shown as typed, whatever it does to programs that are not careful.
let nastyTexts = [
    "plain", "<script>alert('x')</script> & \"quotes\"", "line\nfeed", "carriage\rreturn", "both\r\nof them",
    "nul\0inside", "\0at the start", "at the end\0", "\0", "👨‍👩‍👧‍👦 🏳️‍🌈 한글 ㅎㅏㄴ", "\u{202E}right to left\u{202C}\u{200F}",
    "שלום مرحبا", "e\u{301} is not \u{E9}", "\u{FEFF}mark", "\u{FFFD}\u{FFFF}\u{10FFFF}",
    "event: forged\ndata: x\n\nid: 9",
]

/// The same numbers for the same seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension GoalStore {
    /// How many goals the owner has in each box.
    func boxCounts(of owner: AccountID) async throws -> BoxCounts { try await goalsOverview(of: owner).counts }

    /// A slice of a list of completed goals.
    func completedGoals(
        of owner: AccountID, show: CompletedGoalsFilter = .all, after: GoalID?, limit: Int
    ) async throws -> GoalSlice {
        try await goals(of: owner, in: .completed(show), after: after.map { GoalCursor($0) }, limit: limit)
    }

    /// A list of completed goals down to `through`.
    func completedGoals(
        of owner: AccountID, show: CompletedGoalsFilter = .all, after: GoalID? = nil, through: GoalID
    ) async throws -> GoalSlice {
        try await goals(of: owner, in: .completed(show), after: after, through: GoalCursor(through))
    }

    /// Chosen completed goals.
    func completedGoals(of owner: AccountID, among ids: Set<GoalID>) async throws -> ChangedGoals {
        try await goals(of: owner, in: .completed, among: ids)
    }
}

// What one page does that is alone with its goal.
extension GoalStore {
    /// Writes the first review.
    ///
    /// - Returns: How many completed goals have no review yet.
    @discardableResult
    func writeReview(_ content: ReviewContent, of owner: AccountID, goal: GoalID) async throws -> Int {
        try await saveReview(content, of: owner, goal: goal, from: SaveBasis(review: nil, writer: "a page"))
            .reviewableCount
    }

    /// Changes the review that there is.
    func editReview(_ content: ReviewContent, of owner: AccountID, goal: GoalID) async throws -> Review {
        let found = try await goalReview(of: owner, goal: goal)
        guard let revision = found?.review?.revision else { throw StoreError.notFound }
        let basis = SaveBasis(review: revision, writer: "a page")
        let saved = try await saveReview(content, of: owner, goal: goal, from: basis)
        return try #require(saved.goal.review)
    }

    /// Keeps all fields of a draft.
    func saveDraft(_ draft: ReviewDraft, of owner: AccountID, goal: GoalID) async throws {
        let changes = DraftField.allCases.map { DraftChange($0, draft[$0], base: .max) }
        _ = try await keepDraft(changes, by: "a page", of: owner, goal: goal)
    }

    /// Drops the draft.
    func discardDraft(of owner: AccountID, goal: GoalID) async throws {
        _ = try await dropDraft(with: [], by: "a page", of: owner, goal: goal)
    }
}

extension GoalReview {
    /// All that the draft holds; nil without one.
    var keptDraft: ReviewDraft? { draft.isEmpty ? nil : form }
}
