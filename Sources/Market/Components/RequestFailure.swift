/// The reason why a request of a page came to nothing.
enum RequestFailure: Error, Hashable, Sendable {
    /// The store refused it, with the status of the answer.
    case statusCodeError(Refusal)
    /// Something that is stored can't be read.
    case jsonMappingError
    /// There is nothing to do it with.
    case noContent
    /// The store did not answer.
    case httpError

    /// A refusal of the store.
    enum Refusal: Hashable, Sendable {
        case notFound
        case soldOut([Shortage])
        case pricesChanged([BasketItem])
        case basketIsFull
        case isPickedUp
        case isCancelled
        /// Any other, such as of a form that has its own words for it.
        case other
    }

    init(_ error: any Error) {
        self =
            switch error as? MarketError {
            case .notFound: .statusCodeError(.notFound)
            case .soldOut(let shortages): .statusCodeError(.soldOut(shortages))
            case .pricesChanged(let items): .statusCodeError(.pricesChanged(items))
            case .basketIsFull: .statusCodeError(.basketIsFull)
            case .isPickedUp: .statusCodeError(.isPickedUp)
            case .isCancelled: .statusCodeError(.isCancelled)
            case .changedSince, .tooManyOffers: .statusCodeError(.other)
            case .nothingSelected: .noContent
            case .unreadable: .jsonMappingError
            case .unavailable, nil: .httpError
            }
    }

    /// The HTTP status of an answer with it.
    var status: Int {
        switch self {
        case .statusCodeError(.notFound): 404
        case .statusCodeError, .noContent: 409
        case .jsonMappingError: 500
        case .httpError: 503
        }
    }

    /// Whether the store has answered, so that what it has now can be shown.
    var isAnswer: Bool {
        switch self {
        case .statusCodeError, .noContent: true
        case .jsonMappingError, .httpError: false
        }
    }
}
