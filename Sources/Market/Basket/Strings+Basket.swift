import Live
import LiveSite

extension Strings {
    var emptyBasket: String { text(ko: "장바구니가 비어 있어요", en: "Your basket is empty") }
    var emptyBasketText: String {
        text(ko: "마음에 드는 물건을 담아 두고 한 번에 주문해 보세요.", en: "Add the things you like and order them together.")
    }

    // MARK: Rows

    /// Accessible name of the buttons that change the number of pieces.
    func quantity(of name: String) -> String { text(ko: "\(name) 수량", en: "Quantity of \(name)") }
    /// Accessible names of the buttons.
    func fewer(_ count: Int, of name: String) -> String {
        text(ko: "\(name) \(count)개 줄이기", en: count == 1 ? "One \(name) fewer" : "\(count) fewer of \(name)")
    }
    func more(_ count: Int, of name: String) -> String {
        text(ko: "\(name) \(count)개 늘리기", en: count == 1 ? "One more \(name)" : "\(count) more of \(name)")
    }
    var takeOut: String { text(ko: "빼기", en: "Remove") }
    func takeOut(_ name: String) -> String { text(ko: "\(name) 장바구니에서 빼기", en: "Remove \(name) from basket") }
    func changeQuantity(to count: Int) -> String {
        text(ko: "\(number(count))개로 바꾸기", en: "Change to \(number(count))")
    }
    var removedFromBasket: String { text(ko: "장바구니에서 뺐어요.", en: "Removed from your basket.") }
    /// Accessible name of the price of all pieces of an item.
    var itemTotal: String { text(ko: "금액", en: "Item total") }

    // MARK: Order

    var orderSummary: String { text(ko: "주문 내용", en: "Order summary") }
    var fulfilmentChoice: String { text(ko: "받는 방법", en: "How to get it") }

    func name(of fulfilment: Fulfilment) -> String {
        switch fulfilment {
        case .pickUp: text(ko: "직접 받기", en: "Pick up")
        case .delivery: text(ko: "배달받기", en: "Delivery")
        }
    }

    func charge(of fulfilment: Fulfilment) -> String {
        switch fulfilment {
        case .pickUp: free
        case .delivery:
            text(
                ko: "\(price(Prices.deliveryCharge)) · \(price(Prices.freeDelivery))부터 무료",
                en: "\(price(Prices.deliveryCharge)), free from \(price(Prices.freeDelivery))")
        }
    }

    var free: String { text(ko: "무료", en: "Free") }
    var updateTotal: String { text(ko: "합계 다시 계산하기", en: "Update total") }

    func order(_ count: Int) -> String {
        switch count {
        case 0: text(ko: "주문하기", en: "Place order")
        case 1: text(ko: "1개 상품 주문하기", en: "Order 1 item")
        default: text(ko: "\(count)개 상품 주문하기", en: "Order \(count) items")
        }
    }

    var ordering: String { text(ko: "주문하고 있어요", en: "Placing your order") }
    func selected(_ count: Int) -> String { text(ko: "\(count)개 선택함", en: "\(count) selected") }
    var deselectAll: String { text(ko: "선택 모두 해제", en: "Deselect all") }
    var paidLater: String {
        text(ko: "돈은 물건을 받을 때 판매자에게 직접 내면 돼요.", en: "You pay the seller when you get your items.")
    }
    var orderPlaced: String {
        text(ko: "주문했어요. 물건을 받을 때 아래 코드를 보여 주세요.", en: "Order placed. Show this code when you get your items.")
    }
}
