import Live
import LiveSite

extension Strings {
    /// Returns the words of an alert.
    func words(for failure: ServiceFailure) -> String {
        switch failure {
        case .statusCodeError:
            text(
                ko: "요청을 처리하지 못했어요. 지금 내용을 확인하고 다시 시도해 주세요.",
                en: "That couldn’t be done. Please check the page as it is now and try again.")
        case .jsonMappingError:
            text(
                ko: "저장된 내용을 읽지 못했어요. 다시 시도해도 안 되면 운영자에게 알려 주세요.",
                en: "Some of the saved data can’t be read. If trying again doesn’t help, please tell whoever runs this "
                    + "market.")
        case .noContent:
            text(ko: "이미 판매가 끝났거나 삭제된 상품이에요.", en: "This item is no longer here.")
        case .httpError:
            text(
                ko: "지금은 연결이 원활하지 않아요. 잠시 뒤에 다시 시도해 주세요.",
                en: "The market isn’t responding right now. Please try again in a moment.")
        case .busy:
            text(
                ko: "지금은 검색하는 사람이 많아요. 잠시 뒤에 다시 시도해 주세요.",
                en: "Search is very busy right now. Please try again in a moment.")
        }
    }
}
