import Foundation
import HindsightDomain
import Live

/// A saved review as read-only content.
struct ReviewArticle {
    let copy: Copy
    let review: Review

    var html: HTML {
        """
        <div class="review-level">
        \(copy.picture(of: review.content.level))
        <dl><dt>\(copy.lookingBack)</dt><dd>\(copy.name(of: review.content.level))</dd></dl>
        </div>
        <div class="answers\(review.content.style == .guided ? " four" : "")">
        \(answers.map { field, text in
            "<section><h2>\(copy.name(of: field))</h2><p class='answer' dir='auto'>\(text)</p></section>"
        })
        </div>
        <div class="review-times">
        <p>\(copy.written(time(review.writtenAt)))</p>
        \(review.editedAt.map { "<p>\(copy.edited(time($0)))</p>" })
        </div>
        """
    }

    private var answers: [(ReviewField, String)] {
        let draft = review.content.draft
        return draft.style.fields.map { ($0, draft[$0]) }
    }

    /// A `<time>` element that shows the moment's day in the owner's time zone.
    private func time(_ date: Date) -> HTML {
        "<time datetime='\(date.formatted(.iso8601))'>\(copy.longDay(copy.day(of: date)))</time>"
    }
}
