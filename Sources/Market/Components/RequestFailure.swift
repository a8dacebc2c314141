/// The reason why a request about a basket or an order came to nothing, with more words than ``ServiceFailure`` has.
enum RequestFailure: Error, Hashable, Sendable {
    /// Too few pieces are left of these.
    case soldOut([Shortage])
    /// The order is not what was shown: these items are otherwise now.
    case pricesChanged([BasketItem])
    case nothingSelected
    /// It can't be cancelled any more.
    case isPickedUp
    /// It can't be picked up any more.
    case isCancelled
    /// Any other, by its kind.
    case service(ServiceFailure)

    init(_ error: any Error) {
        self =
            switch error as? MarketError {
            case .soldOut(let shortages): .soldOut(shortages)
            case .pricesChanged(let items): .pricesChanged(items)
            case .nothingSelected: .nothingSelected
            case .isPickedUp: .isPickedUp
            case .isCancelled: .isCancelled
            default: .service(ServiceFailure(error))
            }
    }

    /// The kind of the failure.
    var kind: ServiceFailure {
        switch self {
        case .soldOut, .pricesChanged, .nothingSelected, .isPickedUp, .isCancelled: .statusCodeError
        case .service(let failure): failure
        }
    }

    /// Whether the store has answered, so that what it has now can be shown.
    var isAnswer: Bool {
        switch kind {
        case .statusCodeError, .noContent: true
        case .jsonMappingError, .httpError: false
        }
    }
}
