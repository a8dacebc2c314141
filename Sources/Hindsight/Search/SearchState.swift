import HindsightDomain

/// What is searched for, and what is known of it.
struct SearchState: Equatable {
    /// What is to be asked.
    struct Wanted: Equatable {
        let query: SearchQuery
        let start: SearchResult.ID?
        var limit: Int

        /// By what is found, and not by how it was typed.
        static func == (lhs: Wanted, rhs: Wanted) -> Bool {
            lhs.query.terms == rhs.query.terms && lhs.start == rhs.start && lhs.limit == rhs.limit
        }
    }

    /// As it was typed.
    @ExactText private(set) var typed: String
    /// Nil when there is nothing that could be searched for.
    private(set) var wanted: Wanted?
    /// What is wrong with it, but for there being nothing.
    private(set) var fault: TextFault?
    private(set) var results: [SearchResult] = []
    /// Of what the results are: while another answer is waited for, they stay.
    private(set) var answered: Wanted?
    private(set) var next: SearchResult.ID?
    private(set) var isPartial = false
    var isSearching = false

    init(_ typed: String, below start: SearchResult.ID?) {
        self.typed = ""
        type(typed, below: start)
    }

    /// Something else is searched for, from the newest goal on.
    mutating func type(_ typed: String, below start: SearchResult.ID? = nil) {
        self.typed = typed
        let former = wanted
        (wanted, fault) = (nil, nil)
        do {
            let query = try SearchQuery(typed)
            var new = Wanted(query: query, start: start, limit: SearchViewModel.pageSize)
            // Typed otherwise and the same: what was loaded stays.
            if let former, former.query.terms == query.terms {
                new = Wanted(query: query, start: former.start, limit: former.limit)
            }
            wanted = new
        } catch {
            if error.fault != .missing { fault = error.fault }
            (results, answered, next, isPartial, isSearching) = ([], nil, nil, false, false)
        }
    }

    /// Whether more rows can come into the page.
    var canGrow: Bool {
        guard next != nil, let wanted, wanted == answered else { return false }
        return wanted.limit < SearchViewModel.mostRows
    }

    mutating func grow() { wanted?.limit += SearchViewModel.pageSize }

    /// The answer to what is wanted.
    mutating func take(_ slice: SearchSlice) {
        (results, next, isPartial) = (slice.results, slice.next, slice.isPartial)
        answered = wanted
        isSearching = false
    }

    /// Where what is searched for is found again; nil while it is refused.
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

/// What the address of a search says.
package struct SearchPlace: Hashable, Sendable {
    /// As it was typed, trimmed; empty when there is nothing to search for.
    @ExactText private(set) var query: String
    /// The result that the slice begins behind; nil for the newest.
    let start: SearchResult.ID?
}

/// What is to be said of what was found.
package struct SearchSummary: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        /// Nothing that could be searched for was typed.
        case nothingAsked
        /// It is too long.
        case refused(TextFault)
        /// There has been no answer yet.
        case waiting
        /// So many goals and answers of weeks are shown; first: they begin with the newest.
        case found(goals: Int, weeks: Int, isFirst: Bool)
    }

    let outcome: Outcome
    /// What the rows were found by; empty without an answer.
    @ExactText private(set) var query: String
    /// Where more is to be found.
    let next: SearchResult.ID?
    /// Whether that can come into this page.
    let canGrow: Bool
    /// Whether older goals or answers may be missing.
    let isPartial: Bool
    let isSearching: Bool
}
