import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: Signing up

    var signUp: String { text(ko: "회원가입", en: "Sign up") }
    var signIn: String { text(ko: "로그인", en: "Sign in") }
    var signUpHeading: String { text(ko: "회원가입", en: "A jewel box of your own") }
    var signUpLead: String {
        text(
            ko: "이메일과 비밀번호만 있으면 돼요. 완료한 목표와 회고가 차곡차곡 쌓여요.",
            en:
                "An email address and a password are all it takes. What you finish, and what you thought of it, stays yours."
        )
    }
    var keepDemoHeading: String { text(ko: "이제 내 계정으로", en: "Make it your own") }
    var keepDemoLead: String {
        text(
            ko: "이메일과 비밀번호를 정하면 내 계정이 생겨요. 둘러보던 목표를 가져갈지도 고를 수 있어요.",
            en:
                "Choose an email address and a password for an account of your own, and what to bring along from the demo."
        )
    }

    var keepQuestion: String { text(ko: "둘러보던 목표는 어떻게 할까요?", en: "What should happen to your demo goals?") }
    /// The label of a choice of which goals of the demo account to keep.
    func name(of choice: DemoChoice, _ content: AccountContent) -> String {
        let (own, goals, reviews) = (content.ownGoals, content.goals, content.reviews)
        switch choice {
        case .empty:
            return own == 0
                ? text(ko: "빈 계정으로 시작하기", en: "Start empty")
                : text(
                    ko: "새로 시작하기 (직접 쓴 목표 \(own)개는 두고 가요)",
                    en: "Start fresh (the \(many(own, "goal")) you added \(own == 1 ? "is" : "are") left behind)")
        case .own:
            return own == 0
                ? text(ko: "직접 쓴 것만 가져가기 (아직 없어요)", en: "Keep what I added (nothing yet)")
                : text(ko: "직접 쓴 목표 \(own)개 가져가기", en: "Keep the \(many(own, "goal")) I added")
        case .all:
            return text(
                ko: "예시까지 모두 가져가기 (목표 \(goals)개, 회고 \(reviews)개)",
                en: "Keep everything, samples too (\(many(goals, "goal")), \(many(reviews, "review")))")
        }
    }

    var email: String { text(ko: "이메일", en: "Email") }
    var emailUse: String {
        text(ko: "로그인할 때 써요. 다른 사람에게는 보이지 않아요.", en: "You sign in with it. Other people don’t see it.")
    }
    var emailUseWithMail: String {
        text(
            ko: "이 주소로 확인 메일을 보내 드려요. 다른 사람에게는 보이지 않아요.",
            en: "We’ll send an email there to confirm it. Other people don’t see it.")
    }
    var password: String { text(ko: "비밀번호", en: "Password") }
    var newPassword: String { text(ko: "새 비밀번호", en: "New password") }
    var passwordRule: String {
        text(
            ko: "8자 이상이면 돼요. 문장처럼 길면 더 좋아요.",
            en: "At least 8 characters. A few words in a row work well.")
    }
    var noResetByMail: String {
        text(
            ko: "이 사이트는 메일을 보낼 수 없어요. 잊으면 사이트를 운영하는 사람만 다시 정해 줄 수 있어요.",
            en: "This site can’t send email: if you forget it, only whoever runs the site can help.")
    }
    var showPassword: String { text(ko: "비밀번호 보기", en: "Show password") }

    var consent: String { text(ko: "내 정보를 이렇게 보관하는 데 동의해요", en: "I agree to how my data is kept") }
    var consentPoints: [String] {
        [
            text(
                ko:
                    "이메일, 목표와 회고, 알아볼 수 없게 바꾼 비밀번호를 이 서버의 데이터베이스와 그 백업에 보관해요. 직접 공유하지 않으면 다른 사람은 볼 수 없고, 서버를 운영하는 사람은 볼 수 있어요.",
                en:
                    "Your email address, your goals and reviews, and your password in a form that nobody can read are stored in "
                    + "this server’s database and its backups. Other people can’t see them unless you share them; whoever runs the server can."
            ),
            text(
                ko: "로그인한 시각과 기기, IP 주소도 남아요. 설정에서 직접 볼 수 있어요.",
                en: "We also keep when, where and on which device you signed in. You can see that in the settings."),
            text(
                ko: "누구와도 나누지 않고, 방문 기록을 추적하지 않아요.",
                en: "Nothing is passed on, and nothing follows you around."),
            text(
                ko: "언제든 모두 내려받을 수 있고, 계정을 삭제하면 함께 삭제돼요.",
                en: "You can download all of it, and delete all of it, whenever you like."),
        ]
    }
    var consentMissing: String { text(ko: "가입하려면 동의가 필요해요.", en: "Please agree, so that we may keep your account.") }

    var createAccount: String { text(ko: "회원가입", en: "Create account") }
    var creatingAccount: String { text(ko: "가입하고 있어요", en: "Creating it") }
    var haveAccount: String { text(ko: "이미 계정이 있나요?", en: "Already have an account?") }
    var keepIt: String { text(ko: "가입하고 간직하기", en: "Sign up to keep it") }

    // MARK: Field messages

    var emailTaken: String {
        text(ko: "이 이메일로 만든 계정이 이미 있어요.", en: "There is an account with this email already.")
    }

    func message(_ fault: EmailFault) -> String {
        switch fault {
        case .missing: text(ko: "이메일을 적어 주세요.", en: "Please enter your email address.")
        case .hasWhiteSpace: text(ko: "빈칸이 들어 있어요. 빼 주세요.", en: "There is a space in it. Please take it out.")
        case .hasNoAt: text(ko: "@가 없어요. name@example.com처럼 적어 주세요.", en: "The @ is missing, as in name@example.com.")
        case .hasSeveralAts: text(ko: "@가 두 개 이상 있어요. 하나만 남겨 주세요.", en: "There is more than one @. Please leave one.")
        case .hasNoLocalPart: text(ko: "@ 앞부분이 비어 있어요.", en: "The part before the @ is missing.")
        case .localPartTooLong:
            text(ko: "@ 앞부분이 너무 길어요. 다시 확인해 주세요.", en: "The part before the @ is too long. Please check it.")
        case .disallowedCharacter(let sign):
            text(ko: "@ 앞에 쓸 수 없는 문자가 있어요: \(shown(sign))", en: "This can’t stand before the @: \(shown(sign))")
        case .hasNoDomain:
            text(ko: "@ 뒤를 마저 적어 주세요. 예: example.com", en: "Please finish the part after the @, as in example.com.")
        case .domainIsWrong:
            text(ko: "@ 뒤의 주소가 올바르지 않아요. 다시 확인해 주세요.", en: "The part after the @ is not right. Please check it.")
        case .tooLong: text(ko: "이메일이 너무 길어요. 다시 확인해 주세요.", en: "This address is too long. Please check it.")
        }
    }

    func message(_ fault: PasswordFault) -> String {
        switch fault {
        case .missing: text(ko: "비밀번호를 정해 주세요.", en: "Please choose a password.")
        case .tooShort(let count):
            text(
                ko: "지금은 \(count)자예요. \(Password.shortest)자 이상으로 정해 주세요.",
                en: "\(many(count, "character")) so far; at least \(Password.shortest) are needed.")
        case .tooLong:
            text(
                ko: "너무 길어요. \(Password.longest)자까지 쓸 수 있어요.",
                en: "That’s too long: \(Password.longest) characters at most.")
        case .isEmail:
            text(ko: "이메일과 같아요. 다른 것으로 정해 주세요.", en: "That’s your email address. Please choose something else.")
        case .isObvious(let reason): message(reason)
        }
    }

    private func message(_ reason: ObviousPassword) -> String {
        switch reason {
        case .repeats: text(ko: "같은 글자가 되풀이돼서 짐작하기 쉬워요.", en: "The same characters again and again are easy to guess.")
        case .sequence: text(ko: "이어지는 숫자나 글자는 짐작하기 쉬워요.", en: "Letters or numbers in order are easy to guess.")
        case .keyboard: text(ko: "자판에 나란히 있는 글쇠는 짐작하기 쉬워요.", en: "Keys that lie side by side are easy to guess.")
        case .word:
            text(
                ko: "누구나 먼저 떠올릴 말이에요. 다른 것을 섞어 주세요.",
                en: "That’s a word anybody would try first. Please mix in something else."
            )
        case .date: text(ko: "날짜만으로는 짐작하기 쉬워요.", en: "A date alone is easy to guess.")
        }
    }

    /// A description of a password's strength; nil when there is no password to rate.
    func words(for strength: PasswordStrength) -> String? {
        switch strength {
        case .none: nil
        case .weak: text(ko: "쓸 수 있어요", en: "Will do")
        case .good: text(ko: "좋아요", en: "Good")
        case .strong: text(ko: "아주 튼튼해요", en: "Strong")
        }
    }

    /// The label before a password's strength, for screen readers.
    var strength: String { text(ko: "비밀번호 안전도:", en: "Password strength:") }

    // MARK: Failures

    var registrationFailed: String {
        text(
            ko: "지금은 계정을 만들지 못했어요. 적은 이메일은 그대로 있으니 잠시 뒤에 다시 눌러 주세요.",
            en:
                "The account could not be created just now. Your email address is still here; please try again in a moment."
        )
    }

    /// The error after too many attempts, with the time to wait.
    func tooOften(_ wait: Duration) -> String {
        text(
            ko: "너무 여러 번 시도했어요. \(after(wait)) 다시 해 주세요.",
            en: "That was tried too often. Please try again \(after(wait)).")
    }

    /// The error when too many users are signing in at the same time.
    var signInIsBusy: String {
        text(
            ko: "지금 들어오는 분이 많아요. 잠시 뒤에 다시 눌러 주세요.",
            en: "Many people are signing in right now. Please try again in a moment.")
    }

    /// A waiting time such as "in 5 minutes": in one unit (seconds below a minute, minutes below an hour, hours below
    /// 48, else days), rounded up, at least one second.
    func after(_ wait: Duration) -> String {
        let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
        if seconds < 60 { return text(ko: "\(seconds)초 뒤에", en: "in \(many(seconds, "second"))") }
        let minutes = (seconds + 59) / 60
        if minutes < 60 { return text(ko: "\(minutes)분 뒤에", en: "in \(many(minutes, "minute"))") }
        let hours = (minutes + 59) / 60
        if hours < 48 { return text(ko: "\(hours)시간 뒤에", en: "in \(many(hours, "hour"))") }
        let days = (hours + 23) / 24
        return text(ko: "\(days)일 뒤에", en: "in \(many(days, "day"))")
    }

    // MARK: Mail sent

    var mailSent: String { text(ko: "메일을 보냈어요", en: "We’ve sent you an email") }
    func mailSent(to email: HTML) -> HTML {
        text(
            ko: "<strong>\(email)</strong> 주소로 메일을 보냈어요. 메일의 링크를 누르고 비밀번호를 다시 입력하면 계정이 만들어져요. 링크는 한 시간 동안 쓸 수 있어요.",
            en:
                "It is on its way to <strong>\(email)</strong>. Follow its link within an hour and enter your password again to create the account."
        )
    }
    var mailNotThere: String {
        text(
            ko: "몇 분이 지나도 오지 않으면 스팸함을 확인하거나, 주소를 다시 확인해 주세요.",
            en: "If nothing comes within a few minutes, look in your spam folder, or check the address.")
    }
    var backToForm: String { text(ko: "주소 다시 적기", en: "Back to the form") }

    /// The character itself or, if it may be invisible, its code points: "U+200B".
    private func shown(_ sign: Character) -> String {
        let isVisible = sign.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: !scalar.properties.isDefaultIgnorableCodePoint
            }
        }
        if isVisible { return "\(sign)" }
        return sign.unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
    }

    func many(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}
