import Foundation
import Live
import LiveSite

extension Strings {
    // MARK: The lists

    var bought: String { text(ko: "산 물건", en: "Orders") }
    var sold: String { text(ko: "판 물건", en: "Sales") }
    var offered: String { text(ko: "내놓은 물건", en: "Items for sale") }
    var nothingBought: String { text(ko: "아직 주문한 물건이 없어요.", en: "You haven’t ordered anything yet.") }
    var nothingSold: String { text(ko: "아직 들어온 주문이 없어요.", en: "Nobody has ordered from you yet.") }
    var nothingOffered: String { text(ko: "아직 내놓은 물건이 없어요.", en: "You aren’t selling anything yet.") }
    var offerSomething: String { text(ko: "물건 내놓기", en: "Sell something") }
    var showMoreOrders: String { text(ko: "산 물건 더 보기", en: "Show more orders") }
    var showMoreSales: String { text(ko: "판 물건 더 보기", en: "Show more sales") }
    var showMoreOffers: String { text(ko: "내놓은 물건 더 보기", en: "Show more items for sale") }
    var toLatest: String { text(ko: "처음으로", en: "Back to the latest") }
    var change: String { text(ko: "고치기", en: "Edit") }
    func change(_ name: String) -> String { text(ko: "\(name) 고치기", en: "Edit \(name)") }

    /// Returns the words for the items of an order: the first one, and how many others there are.
    func items(_ name: String, others: Int) -> String {
        switch others {
        case 0: name
        case 1: text(ko: "\(name) 외 1개", en: "\(name) and 1 other")
        default: text(ko: "\(name) 외 \(others)개", en: "\(name) and \(others) others")
        }
    }

    // MARK: An order

    func orderNumber(_ id: OrderID) -> String { text(ko: "주문 \(id)", en: "Order \(id)") }

    func name(of state: PurchaseState, _ fulfilment: Fulfilment) -> String {
        switch (state, fulfilment) {
        case (.open, .pickUp): text(ko: "받으러 가기 전", en: "To be picked up")
        case (.open, .delivery): text(ko: "배달 예정", en: "To be delivered")
        case (.partlyPickedUp, _): text(ko: "일부 받음", en: "Partly received")
        case (.pickedUp, .pickUp): text(ko: "받음", en: "Picked up")
        case (.pickedUp, .delivery): text(ko: "배달 완료", en: "Delivered")
        case (.cancelled, _): text(ko: "취소됨", en: "Cancelled")
        }
    }

    var pickUpCode: String { text(ko: "수령 코드", en: "Pick-up code") }
    var pickUpCodeText: String {
        text(
            ko: "물건을 받을 때 판매자에게 보여 주세요. 다른 기기에서 ‘내 거래’에 이 코드를 넣으면 이 주문을 볼 수 있어요.",
            en: "Show it to the seller when you get your items. "
                + "On another device, enter it under “My orders” to see this order.")
    }
    var keepCodeSecret: String {
        text(ko: "이 코드를 아는 사람은 주문을 취소할 수 있어요.", en: "Anyone with this code can cancel the order.")
    }
    var yourOrder: String { text(ko: "주문한 물건", en: "What you ordered") }
    var yourPart: String { text(ko: "내가 판 물건", en: "What you sold") }
    var received: String { text(ko: "받음", en: "Received") }
    func quantity(_ count: Int) -> String { text(ko: "\(number(count))개", en: "× \(number(count))") }
    var cancelOrder: String { text(ko: "주문 취소", en: "Cancel order") }
    var cancelOrderText: String {
        text(
            ko: "주문한 물건은 다시 다른 사람이 살 수 있게 돼요. 취소는 되돌릴 수 없어요.",
            en: "Others can buy the items again. You can’t undo this.")
    }
    var confirmCancelOrder: String { text(ko: "주문 취소하기", en: "Yes, cancel this order") }
    var orderCancelled: String { text(ko: "주문을 취소했어요.", en: "The order is cancelled.") }
    func markReceived(_ fulfilment: Fulfilment) -> String {
        switch fulfilment {
        case .pickUp: text(ko: "건네줬어요", en: "Mark as picked up")
        case .delivery: text(ko: "배달했어요", en: "Mark as delivered")
        }
    }
    var markReceivedText: String {
        text(
            ko: "구매자의 코드를 확인하고 돈을 받은 다음 눌러 주세요. 그 뒤에는 구매자가 취소할 수 없어요.",
            en: "Check the buyer’s code and take the money first. After this the buyer can’t cancel any more.")
    }
    var markedReceived: String { text(ko: "건네준 것으로 표시했어요.", en: "Marked as handed over.") }
    var toOrders: String { text(ko: "내 거래", en: "My orders") }

    /// Returns the element of a moment.
    func time(_ date: Date) -> HTML { "<time datetime='\(date.ISO8601Format())'>\(words(for: date))</time>" }

    /// Returns a day and time of the server's time zone: a market is at one place.
    private func words(for date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .current
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        let (year, month, day) = (parts.year ?? 0, parts.month ?? 1, parts.day ?? 1)
        let minute = parts.minute ?? 0
        let clock = "\(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return text(ko: "\(year)년 \(month)월 \(day)일 \(clock)", en: "\(day) \(months[month - 1]) \(year), \(clock)")
    }

    // MARK: Codes

    var enterCode: String { text(ko: "코드로 열기", en: "Open with a code") }
    var enterCodeText: String {
        text(
            ko: "다른 기기에서 한 주문을 보거나, 다른 기기에서 내놓은 물건을 고칠 수 있어요. 판매자는 구매자의 코드로 주문을 찾을 수 있어요.",
            en: "See an order or edit an item from another device. As a seller, find an order by the buyer’s code.")
    }
    var code: String { text(ko: "코드", en: "Code") }
    var openCode: String { text(ko: "열기", en: "Open") }

    func words(for fault: CodeFault) -> String {
        switch fault {
        case .missing: text(ko: "코드를 적어 주세요.", en: "Enter a code.")
        case .malformed:
            text(ko: "코드는 ABCD-1234처럼 글자와 숫자 8자예요.", en: "A code has 8 letters and digits, like ABCD-1234.")
        case .unknown:
            text(ko: "이 코드로 된 주문이나 물건을 찾지 못했어요. 다시 확인해 주세요.", en: "No order or item has this code. Please check it.")
        case .tooMany(let wait):
            text(
                ko: "코드를 너무 많이 틀렸어요. \(minutes(wait))분 뒤에 다시 시도해 주세요.",
                en: minutes(wait) == 1
                    ? "Too many wrong codes. Please try again in a minute."
                    : "Too many wrong codes. Please try again in \(minutes(wait)) minutes.")
        }
    }

    private func minutes(_ wait: Duration) -> Int { max(1, Int((wait.components.seconds + 59) / 60)) }
}
