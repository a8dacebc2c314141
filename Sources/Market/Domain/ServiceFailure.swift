/// The kinds of failures that pages tell their visitors of. Each has its words, and the same input works again after it.
package enum ServiceFailure: Error, Hashable, Sendable {
    /// The request was refused for a reason that the page doesn't know better.
    case statusCodeError
    /// Something that is stored can't be read.
    case jsonMappingError
    /// There is no such product, item or order.
    case noContent
    /// The store doesn't answer.
    case httpError
    /// There is too much to search for just now.
    case busy

    /// The kind of any error.
    package init(_ error: any Error) {
        switch error as? MarketError {
        case .notFound: self = .noContent
        case .unreadable: self = .jsonMappingError
        case .busy: self = .busy
        case .unavailable, nil: self = .httpError
        case .changedSince, .tooManyOffers, .soldOut, .basketIsFull, .nothingSelected, .pricesChanged, .isPickedUp,
            .isCancelled:
            self = .statusCodeError
        }
    }

    /// The HTTP status of a page that is answered with it.
    package var status: Int {
        switch self {
        case .statusCodeError: 409
        case .jsonMappingError: 500
        case .noContent: 404
        case .httpError, .busy: 503
        }
    }
}
