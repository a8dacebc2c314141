import HindsightDomain

/// State of a search: the typed text, the request made from it, and the results so far.
struct SearchState: Equatable {
    /// A request to the store.
    struct Wanted: Equatable {
        let query: SearchQuery
        let start: SearchResult.ID?
        var limit: Int

        /// Compares requests by their search terms, start and limit, regardless of how the query was typed.
        static func == (lhs: Wanted, rhs: Wanted) -> Bool {
            lhs.query.terms == rhs.query.terms && lhs.start == rhs.start && lhs.limit == rhs.limit
        }
    }

    /// The text as it was typed.
    @ExactText private(set) var typed: String
    /// The request for the typed text; nil when the text is not a valid query.
    private(set) var wanted: Wanted?
    /// Error of the typed text; nil if it is valid or empty.
    private(set) var fault: TextFault?
    private(set) var results: [SearchResult] = []
    /// The request that the results answer. They stay while the answer to another request is pending. Nil without
    /// results.
    private(set) var answered: Wanted?
    private(set) var next: SearchResult.ID?
    private(set) var isPartial = false
    var isSearching = false

    init(_ typed: String, below start: SearchResult.ID?) {
        self.typed = ""
        type(typed, below: start)
    }

    /// Sets the typed text. Other search terms begin a new search after `start` (nil begins with the newest goal) and
    /// the first page; the same terms keep the start and the limit.
    mutating func type(_ typed: String, below start: SearchResult.ID? = nil) {
        self.typed = typed
        let former = wanted
        (wanted, fault) = (nil, nil)
        do {
            let query = try SearchQuery(typed)
            var new = Wanted(query: query, start: start, limit: SearchViewModel.pageSize)
            // The same terms, typed differently: what was loaded stays.
            if let former, former.query.terms == query.terms {
                new = Wanted(query: query, start: former.start, limit: former.limit)
            }
            wanted = new
        } catch {
            if error.fault != .missing { fault = error.fault }
            (results, answered, next, isPartial, isSearching) = ([], nil, nil, false, false)
        }
    }

    /// Whether the page can load more rows: there are more, the current answer has arrived, and
    /// ``SearchViewModel/mostRows`` is not reached.
    var canGrow: Bool {
        guard next != nil, let wanted, wanted == answered else { return false }
        return wanted.limit < SearchViewModel.mostRows
    }

    mutating func grow() { wanted?.limit += SearchViewModel.pageSize }

    /// Stores the answer to ``wanted``.
    mutating func take(_ slice: SearchSlice) {
        (results, next, isPartial) = (slice.results, slice.next, slice.isPartial)
        answered = wanted
        isSearching = false
    }

    /// Address of the search; nil while the typed text is invalid.
    var place: SearchPlace? {
        fault == nil ? SearchPlace(query: wanted?.query.text ?? "", start: wanted?.start) : nil
    }

    var summary: SearchSummary {
        let outcome: SearchSummary.Outcome
        if let fault {
            outcome = .refused(fault)
        } else if let answered {
            let weeks = results.count { if case .week = $0 { true } else { false } }
            outcome = .found(goals: results.count - weeks, weeks: weeks, isFirst: answered.start == nil)
        } else {
            outcome = wanted == nil ? .nothingAsked : .waiting
        }
        return SearchSummary(
            outcome: outcome, query: answered?.query.text ?? "", next: next, canGrow: canGrow, isPartial: isPartial,
            isSearching: isSearching)
    }
}

/// Content of the address of a search: the query and the start.
package struct SearchPlace: Hashable, Sendable {
    /// The query as typed, trimmed; empty when there is nothing to search for.
    @ExactText private(set) var query: String
    /// The result after which the results begin; nil to begin with the newest.
    let start: SearchResult.ID?
}

/// Summary of a search, from which the count line and the foot are rendered.
package struct SearchSummary: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        /// The field has no text that could be searched for.
        case nothingAsked
        /// The typed text is not a valid query, for example because it is too long.
        case refused(TextFault)
        /// No answer has arrived yet.
        case waiting
        /// Results are shown: the number of goals, the number of weekly answers, and whether they begin with the
        /// newest.
        case found(goals: Int, weeks: Int, isFirst: Bool)
    }

    let outcome: Outcome
    /// The query that the rows answer; empty without an answer.
    @ExactText private(set) var query: String
    /// Start of the next results; nil when there are none.
    let next: SearchResult.ID?
    /// Whether the next results can be loaded into this page.
    let canGrow: Bool
    /// Whether older goals or weekly answers may be missing from the results.
    let isPartial: Bool
    let isSearching: Bool
}
