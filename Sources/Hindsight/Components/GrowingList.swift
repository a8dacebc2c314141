import HindsightDomain
import Live
import LiveSite
import Streams

/// A list that shows another slice of rows each time that more is asked for.
enum GrowingList {
    /// Number of rows that a page shows first, and that each request for more adds.
    static let sliceSize = 20

    /// Emits the number of rows to read: all that are shown, since any may have changed and one answer is of one moment.
    ///
    /// - Parameters:
    ///   - shown: number of rows that are shown at first.
    ///   - more: asks for another slice.
    ///   - again: asks for the rows that are shown.
    static func counts(shown: Int, more: Observable<Void>, again: Observable<Void>) -> Observable<Int> {
        Observable<Bool>.merge(more.map { true }, again.map { false })
            .scan(max(shown, sliceSize)) { count, isMore in isMore ? next(count) : count }
    }

    /// Returns the number of rows after a request for more.
    static func next(_ count: Int) -> Int { min(count + sliceSize, GoalStoreLimits.pageSize) }

    /// Returns the position of a page for ``Page/resume(with:)``; nil while it shows as many rows as at first.
    static func position(_ count: Int) -> String? { count > sliceSize ? "\(count)" : nil }
}

extension Visit {
    /// Number of rows that the page shows first. A page whose session was lost shows as many as before.
    var rowCount: Int { position.flatMap { Int($0) } ?? GrowingList.sliceSize }
}

/// State at the end of a growing list.
struct SliceFoot<Cursor: Hashable & Sendable>: Hashable, Sendable {
    /// The place of the last row, if there are more.
    let last: Cursor?
    /// Whether the page is full: the other rows are on another page.
    let isFull: Bool

    /// - Parameters:
    ///   - last: the place of the last row; nil when there are no more.
    ///   - count: number of rows that are shown.
    init(_ last: Cursor?, count: Int) {
        self.last = last
        isFull = count >= GoalStoreLimits.pageSize
    }

    /// Returns the links to the first page and to more rows.
    ///
    /// - Parameters:
    ///   - more: asks for another slice of this page.
    ///   - first: the address of the first page; nil on that page.
    ///   - next: returns the address of the page behind a place.
    func html(
        _ strings: Strings, _ more: Observable<Void>, first: String?, next: (Cursor) -> String
    ) -> HTML {
        """
        \(first.map { "<a class='button quiet' href='\($0)'>\(strings.toNewest)</a>" as HTML })\
        \(last.map { last in
            """
            <a class="button" \(if: !isFull, "\(more) data-visible") href="\(next(last))">\(strings.showMore)</a>
            """ as HTML
        })
        """
    }
}
