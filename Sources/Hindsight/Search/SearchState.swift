import HindsightDomain
import Live

/// State of a search: the typed text, the request made from it, and the results so far.
///
/// At most one request is in flight, and it asks for all rows from the first one. Whatever makes its answer stale
/// (another letter, more rows, a change of a goal or a weekly answer) replaces it by a new one. So no answer arrives too
/// late, and no answer mixes two states of the store.
struct SearchState: Equatable, MachineState {
    enum Event {
        case typed(String)
        /// More rows are wanted on this page.
        case more
        /// The rows must be read, again or for the first time.
        case stale
        /// The store's answer to ``Effect/search(_:)``.
        case found(Result<SearchSlice, any Error>)
    }

    enum Effect {
        case search(Wanted)
        case failed(any Error)
    }

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

    /// Number of rows requested first, and number of rows added by each "more".
    static let pageSize = 20
    /// Maximum number of rows that a page holds in memory; further results are on another page.
    static let mostRows = 100

    /// The text as it was typed.
    @ExactText private(set) var typed = ""
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
    /// Whether a request is in flight.
    private(set) var isSearching = false

    /// - Parameters:
    ///   - typed: the text that is searched for first.
    ///   - start: the result after which the results begin; nil to begin with the newest.
    init(_ typed: String, below start: SearchResult.ID? = nil) {
        type(typed, below: start)
    }

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .typed(let text):
            guard text != typed else { return [] }
            let former = wanted
            type(text)
            // Another space, or the first part of a Hangul syllable, leaves the search terms the same.
            return wanted == former ? [] : search()
        case .more:
            guard canGrow else { return [] }
            wanted?.limit += Self.pageSize
            return search()
        case .stale: return search()
        case .found(let result):
            // The text was emptied meanwhile.
            guard isSearching else { return [] }
            isSearching = false
            switch result {
            case .success(let slice):
                (results, next, isPartial) = (slice.results, slice.next, slice.isPartial)
                answered = wanted
                return []
            case .failure(let error): return [.failed(error)]
            }
        }
    }

    private mutating func search() -> [Effect] {
        guard let wanted else { return [] }
        isSearching = true
        return [.search(wanted)]
    }

    /// Sets the typed text. Other search terms begin a new search after `start` (nil begins with the newest goal) and
    /// the first page; the same terms keep the start and the limit.
    private mutating func type(_ typed: String, below start: SearchResult.ID? = nil) {
        self.typed = typed
        let former = wanted
        (wanted, fault) = (nil, nil)
        do {
            let query = try SearchQuery(typed)
            let same = former.flatMap { $0.query.terms == query.terms ? $0 : nil }
            wanted = Wanted(query: query, start: same?.start ?? start, limit: same?.limit ?? Self.pageSize)
        } catch {
            if error.fault != .missing { fault = error.fault }
            (results, answered, next, isPartial, isSearching) = ([], nil, nil, false, false)
        }
    }

    /// Whether the page can load more rows: there are more, the current answer has arrived, and ``mostRows`` is not
    /// reached.
    private var canGrow: Bool {
        guard next != nil, let wanted, wanted == answered else { return false }
        return wanted.limit < Self.mostRows
    }

    /// Address of the search; nil while the typed text is invalid.
    var address: SearchAddress? {
        fault == nil ? SearchAddress(query: wanted?.query.text ?? "", start: wanted?.start) : nil
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
struct SearchAddress: Hashable, Sendable {
    /// The query as typed, trimmed; empty when there is nothing to search for.
    @ExactText private(set) var query: String
    /// The result after which the results begin; nil to begin with the newest.
    let start: SearchResult.ID?
}

/// Summary of a search, from which the count line and the foot are rendered.
struct SearchSummary: Hashable, Sendable {
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
