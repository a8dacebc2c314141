import Foundation
import HindsightDomain
import Live

/// A saved review as read-only content.
struct ReviewArticle {
    let strings: Strings
    let review: Review
    /// Whether it is the reader's own. Others are shown neither when it was written nor when it was edited.
    var isOwn = true

    var html: HTML {
        let answers = review.content.answers
        return """
            <div class="review-level">
            \(strings.picture(of: review.content.level))
            <dl><dt>\(strings.rating)</dt><dd>\(strings.name(of: review.content.level))</dd></dl>
            </div>
            <div class="answers\(answers.count > 1 ? " four" : "")">
            \(answers.map { field, text in
                "<section><h2>\(isOwn || field != .text ? strings.name(of: field) : strings.review)</h2><p class='answer' dir='auto'>\(text)</p></section>"
            })
            </div>
            \(if: isOwn, times)
            """
    }

    private var times: HTML {
        """
        <div class="review-times">
        <p>\(strings.written(time(review.writtenAt)))</p>
        \(review.editedAt.map { "<p>\(strings.edited(time($0)))</p>" })
        </div>
        """
    }

    /// A `<time>` element that shows the moment's day in the owner's time zone.
    private func time(_ date: Date) -> HTML {
        "<time datetime='\(date.formatted(.iso8601))'>\(strings.longDay(strings.day(of: date)))</time>"
    }
}
