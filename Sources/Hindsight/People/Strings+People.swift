import Foundation
import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: A person's page

    /// The display name, or the handle without one.
    func name(of person: Person) -> String { person.name.isEmpty ? "@\(person.handle)" : person.name }

    /// The sentence for the owner of a page about who can see it.
    func words(for visibility: PageVisibility) -> String {
        switch visibility {
        case .owner: text(ko: "지금은 나만 볼 수 있어요.", en: "Only you can see this page.")
        case .everyone:
            text(ko: "주소를 아는 모든 사람이 이 페이지를 볼 수 있어요.", en: "Anyone who has the address can see this page.")
        }
    }
    var changePage: String { text(ko: "페이지 설정", en: "Page settings") }
    var nothingShared: String { text(ko: "아직 공유한 목표가 없어요", en: "No goals here yet") }
    var howToShare: String {
        text(
            ko: "목표 페이지의 ‘···’ 메뉴에서 ‘내 페이지에 공유’를 누르면 여기에 보여요.",
            en: "Choose “Share on my page” in the ··· menu of a goal, and it will appear here.")
    }
    var pageIsGone: String {
        text(ko: "더 이상 공유하지 않아요.", en: "This is no longer shared.")
    }

    // MARK: The form of one's own page

    var yourPageWhat: String {
        text(ko: "고른 목표만 다른 사람에게 보여 줘요.", en: "Show others the goals you choose, and nothing else.")
    }
    var yourPageLead: String {
        text(
            ko: "내가 공유한 목표만 모아 보여 주는 페이지예요. 회고는 따로 공유할 때만 보이고, 쉬는 목표와 단계 이름은 보이지 않아요. 설정에서 정한 이름도 함께 보여요.",
            en:
                "A page with the goals you share. A review shows only if you share it as well; paused goals and the names of steps don’t show. Your name from the settings is on it, too, if you’ve set one."
        )
    }
    /// Addition to the hint of the name in the settings.
    var nameIsOnPage: String { text(ko: "내 페이지에도 보여요.", en: "It’s shown on your page, too.") }
    func sharedGoals(_ count: Int) -> String {
        count == 0
            ? text(ko: "아직 공유한 목표가 없어요.", en: "You haven’t shared any goals yet.")
            : text(ko: "목표 \(count)개를 공유하고 있어요.", en: "You’re sharing \(many(count, "goal")).")
    }
    var handle: String { text(ko: "페이지 주소", en: "Address of your page") }
    var handleRule: String {
        let days = OwnPage.changeInterval.days
        return text(
            ko:
                "/people/ 뒤에 붙는 이름이에요. 영어 소문자, 숫자, 밑줄(_)로 3~20자를 써 주세요. 바꾸면 예전 주소는 더 이상 열리지 않고, \(days)일 동안은 다시 바꿀 수 없어요.",
            en:
                "The name after /people/: 3 to 20 of the letters a–z, digits and underscores. After you change it, the former one no longer works, and you can’t change it again for \(days) days."
        )
    }
    var handleMissing: String { text(ko: "먼저 페이지 주소를 정해 주세요.", en: "Please choose an address first.") }
    var handleTaken: String {
        text(
            ko: "이미 누가 쓰고 있거나 얼마 전까지 쓰이던 주소예요. 다른 주소를 골라 주세요.",
            en: "This address is in use, or was until recently. Please choose another one.")
    }
    func handleStays(until date: Date) -> String {
        text(ko: "주소는 \(moment(date))부터 다시 바꿀 수 있어요.", en: "You can change the address again from \(moment(date)).")
    }
    func message(_ fault: HandleFault) -> String {
        switch fault {
        case .characters:
            text(
                ko: "영어 소문자, 숫자, 밑줄(_)만 쓸 수 있어요.", en: "Please use only the letters a–z, digits and underscores.")
        case .length: text(ko: "3~20자로 입력해 주세요.", en: "Please use 3 to 20 characters.")
        case .reserved:
            text(ko: "쓸 수 없는 주소예요. 다른 주소를 골라 주세요.", en: "This address can’t be used. Please choose another one.")
        }
    }
    var whoSeesPage: String { text(ko: "공개 범위", en: "Who can see it") }
    func name(of visibility: PageVisibility) -> String {
        switch visibility {
        case .owner: text(ko: "나만", en: "Only me")
        case .everyone: text(ko: "주소를 아는 모든 사람", en: "Anyone who has the address")
        }
    }
    var pageSaved: String { text(ko: "페이지 설정을 저장했어요.", en: "Page settings saved") }
}
