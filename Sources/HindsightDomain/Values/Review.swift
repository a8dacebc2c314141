import Foundation
import Live

/// A goal's review as saved. A goal has one at most.
package struct Review: Hashable, Sendable {
    /// The content.
    package let content: ReviewContent
    /// When it was first saved, in whole milliseconds.
    package let writtenAt: Date
    /// When it was last edited, in whole milliseconds; `nil` until it is.
    package let editedAt: Date?
    /// When it was last changed, among all changes of its goal's review and draft; see ``GoalReview/revision``.
    package let revision: Int

    /// A review as the store has it.
    ///
    /// - Parameters:
    ///   - content: What it says.
    ///   - writtenAt: In whole milliseconds.
    ///   - editedAt: In whole milliseconds; `nil` when it never was.
    ///   - revision: What the store gave it; of one that is not stored yet it says nothing.
    package init(content: ReviewContent, writtenAt: Date, editedAt: Date? = nil, revision: Int = 0) {
        self.content = content
        self.writtenAt = writtenAt
        self.editedAt = editedAt
        self.revision = revision
    }
}

/// The content of a review. Made only by ``ReviewDraft/validated()``, so it keeps the limits.
package struct ReviewContent: Hashable, Sendable {
    /// The answers, or the text.
    package enum Body: Hashable, Sendable {
        /// Answers to the four questions, at least one of them.
        case guided(GuidedAnswers)
        /// 1 to 3,000 characters.
        case free(String)

        /// Whether both have the same answers, byte by byte; see ``ExactText``.
        package static func == (lhs: Body, rhs: Body) -> Bool {
            switch (lhs, rhs) {
            case (.guided(let lhs), .guided(let rhs)): lhs == rhs
            case (.free(let lhs), .free(let rhs)): ExactText(wrappedValue: lhs) == ExactText(wrappedValue: rhs)
            case (.guided, .free), (.free, .guided): false
            }
        }
    }

    /// The text.
    package let body: Body
    /// Level of fulfilment.
    package let level: Level

    package init(body: Body, level: Level) {
        self.body = body
        self.level = level
    }

    /// The way in which it was written.
    package var style: ReviewStyle {
        switch body {
        case .guided: .guided
        case .free: .free
        }
    }

    /// The texts that were written, in the order of the page.
    package var answers: [(field: ReviewField, text: String)] {
        let draft = draft
        return style.fields.map { ($0, draft[$0]) }.filter { !$0.1.isEmpty }
    }

    /// A draft that says the same: what the editor shows when a review is edited.
    package var draft: ReviewDraft {
        var draft = ReviewDraft(style: style, level: level)
        switch body {
        case .guided(let answers):
            draft.liked = answers.liked
            draft.lacked = answers.lacked
            draft.learned = answers.learned
            draft.longedFor = answers.longedFor
        case .free(let text):
            draft.text = text
        }
        return draft
    }
}

/// The answers of a guided review, each at most 500 characters, trimmed; empty for a question that was not answered. At
/// least one is not empty.
package struct GuidedAnswers: Hashable, Sendable {
    /// Answer to the question about successes.
    @ExactText package internal(set) var liked: String
    /// Answer to the question about deficits.
    @ExactText package internal(set) var lacked: String
    /// Answer to the question about lessons.
    @ExactText package internal(set) var learned: String
    /// Answer to the question about wishes for next time.
    @ExactText package internal(set) var longedFor: String

    package init(liked: String, lacked: String, learned: String, longedFor: String) {
        self.liked = liked
        self.lacked = lacked
        self.learned = learned
        self.longedFor = longedFor
    }
}

/// The two ways to write a review.
package enum ReviewStyle: String, CaseIterable, Sendable, Codable {
    /// Four questions: liked, lacked, learned, longed for.
    case guided
    /// One text.
    case free

    /// The fields that this style asks for, in the order of the page.
    package var fields: [ReviewField] { ReviewField.allCases.filter { $0.style == self } }
}

/// A text of the review form. The raw value is the field's name in the form.
package enum ReviewField: String, CaseIterable, Sendable, Codable {
    /// One of the four answers of a guided review.
    case liked, lacked, learned, longedFor
    /// The one text of a free review.
    case text

    /// The most characters, counted after trimming: 500 for each of the four answers, 3,000 for the free text.
    package var limit: Int { style == .guided ? 500 : 3000 }

    /// The most bytes of UTF-8, as it is typed.
    package var byteLimit: Int { TextLimit.bytes(of: limit) }

    /// The style that asks for this field.
    package var style: ReviewStyle { self == .text ? .free : .guided }
}

/// Level of fulfilment of a goal, from 1 (least) to 5 (most).
package enum Level: Int, CaseIterable, Comparable, Sendable, Codable {
    /// The least fulfilling.
    case one = 1
    /// One step more than the level before it.
    case two, three, four, five

    /// The level with this number; `nil` unless it is 1 to 5.
    package init?(_ number: Int) { self.init(rawValue: number) }

    /// The level as a form sends it: a single digit 1 to 5; `nil` for any other text.
    package init?(_ text: String) {
        guard let number = Int64(plainDecimal: text), let level = Level(rawValue: Int(clamping: number)) else {
            return nil
        }
        self = level
    }

    /// The less fulfilling is less.
    package static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
}
