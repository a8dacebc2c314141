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
        case .followers:
            text(ko: "나를 팔로우하는 사람만 이 페이지를 볼 수 있어요.", en: "Only people who follow you can see this page.")
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
        text(ko: "더 이상 볼 수 없어요.", en: "This is no longer shared.")
    }

    // MARK: Applause

    var applaud: String { text(ko: "박수 보내기", en: "Applaud") }
    /// Stands in place of the button when it was pressed, beside one to take that back.
    var applauded: String { text(ko: "박수를 보냈어요", en: "Applauded") }

    // MARK: The form of one's own page

    var yourPageWhat: String {
        text(ko: "고른 목표만 다른 사람에게 보여 줘요.", en: "Show others the goals you choose, and nothing else.")
    }
    var yourPageLead: String {
        text(
            ko:
                "내가 공유한 목표만 모아 보여 주는 페이지예요. 회고는 따로 공유할 때만 보이고, 쉬는 목표와 단계 이름은 보이지 않아요. 설정에서 정한 이름도 함께 보여요. 나를 팔로우하는 사람은 내가 그 목표를 최근에 언제 진행했는지도 볼 수 있어요.",
            en:
                "A page with the goals you share. A review shows only if you share it as well; paused goals and the names of steps don’t show. Your name from the settings is on it, too, if you’ve set one. People who follow you also see when you last made progress."
        )
    }
    /// Addition to the hint of the name in the settings.
    var nameIsOnPage: String {
        text(
            ko: "내 페이지와, 내가 초대하거나 팔로우하는 사람에게도 보여요.",
            en: "It’s also shown on your page, and to the people you invite or follow.")
    }
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
        case .followers: text(ko: "나를 팔로우하는 사람", en: "People who follow me")
        case .everyone: text(ko: "주소를 아는 모든 사람", en: "Anyone who has the address")
        }
    }
    var pageSaved: String { text(ko: "페이지 설정을 저장했어요.", en: "Page settings saved") }

    // MARK: Following

    var peopleLead: String {
        text(
            ko: "초대를 수락한 사람은 내가 공유한 목표를 볼 수 있어요. 상대방의 목표는 그 사람이 나를 초대해야 볼 수 있어요.",
            en:
                "People who accept your invitation can see the goals you share. To see theirs, you need an invitation from them."
        )
    }
    var invitations: String { text(ko: "초대", en: "Invitations") }
    var invitationsWhat: String {
        text(
            ko: "링크 하나로 한 명만 나를 팔로우할 수 있어요. 링크가 있으면 누구나 쓸 수 있으니, 초대할 사람에게만 보내 주세요.",
            en:
                "Each link lets one person follow you. Whoever has it can use it, so send it only to the person you want to invite."
        )
    }
    var newInvitation: String { text(ko: "초대 링크 만들기", en: "Create an invitation link") }
    var inviteNeedsHandle: String {
        text(ko: "초대하려면 먼저 내 페이지의 주소를 정해 주세요.", en: "To invite people, first choose an address for your page.")
    }
    func invitationEnds(_ date: Date) -> String {
        text(ko: "\(moment(date))까지 쓸 수 있어요.", en: "Expires \(moment(date)).")
    }
    /// Shown when a link was made; the list below has it.
    var invitationMade: String {
        text(ko: "초대 링크를 만들었어요. 아래에서 복사해 보내 주세요.", en: "Invitation created. Copy its link below and send it.")
    }
    /// Label of the button that copies the link, or hands it to the system's sheet.
    var shareInvitation: String { text(ko: "링크 공유", en: "Share link") }
    var sendByMail: String { text(ko: "이메일로 보내기", en: "Send by email") }
    var invitationSubject: String {
        text(ko: "하인드사이트에서 내 목표를 함께 봐 주세요", en: "An invitation to follow my goals on Hindsight")
    }
    var followers: String { text(ko: "나를 팔로우하는 사람", en: "People who follow you") }
    var noFollowers: String { text(ko: "아직 없어요.", en: "Nobody yet.") }
    var followed: String { text(ko: "내가 팔로우하는 사람", en: "People you follow") }
    var noFollowed: String {
        text(ko: "아직 없어요. 초대를 수락하면 여기에 보여요.", en: "Nobody yet. When you accept an invitation, the person appears here.")
    }
    var blocked: String { text(ko: "차단한 사람", en: "Blocked people") }
    var blockedWhat: String {
        text(
            ko: "내 초대를 수락할 수 없고, 로그인한 상태로는 내 페이지를 볼 수 없어요.",
            en: "They can’t accept your invitations, and can’t see your page while they’re signed in.")
    }
    func name(of person: Connection) -> String {
        if !person.name.isEmpty { return person.name }
        return person.handle.map { "@\($0)" } ?? text(ko: "이름 없는 사람", en: "Unnamed person")
    }
    func follows(since day: CalendarDate) -> String {
        text(ko: "\(longDay(day))부터 팔로우 중", en: "Following since \(longDay(day))")
    }
    func name(of change: ConnectionChange) -> String {
        switch change {
        case .withdraw: text(ko: "초대 취소", en: "Withdraw")
        case .unfollow: text(ko: "팔로우 취소", en: "Unfollow")
        case .remove: text(ko: "팔로워 삭제", en: "Remove")
        case .block: text(ko: "차단", en: "Block")
        case .unblock: text(ko: "차단 해제", en: "Unblock")
        case .offerAgain, .restore: undo
        }
    }
    func words(for change: ConnectionChange) -> String {
        switch change {
        case .withdraw: text(ko: "초대를 취소했어요. 링크는 더 이상 열리지 않아요.", en: "Invitation withdrawn. Its link no longer works.")
        case .unfollow: text(ko: "팔로우를 취소했어요.", en: "You no longer follow them.")
        case .remove: text(ko: "이제 나를 팔로우하지 않아요.", en: "They no longer follow you.")
        case .block: text(ko: "차단했어요.", en: "Blocked.")
        case .unblock: text(ko: "차단을 해제했어요.", en: "Unblocked. They don’t follow you until you invite them again.")
        case .offerAgain, .restore: text(ko: "되돌렸어요.", en: "Undone.")
        }
    }
    func message(_ failure: ConnectionsFailure) -> String {
        switch failure {
        case .tooManyInvitations(let date):
            text(
                ko: "하루에 초대를 \(Invitation.limit)개까지 만들 수 있어요. \(moment(date))부터 다시 만들 수 있어요.",
                en:
                    "You can make \(Invitation.limit) invitations a day. You can make the next one from \(moment(date))."
            )
        case .handleIsMissing: inviteNeedsHandle
        case .isOver:
            text(
                ko: "이미 바뀌었거나 되돌릴 수 있는 시간이 지났어요.", en: "This has changed in the meantime, or it is too late to undo it."
            )
        case .unreadable:
            text(ko: "불러오지 못했어요. 잠시 뒤에 다시 시도해 주세요.", en: "This could not be loaded. Please try again in a moment.")
        case .unavailable: actionFailed
        }
    }

    // MARK: An invitation

    func invites(_ name: String) -> String {
        text(ko: "\(name) 님의 초대", en: "\(name) invites you to follow their goals")
    }
    var ownInvitation: String { text(ko: "내가 만든 초대", en: "Your invitation") }
    func invitationLead(_ name: String) -> String {
        text(
            ko: "수락하면 \(name) 님이 공유한 목표를 볼 수 있어요. \(name) 님에게는 내 이름과 페이지 주소만 보이고, 내 목표는 보이지 않아요.",
            en:
                "Accept to see the goals that \(name) shares. They will see your name and the address of your page, but none of your goals."
        )
    }
    var acceptInvitation: String { text(ko: "수락", en: "Accept") }
    var declineInvitation: String { text(ko: "거절", en: "Decline") }
    var handleToFollow: String {
        text(ko: "초대한 사람이 나를 알아볼 수 있게 주소를 정해 주세요.", en: "Choose one so they know who’s following them.")
    }
    func followsNow(_ name: String) -> String { text(ko: "이제 \(name) 님을 팔로우해요.", en: "You now follow \(name).") }
    func follows(_ name: String) -> String { text(ko: "\(name) 님을 팔로우하고 있어요.", en: "You follow \(name).") }
    var toPage: String { text(ko: "페이지 보기", en: "See the page") }
    var invitationDeclined: String { text(ko: "초대를 거절했어요.", en: "You declined this invitation.") }
    var invitationIsOwn: String {
        text(
            ko: "내가 만든 초대예요. 이 링크를 초대할 사람에게 보내 주세요.",
            en: "This is your own invitation. Send its link to the person you want to invite.")
    }
    var signInToAnswer: String {
        text(
            ko: "수락하려면 로그인하거나 가입해 주세요.",
            en: "Sign in or sign up to accept.")
    }
    var demoFollowsNobody: String {
        text(
            ko: "체험 계정으로는 수락할 수 없어요. 먼저 가입해 주세요.",
            en: "A demo account can’t accept invitations, so sign up first.")
    }
    var followsTooMany: String {
        text(
            ko: "\(Connections.limit)명까지 팔로우할 수 있어요.", en: "You can follow \(Connections.limit) people at most.")
    }
    func hasTooManyFollowers(_ name: String) -> String {
        text(
            ko: "\(name) 님은 더 이상 팔로우를 받을 수 없어요.",
            en: "\(name) can’t have any more followers.")
    }
}
