import Foundation
import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: Settings

    var settings: String { text(ko: "설정", en: "Settings") }
    var backToSettings: String { text(ko: "설정으로 돌아가기", en: "Back to the settings") }
    var yourSettings: String { text(ko: "나에게 맞게", en: "Preferences") }
    var yourSettingsWhat: String {
        text(ko: "이 계정의 모든 화면과 기기에 적용돼요.", en: "For every page and every device of this account.")
    }
    var displayName: String { text(ko: "이름", en: "Your name") }
    var displayNameRule: String { text(ko: "한 줄, 40자까지 쓸 수 있어요.", en: "One line of up to 40 characters.") }
    var asTheBrowser: String { text(ko: "브라우저 설정대로", en: "Same as browser") }
    /// The choice of a week that begins as is usual in the language.
    var usualWeekStart: String {
        let day = name(of: WeekStart.usual(in: language))
        return text(ko: "자동 (\(day))", en: "Automatic (\(day))")
    }
    var weekStartChoice: String { text(ko: "한 주의 시작", en: "The week begins on") }
    var saveSettings: String { text(ko: "저장", en: "Save") }
    var settingsSaved: String { text(ko: "설정을 저장했어요.", en: "Settings saved") }
    var settingIsUnknown: String { text(ko: "목록에 있는 것을 골라 주세요.", en: "Please choose one of the list.") }

    func name(of day: WeekStart) -> String {
        switch day {
        case .monday: text(ko: "월요일", en: "Monday")
        case .sunday: text(ko: "일요일", en: "Sunday")
        case .saturday: text(ko: "토요일", en: "Saturday")
        }
    }

    // MARK: Signing in

    var access: String { text(ko: "로그인", en: "Signing in") }
    var accessWhat: String { text(ko: "이메일과 비밀번호", en: "Your email address and password") }
    var emailIsConfirmed: String { text(ko: "확인된 이메일", en: "Email, confirmed") }
    var changeEmail: String { text(ko: "이메일 바꾸기", en: "Change email") }
    func changeEmailLead(from email: String, hasMail: Bool) -> String {
        hasMail
            ? text(
                ko: "지금은 \(email)이에요. 새 주소로 확인 메일을 보내고, 그 안의 링크를 눌러야 바뀌어요.",
                en: "Currently \(email). We’ll send an email to the new address; the link in it makes the change.")
            : text(
                ko: "지금은 \(email)이에요. 앞으로는 새 주소로 로그인해요.",
                en: "Currently \(email). You’ll sign in with the new address.")
    }
    func emailMailSent(to email: String) -> String {
        text(
            ko: "\(email) 주소로 확인 메일을 보냈어요. 그 안의 링크를 누르면 바뀌어요. 한 시간 동안 쓸 수 있어요.",
            en: "An email is on its way to \(email). The link in it makes the change, and works for an hour.")
    }
    var confirmEmail: String { text(ko: "이 주소로 바꾸기", en: "Use this address") }
    func confirmEmailLead(_ email: String) -> String {
        text(ko: "앞으로 \(email)로 로그인해요.", en: "From now on you sign in with \(email).")
    }
    var emailChanged: String { text(ko: "이메일을 바꿨어요.", en: "Email address changed") }
    var changePassword: String { text(ko: "비밀번호 바꾸기", en: "Change password") }
    var changePasswordLead: String {
        text(ko: "바꾸면 다른 모든 기기에서 로그아웃돼요.", en: "You are signed out everywhere else when it is changed.")
    }
    var presentPassword: String { text(ko: "현재 비밀번호", en: "Current password") }
    var passwordChanged: String {
        text(
            ko: "비밀번호를 바꿨고, 다른 기기에서는 로그아웃했어요.",
            en: "Your password has been changed, and you are signed out everywhere else.")
    }

    // MARK: Devices

    var devices: String { text(ko: "로그인한 기기", en: "Where you are signed in") }
    var devicesWhat: String {
        text(
            ko: "모르는 기기가 있으면 로그아웃하고 비밀번호를 바꿔 주세요.",
            en: "If there is one that you don’t know, sign it out and change your password.")
    }
    var thisDevice: String { text(ko: "지금 이 기기", en: "This device") }
    func lastUsed(_ date: Date) -> String {
        text(ko: "\(longDay(day(of: date)))에 씀", en: "Used on \(longDay(day(of: date)))")
    }
    func signedInOn(_ date: Date) -> String {
        text(ko: "\(longDay(day(of: date)))에 로그인", en: "signed in on \(longDay(day(of: date)))")
    }
    var signOutThere: String { text(ko: "로그아웃", en: "Sign out there") }
    var signOutElsewhere: String { text(ko: "다른 기기에서 모두 로그아웃", en: "Sign out everywhere else") }
    func signedOutThere(_ count: Int) -> String {
        text(ko: "기기 \(count)대에서 로그아웃했어요.", en: "Signed out on \(many(count, "device"))")
    }

    /// The name of a browser and device, such as "Chrome on Windows".
    func name(of client: Client) -> String {
        let device = DeviceName(userAgent: client.agent)
        return switch (device.browser, device.system) {
        case (let browser?, let system?):
            text(ko: "\(system.rawValue)의 \(browser.rawValue)", en: "\(browser.rawValue) on \(system.rawValue)")
        case (let browser?, nil): browser.rawValue
        case (nil, let system?): system.rawValue
        case (nil, nil): text(ko: "알 수 없는 기기", en: "An unknown device")
        }
    }

    // MARK: Data

    var yourData: String { text(ko: "내 기록", en: "Your data") }
    var yourDataWhat: String { text(ko: "언제든 가져갈 수 있어요.", en: "Take it with you whenever you like.") }
    var export: String { text(ko: "모두 내려받기", en: "Download everything") }
    var exportWhat: String {
        text(
            ko: "목표, 회고, 쓰던 글, 설정과 활동 기록을 JSON 파일로 받아요.",
            en: "Goals, reviews, drafts, settings and activity, as a JSON file.")
    }
    var exportToRead: String { text(ko: "읽기 좋은 글로 내려받기", en: "Download as Markdown") }
    var exportToReadWhat: String {
        text(
            ko: "목표와 회고를 한 편의 글로 받아요. Markdown 파일이라 메모 앱에서도 열려요.",
            en: "Your goals and reviews as one document, in Markdown, which any notes app can open.")
    }
    var importGoals: String { text(ko: "파일에서 가져오기", en: "Import goals") }
    var importGoalsWhat: String {
        text(
            ko: "내려받은 JSON 파일의 목표와 회고를 이 계정에 더해요.",
            en: "Add the goals and reviews of a JSON file that you downloaded here.")
    }
    var importGoalsNow: String { text(ko: "가져오기", en: "Choose a file") }
    var exportNow: String { text(ko: "내려받기", en: "Download") }
    var exportFirst: String { text(ko: "먼저 간직하려면", en: "To keep it:") }
    var activity: String { text(ko: "활동 기록", en: "Activity") }
    var activityWhat: String {
        let days = AccountStoreLimits.logLifetime.days
        return text(
            ko: "계정에 있었던 일만 남고, 쓴 글은 남지 않아요. \(days)일 동안 보관해요.",
            en: "What happened to the account, never what you wrote. It is kept for \(days) days.")
    }
    var seeActivity: String { text(ko: "보기", en: "See it") }
    var whatHappened: String { text(ko: "있었던 일", en: "What happened") }
    var whenItHappened: String { text(ko: "언제", en: "When") }
    var whereFrom: String { text(ko: "어디서", en: "From where") }

    func name(of event: AccountEvent) -> String {
        switch event {
        case .registered: text(ko: "가입했어요", en: "Account created")
        case .signedIn: text(ko: "로그인했어요", en: "Signed in")
        case .signInFailed: text(ko: "로그인하지 못했어요", en: "Sign-in failed")
        case .signedOut: text(ko: "로그아웃했어요", en: "Signed out")
        case .signedOutElsewhere: text(ko: "다른 기기에서 로그아웃했어요", en: "Signed out on other devices")
        case .passwordChanged: text(ko: "비밀번호를 바꿨어요", en: "Password changed")
        case .passwordReset: text(ko: "링크로 비밀번호를 다시 정했어요", en: "Password set with a link")
        case .resetRequested: text(ko: "비밀번호를 다시 정하는 링크를 요청했어요", en: "Link to set a new password requested")
        case .emailChangeRequested: text(ko: "이메일을 바꾸려고 했어요", en: "Email change requested")
        case .emailChanged: text(ko: "이메일을 바꿨어요", en: "Email changed")
        case .exported: text(ko: "기록을 내려받았어요", en: "Data downloaded")
        case .imported: text(ko: "파일에서 기록을 가져왔어요", en: "Goals imported from a file")
        case .calendarMade: text(ko: "달력 주소를 만들었어요", en: "Calendar link created")
        case .calendarRenewed: text(ko: "달력 주소를 새로 만들었어요", en: "Calendar link replaced")
        case .calendarEnded: text(ko: "달력 주소를 삭제했어요", en: "Calendar link removed")
        case .notificationsOn: text(ko: "브라우저 알림을 켰어요", en: "Notifications turned on in a browser")
        case .notificationsOff: text(ko: "브라우저 알림을 껐어요", en: "Notifications turned off in a browser")
        }
    }

    // MARK: Reminders

    var reminders: String { text(ko: "알림 받는 방법", en: "Reminders") }
    var remindersLink: String { text(ko: "알림 받는 방법 고르기", en: "Set up reminders") }
    var remindersWhat: String {
        text(
            ko: "달력이나 브라우저 알림으로 받을 수 있어요. 켜기 전에는 아무것도 보내지 않아요.",
            en: "In your calendar, or from your browser. Nothing is sent until you ask for it.")
    }

    // MARK: Deleting the account

    var deleteAccount: String { text(ko: "계정 삭제", en: "Delete account") }
    var deleteAccountWhat: String {
        text(ko: "목표와 회고까지 모두 사라지고, 되돌릴 수 없어요.", en: "Everything in it goes with it, for good.")
    }
    var deleteAccountQuestion: String { text(ko: "정말 계정을 삭제할까요?", en: "Delete this account for good?") }
    func deleteAccountLead(_ content: AccountContent) -> String {
        let (goals, reviews) = (content.goals, content.reviews)
        return text(
            ko: "목표 \(goals)개와 회고 \(reviews)개, 쓰던 글이 모두 사라져요. 되돌릴 수 없어요.",
            en: "\(many(goals, "goal")) and \(many(reviews, "review")) will be gone, and any drafts with them. "
                + "There is no way to bring them back.")
    }
    var accountDeleted: String {
        text(ko: "계정과 그 안의 모든 것을 삭제했어요.", en: "The account is deleted, with everything in it.")
    }
}

extension Duration {
    /// Whole days.
    var days: Int { Int(components.seconds / 86_400) }
}
