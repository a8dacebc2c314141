import Foundation
import Live
import LiveSite

extension Strings {
    var sellHeading: String { text(ko: "상품 올리기", en: "Offer an item") }
    var sellLead: String {
        text(
            ko: "대금은 물건을 건네줄 때 받아요. 올린 상품은 바로 목록에 나타나요.",
            en: "You are paid when you hand it over. Your item appears in the list right away.")
    }
    var editHeading: String { text(ko: "상품 수정", en: "Edit your item") }
    var editLead: String {
        text(ko: "이미 받은 주문의 이름과 가격은 바뀌지 않아요.", en: "Orders you already have keep their names and prices.")
    }
    var backToProduct: String { text(ko: "상품으로 돌아가기", en: "Back to the item") }
    var offer: String { text(ko: "상품 올리기", en: "Offer item") }
    var saveChanges: String { text(ko: "변경 사항 저장", en: "Save changes") }
    var isForSale: String { text(ko: "상품을 올렸어요.", en: "Your item is now for sale.") }
    var changesSaved: String { text(ko: "변경 사항을 저장했어요.", en: "Your changes were saved.") }

    var productName: String { text(ko: "상품 이름", en: "Name") }
    var askedPrice: String { text(ko: "가격", en: "Price") }
    var priceHint: String { text(ko: "원 단위", en: "In won") }
    var productBargain: String { text(ko: "할인가", en: "Bargain price") }
    var bargainHint: String { text(ko: "선택 사항", en: "Optional") }
    var productStock: String { text(ko: "수량", en: "Quantity") }
    var stockHint: String { text(ko: "팔 수 있는 개수", en: "Pieces for sale") }
    var productDescription: String { text(ko: "설명", en: "Description") }
    var descriptionHint: String {
        text(ko: "상태, 크기, 건네줄 장소를 적어 주세요.", en: "Its condition, its size, and where to pick it up.")
    }
    var productPictures: String { text(ko: "사진", en: "Photos") }
    var morePictures: String { text(ko: "사진 추가", en: "Add photos") }
    var picturesHint: String {
        text(
            ko: "1~5장, 한 장에 10MB까지. JPEG, PNG, WebP. 첫 사진이 목록에 보여요.",
            en: "1 to 5 photos of up to 10 MB each, as JPEG, PNG or WebP. The first one is shown in the list.")
    }
    var presentPictures: String { text(ko: "지금 사진", en: "Current photos") }
    func keepPicture(_ number: Int) -> String { text(ko: "\(number)번째 사진 유지", en: "Keep photo \(number)") }
    var asItIsNow: String { text(ko: "다른 곳에서 저장한 내용", en: "As it was saved elsewhere") }

    func label(of field: ProductField) -> String {
        switch field {
        case .name: productName
        case .price: askedPrice
        case .bargainPrice: productBargain
        case .stock: productStock
        case .description: productDescription
        case .pictures: productPictures
        }
    }

    /// Returns the words for an error of a field.
    func words(for fault: ProductFault, _ field: ProductField) -> String {
        switch fault {
        case .text(.missing):
            field == .name
                ? text(ko: "상품 이름을 적어 주세요.", en: "Enter a name.")
                : text(ko: "설명을 적어 주세요.", en: "Enter a description.")
        case .text(.tooLong(_, let limit)):
            text(ko: "\(limit.grouped)자까지 쓸 수 있어요.", en: "Use at most \(limit.grouped) characters.")
        case .text(.tooManyMarks):
            text(ko: "저장할 수 없는 글자가 있어요.", en: "Some of these characters can’t be saved.")
        case .number(.missing):
            field == .stock
                ? text(ko: "수량을 적어 주세요.", en: "Enter a quantity.") : text(ko: "가격을 적어 주세요.", en: "Enter a price.")
        case .number(.notANumber):
            text(ko: "숫자로만 적어 주세요. 예: 12,000", en: "Use whole numbers only, such as 12,000.")
        case .number(.outOfRange(let range)):
            text(
                ko: "\(range.lowerBound.grouped)부터 \(range.upperBound.grouped)까지 적을 수 있어요.",
                en: "Use a number from \(range.lowerBound.grouped) to \(range.upperBound.grouped).")
        case .notBelowPrice: text(ko: "가격보다 낮게 적어 주세요.", en: "Use an amount below the price.")
        case .pictureIsMissing: text(ko: "사진을 한 장 이상 골라 주세요.", en: "Add at least one photo.")
        case .tooManyPictures: text(ko: "사진은 5장까지 올릴 수 있어요.", en: "Use at most 5 photos.")
        }
    }

    /// Returns the words for a file that did not become a picture.
    func words(for trouble: NamedTrouble) -> String {
        let name = trouble.file
        return switch trouble.trouble {
        case .notAPicture:
            text(ko: "‘\(name)’: JPEG, PNG, WebP 사진이 아니에요.", en: "“\(name)” isn’t a JPEG, PNG or WebP photo.")
        case .broken:
            text(ko: "‘\(name)’: 파일이 손상돼 열 수 없어요.", en: "“\(name)” is damaged and can’t be opened.")
        case .tooLarge:
            text(ko: "‘\(name)’: 사진이 너무 커요. 줄여서 다시 골라 주세요.", en: "“\(name)” is too large. Choose a smaller version.")
        case .missing:
            text(ko: "고른 사진이 더 이상 없어요. 다시 골라 주세요.", en: "A photo is no longer here. Please choose it again.")
        case .busy:
            text(
                ko: "지금은 사진을 처리할 수 없어요. 잠시 뒤에 다시 시도해 주세요.",
                en: "Photos can’t be processed right now. Please try again in a moment.")
        }
    }

    /// Returns the words for the reason why nothing was saved.
    func words(for failure: RegisterProductFailure, now: Date) -> String {
        switch failure {
        case .changed:
            text(
                ko: "그 사이 다른 곳에서 상품이 바뀌었어요. 아래 내용을 확인하고 그대로 저장하려면 다시 눌러 주세요.",
                en: "The item was changed elsewhere in the meantime. Check it below; save again to keep your version.")
        case .tooMany(let end):
            tooManyOffers(minutes: max(1, Int((end.timeIntervalSince(now) / 60).rounded(.up))))
        case .service(let failure): words(for: failure)
        }
    }

    private func tooManyOffers(minutes: Int) -> String {
        text(
            ko: "한 시간에 \(MarketLimits.offers)개까지 올릴 수 있어요. \(minutes)분 뒤에 다시 저장해 주세요.",
            en: "You can offer \(MarketLimits.offers) items an hour. "
                + "Save again in \(minutes) \(minutes == 1 ? "minute" : "minutes").")
    }
}
