import LiveSite

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
        case .jsonMappingError, .httpError, .busy: false
        }
    }
}

extension Strings {
    /// Returns the words of an alert.
    func words(for failure: RequestFailure) -> String {
        switch failure {
        case .soldOut:
            text(
                ko: "그 사이 재고가 부족해진 상품이 있어요. 나머지는 그대로 주문할 수 있어요.",
                en: "There aren’t enough left of some items. You can still order the rest.")
        case .pricesChanged:
            text(
                ko: "보시는 동안 주문 내용이 바뀌었어요. 지금 금액을 확인하고 다시 주문해 주세요.",
                en: "Your order changed while you were looking at it. Check the prices below and order again.")
        case .nothingSelected: selectFirst
        case .isPickedUp:
            text(
                ko: "이미 받은 물건이 있어서 주문을 취소할 수 없어요.",
                en: "Something of this order has been picked up, so it can’t be cancelled any more.")
        case .isCancelled:
            text(ko: "구매자가 취소한 주문이에요.", en: "The buyer has cancelled this order.")
        case .service(let failure): words(for: failure)
        }
    }
}
