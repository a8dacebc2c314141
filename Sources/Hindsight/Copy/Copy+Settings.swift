import Foundation
import HindsightDomain
import Live
import LiveSite

extension Copy {
    // MARK: Settings

    var settings: String { say("설정", "Settings") }
    var backToSettings: String { say("설정으로 돌아가기", "Back to the settings") }
    var yourSettings: String { say("나에게 맞게", "The way you like it") }
    var yourSettingsWhat: String {
        say("이 계정의 모든 화면과 기기에 적용돼요.", "For every page and every device of this account.")
    }
    var displayName: String { say("이름", "What to call you") }
    var displayNameRule: String { say("한 줄, 40자까지 쓸 수 있어요.", "One line of up to 40 characters.") }
    var asTheBrowser: String { say("브라우저 설정대로", "As the browser has it") }
    var asTheLanguage: String { say("언어에 맞게", "As is usual in the language") }
    var weekStartChoice: String { say("한 주의 시작", "The week begins on") }
    var saveSettings: String { say("저장", "Save") }
    var settingsSaved: String { say("설정을 저장했어요", "Your settings are saved") }
    var settingIsUnknown: String { say("목록에 있는 것을 골라 주세요.", "Please choose one of the list.") }

    func name(of day: WeekStart) -> String {
        switch day {
        case .monday: say("월요일", "Monday")
        case .sunday: say("일요일", "Sunday")
        case .saturday: say("토요일", "Saturday")
        }
    }

    // MARK: Signing in

    var access: String { say("로그인", "Signing in") }
    var accessWhat: String { say("이메일과 비밀번호", "Your e-mail address and password") }
    var emailIsConfirmed: String { say("확인된 이메일", "E-mail, confirmed") }
    var changeEmail: String { say("이메일 바꾸기", "Change e-mail") }
    func changeEmailLead(from email: String, hasMail: Bool) -> String {
        hasMail
            ? say(
                "지금은 \(email)이에요. 새 주소로 확인 메일을 보내고, 그 안의 링크를 눌러야 바뀌어요.",
                "It is \(email) now. We send a mail to the new address; it changes with the link in it.")
            : say(
                "지금은 \(email)이에요. 앞으로는 새 주소로 로그인해요.", "It is \(email) now. You sign in with the new one from then on.")
    }
    func emailMailSent(to email: String) -> String {
        say(
            "\(email) 주소로 확인 메일을 보냈어요. 그 안의 링크를 누르면 바뀌어요. 한 시간 동안 쓸 수 있어요.",
            "A mail is on its way to \(email). The link in it makes the change, and is good for an hour.")
    }
    var confirmEmail: String { say("이 주소로 바꾸기", "Use this address") }
    func confirmEmailLead(_ email: String) -> String {
        say("앞으로 \(email)로 로그인해요.", "From now on you sign in with \(email).")
    }
    var emailChanged: String { say("이메일을 바꿨어요", "Your e-mail address is changed") }
    var changePassword: String { say("비밀번호 바꾸기", "Change password") }
    var changePasswordLead: String {
        say("바꾸면 다른 모든 기기에서 로그아웃돼요.", "You are signed out everywhere else when it is changed.")
    }
    var presentPassword: String { say("지금 비밀번호", "Present password") }
    var passwordChanged: String {
        say("비밀번호를 바꿨고, 다른 기기에서는 로그아웃했어요", "Your password is changed, and you are signed out everywhere else")
    }

    // MARK: Devices

    var devices: String { say("로그인한 기기", "Where you are signed in") }
    var devicesWhat: String {
        say(
            "모르는 기기가 있으면 로그아웃하고 비밀번호를 바꿔 주세요.",
            "If there is one that you don’t know, sign it out and change your password.")
    }
    var thisDevice: String { say("지금 이 기기", "This device") }
    func lastUsed(_ date: Date) -> String { say("\(longDay(day(of: date)))에 씀", "Used on \(longDay(day(of: date)))") }
    func signedInOn(_ date: Date) -> String {
        say("\(longDay(day(of: date)))에 로그인", "signed in on \(longDay(day(of: date)))")
    }
    var signOutThere: String { say("로그아웃", "Sign out there") }
    var signOutElsewhere: String { say("다른 기기에서 모두 로그아웃", "Sign out everywhere else") }
    func signedOutThere(_ count: Int) -> String {
        say("기기 \(count)대에서 로그아웃했어요", "Signed out on \(many(count, "device"))")
    }

    /// The name of a browser and device, such as "Chrome on Windows".
    func name(of client: Client) -> String {
        let device = DeviceName(userAgent: client.agent)
        return switch (device.browser, device.system) {
        case (let browser?, let system?):
            say("\(system.rawValue)의 \(browser.rawValue)", "\(browser.rawValue) on \(system.rawValue)")
        case (let browser?, nil): browser.rawValue
        case (nil, let system?): system.rawValue
        case (nil, nil): say("알 수 없는 기기", "An unknown device")
        }
    }

    // MARK: Data

    var yourData: String { say("내 기록", "What is yours") }
    var yourDataWhat: String { say("언제든 가져갈 수 있어요.", "Take it with you whenever you like.") }
    var export: String { say("모두 내려받기", "Download everything") }
    var exportWhat: String {
        say("목표, 회고, 쓰던 글, 설정과 활동 기록을 JSON 파일로 받아요.", "Goals, reviews, drafts, settings and activity, as a JSON file.")
    }
    var exportToRead: String { say("읽기 좋은 글로 내려받기", "Download it to read") }
    var exportToReadWhat: String {
        say(
            "목표와 회고를 한 편의 글로 받아요. Markdown 파일이라 메모 앱에서도 열려요.",
            "Your goals and reviews as one document, in Markdown, which any notes app can open.")
    }
    var importGoals: String { say("파일에서 가져오기", "Bring goals in") }
    var importGoalsWhat: String {
        say("내려받은 JSON 파일의 목표와 회고를 이 계정에 더해요.", "Add the goals and reviews of a JSON file that you downloaded here.")
    }
    var importGoalsNow: String { say("가져오기", "Choose a file") }
    var exportNow: String { say("내려받기", "Download") }
    var exportFirst: String { say("먼저 간직하려면", "To keep it:") }
    var activity: String { say("활동 기록", "Activity") }
    var activityWhat: String {
        say(
            "계정에 있었던 일만 남고, 쓴 글은 남지 않아요. 반년 동안 보관해요.",
            "What happened to the account, never what you wrote. It is kept for half a year.")
    }
    var seeActivity: String { say("보기", "See it") }
    var whatHappened: String { say("있었던 일", "What happened") }
    var whenItHappened: String { say("언제", "When") }
    var whereFrom: String { say("어디서", "From where") }

    func name(of event: AccountEvent) -> String {
        switch event {
        case .registered: say("계정을 만들었어요", "The account was made")
        case .signedIn: say("로그인했어요", "Signed in")
        case .signInFailed: say("로그인하지 못했어요", "A sign-in failed")
        case .signedOut: say("로그아웃했어요", "Signed out")
        case .signedOutElsewhere: say("다른 기기에서 로그아웃했어요", "Signed out on other devices")
        case .passwordChanged: say("비밀번호를 바꿨어요", "The password was changed")
        case .passwordReset: say("링크로 비밀번호를 다시 정했어요", "The password was set by a link")
        case .resetRequested: say("비밀번호를 다시 정하는 링크를 요청했어요", "A link to set another password was asked for")
        case .emailChangeRequested: say("이메일을 바꾸려고 했어요", "Another e-mail address was asked for")
        case .emailChanged: say("이메일을 바꿨어요", "The e-mail address was changed")
        case .exported: say("기록을 내려받았어요", "Everything was downloaded")
        case .imported: say("파일에서 기록을 가져왔어요", "Goals were brought in from a file")
        case .calendarMade: say("달력 주소를 만들었어요", "The address of the calendar was made")
        case .calendarRenewed: say("달력 주소를 새로 만들었어요", "The calendar got another address")
        case .calendarEnded: say("달력 주소를 없앴어요", "The address of the calendar was removed")
        case .notificationsOn: say("브라우저 알림을 켰어요", "Notifications were turned on in a browser")
        case .notificationsOff: say("브라우저 알림을 껐어요", "Notifications were turned off in a browser")
        }
    }

    /// The day and time of a moment in the owner's time zone.
    func moment(_ date: Date) -> String {
        var style = Date.FormatStyle(date: .omitted, time: .shortened)
        style.timeZone = timeZone.timeZone
        style.locale = Locale(identifier: language.rawValue)
        return "\(longDay(day(of: date))) \(date.formatted(style))"
    }

    // MARK: Reminders

    var reminders: String { say("알림 받는 방법", "Reminders") }
    var remindersLink: String { say("알림 받는 방법 고르기", "Choose how reminders reach you") }
    var remindersWhat: String {
        say(
            "달력이나 브라우저 알림으로 받을 수 있어요. 켜기 전에는 아무것도 보내지 않아요.",
            "In your calendar, or from your browser. Nothing is sent until you ask for it.")
    }

    // MARK: Deleting the account

    var deleteAccount: String { say("계정 지우기", "Delete account") }
    var deleteAccountWhat: String {
        say("목표와 회고까지 모두 사라지고, 되돌릴 수 없어요.", "Everything in it goes with it, for good.")
    }
    var deleteAccountQuestion: String { say("정말 계정을 지울까요?", "Delete this account for good?") }
    func deleteAccountLead(_ content: AccountContent) -> String {
        let (goals, reviews) = (content.goals, content.reviews)
        return say(
            "목표 \(goals)개와 회고 \(reviews)개, 쓰던 글이 모두 사라져요. 되돌릴 수 없어요.",
            "\(many(goals, "goal")) and \(many(reviews, "review")) will be gone, and any drafts with them. "
                + "There is no way to bring them back.")
    }
    var accountDeleted: String { say("계정과 그 안의 모든 것을 지웠어요", "The account is deleted, with everything in it") }
}
