import Live
import LiveSite

extension Strings {
    // MARK: The list

    var forSale: String { text(ko: "지금 파는 물건", en: "For sale") }
    var search: String { text(ko: "검색", en: "Search") }
    var searchLabel: String { text(ko: "상품 검색", en: "Search items") }
    var showAll: String { text(ko: "전체 보기", en: "Show all") }
    var earlierPage: String { text(ko: "이전 페이지", en: "Previous page") }

    func found(_ count: Int, _ keyword: String) -> HTML {
        text(
            ko: "‘<span dir='auto'>\(keyword)</span>’ 검색 결과 <b>\(number(count))개</b>",
            en:
                "<b>\(number(count)) \(count == 1 ? "item" : "items")</b> found for “<span dir='auto'>\(keyword)</span>”"
        )
    }

    var nothingFound: String { text(ko: "검색 결과가 없어요", en: "Nothing found") }
    func nothingFound(_ keyword: String) -> HTML {
        text(
            ko: "‘<span dir='auto'>\(keyword)</span>’에 맞는 상품이 없어요. 더 짧게, 또는 다른 말로 찾아보세요.",
            en: "Nothing has “<span dir='auto'>\(keyword)</span>” in it. Try a shorter word, or another one.")
    }

    func keywordFault(_ fault: TextFault) -> String {
        switch fault {
        case .missing: ""
        case .tooLong(_, let limit):
            text(ko: "검색어는 \(limit)자까지 쓸 수 있어요.", en: "Use at most \(limit) characters to search.")
        case .tooManyMarks: text(ko: "이 검색어로는 찾을 수 없어요.", en: "That can’t be searched for.")
        }
    }

    var nothingForSale: String { text(ko: "아직 나온 물건이 없어요", en: "Nothing is for sale yet") }
    var nothingForSaleText: String {
        text(
            ko: "쓰지 않는 물건이 있다면 첫 판매자가 되어 보세요. 사진과 가격만 있으면 돼요.",
            en: "Be the first to offer something you no longer need. All it takes is a photo and a price.")
    }
    var offerFirst: String { text(ko: "첫 상품 올리기", en: "Offer the first item") }

    // MARK: A product

    var allProducts: String { text(ko: "전체 상품", en: "All items") }
    var addToBasket: String { text(ko: "장바구니에 담기", en: "Add to basket") }
    var toBasket: String { text(ko: "장바구니 보기", en: "View basket") }
    var soldOut: String { text(ko: "품절", en: "Sold out") }
    var added: String { text(ko: "장바구니에 담았어요.", en: "Added to your basket.") }
    var isGone: String { text(ko: "더 이상 없는 상품이에요", en: "This item is no longer here") }
    var isGoneText: String { text(ko: "판매자가 상품을 내렸어요.", en: "Its seller has taken it down.") }

    func picture(of name: String) -> String { text(ko: "\(name) 사진", en: "Photo of \(name)") }
    func picture(_ number: Int, of count: Int, of name: String) -> String {
        text(ko: "\(name) 사진 \(count)장 중 \(number)번째", en: "Photo \(number) of \(count) of \(name)")
    }

    /// Returns the words of a failure on the page of a product.
    func words(forAdding error: any Error) -> String {
        switch error as? MarketError {
        case .soldOut(let shortages):
            switch shortages.first?.left ?? 0 {
            case 0: text(ko: "그 사이 다 팔렸어요.", en: "It has just sold out.")
            case let left:
                text(
                    ko: "남은 수량이 \(left)개뿐이라 더 담을 수 없어요.",
                    en: "There \(left == 1 ? "is" : "are") only \(left) left, so no more can go into your basket.")
            }
        case .basketIsFull:
            text(
                ko: "장바구니에는 \(Basket.limit)가지까지 담을 수 있어요. 먼저 주문하거나 몇 개를 빼 주세요.",
                en: "Your basket can hold \(Basket.limit) different items. Order or remove some first.")
        default: words(for: ServiceFailure(error))
        }
    }

    // MARK: The seller's own product

    var yourOffer: String { text(ko: "내가 올린 상품", en: "Your item") }
    var edit: String { text(ko: "수정", en: "Edit") }
    var remove: String { text(ko: "내리기", en: "Remove") }
    var removeQuestion: String {
        text(
            ko: "상품을 내리면 다시 되돌릴 수 없어요. 이미 받은 주문은 그대로 남아요.",
            en: "This can’t be undone. Orders you already have will stay.")
    }
    var removeNow: String { text(ko: "지금 내리기", en: "Remove now") }
    var removed: String { text(ko: "상품을 내렸어요.", en: "The item was removed.") }
    var offerCode: String { text(ko: "관리 코드", en: "Management code") }
    var offerCodeHint: String {
        text(
            ko: "다른 기기의 ‘내 거래’에서 이 코드를 입력하면 그 기기에서도 수정할 수 있어요.",
            en: "Enter this code under “My orders” on another device to edit the item there.")
    }
}
