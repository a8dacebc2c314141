import Live
import LiveSite

extension Strings {
    // MARK: Signing in

    var signInLead: String { text(ko: "다시 만나서 반가워요.", en: "Good to see you again.") }
    var signInToGoOn: String { text(ko: "로그인하면 보던 화면으로 돌아가요.", en: "Sign in to continue where you left off.") }
    var signInToSend: String {
        text(
            ko: "그사이 로그아웃됐어요. 보낸 내용은 이 화면에 그대로 있으니, 로그인하면 이어서 보낼 수 있어요.",
            en:
                "You have been signed out in the meantime. What you sent is kept on this page: sign in, and send it again."
        )
    }
    var noAccount: String { text(ko: "아직 계정이 없나요?", en: "No account yet?") }
    var forgotPassword: String { text(ko: "비밀번호를 잊었어요", en: "I forgot my password") }
    var staySignedIn: String { text(ko: "로그인 상태 유지", en: "Stay signed in") }
    var staySignedInHint: String {
        text(ko: "여럿이 쓰는 기기에서는 꺼 주세요.", en: "Turn this off on a shared device.")
    }
    var leavesDemo: String {
        text(
            ko: "지금은 체험 계정을 쓰고 있어요. 다른 계정으로 들어가면 체험 계정의 목표와 회고로는 돌아올 수 없어요. 간직하려면 가입해 주세요.",
            en:
                "You are in a demo account. If you go to another account, there is no way back to its goals and reviews. "
                + "Sign up instead to keep them.")
    }
    var wrongPassword: String {
        text(ko: "이메일이나 비밀번호가 맞지 않아요.", en: "Wrong email or password.")
    }
    /// The error of a wrong password where the account is already known.
    var passwordIsWrong: String { text(ko: "비밀번호가 맞지 않아요.", en: "This is not your password.") }
    var passwordMissing: String { text(ko: "비밀번호를 적어 주세요.", en: "Please enter your password.") }
    var formFailed: String {
        text(
            ko: "지금은 처리하지 못했어요. 잠시 뒤에 다시 눌러 주세요.",
            en: "That could not be done just now. Please try again in a moment.")
    }

    var signedInAgain: String { text(ko: "로그인했어요", en: "You are signed in") }
    var keptForm: String {
        text(ko: "보내려던 내용이 그대로 있어요. 이어서 보내 주세요.", en: "What you were about to send is still here. Go on and send it.")
    }
    var sendKeptForm: String { text(ko: "이어서 보내기", en: "Send it now") }

    // MARK: Links in mails

    var confirmRegistration: String { text(ko: "이메일 확인", en: "Confirm your address") }
    func confirmRegistrationLead(_ email: String) -> String {
        text(
            ko: "\(email) 주소로 가입할 때 정한 비밀번호를 적으면 계정이 만들어져요.",
            en: "Enter the password that you chose for \(email), and your account is created.")
    }
    var linkIsOver: String { text(ko: "더 이상 쓸 수 없는 링크예요", en: "This link has expired") }
    var registrationIsOver: String {
        text(
            ko: "이미 썼거나 한 시간이 지났어요. 계정을 만들었다면 로그인하고, 아직 없다면 다시 가입해 주세요.",
            en: "It was used already, or is older than an hour. Sign in if you have an account, or sign up again.")
    }
    var resetIsOver: String {
        text(
            ko: "이미 썼거나 한 시간이 지났어요. 새 링크를 받아 주세요.",
            en: "It was used already, or is older than an hour. Please ask for a new one.")
    }
    var newLink: String { text(ko: "새 링크 받기", en: "Get a new link") }
    var emailLinkIsOver: String {
        text(
            ko: "이미 썼거나 한 시간이 지났거나, 다른 계정의 링크예요.",
            en: "It was used already, is older than an hour, or belongs to another account.")
    }

    var resetLead: String {
        text(
            ko: "가입한 이메일을 적어 주세요. 비밀번호를 다시 정하는 링크를 보내 드려요.",
            en: "Enter your account’s email address. We’ll send you a link to set a new password.")
    }
    var noResetByMailLead: String {
        text(
            ko: "이 사이트는 메일을 보낼 수 없어요. 비밀번호를 다시 정하려면 사이트를 운영하는 사람에게 부탁해 주세요.",
            en: "This site can’t send email. Whoever runs it can help you set a new password.")
    }
    var sendResetMail: String { text(ko: "링크 받기", en: "Send me a link") }
    func resetMailSent(to email: String) -> String {
        text(
            ko: "\(email) 주소로 만든 계정이 있으면, 비밀번호를 다시 정하는 링크가 곧 도착해요. 한 시간 동안 쓸 수 있어요.",
            en:
                "If there is an account with \(email), a link to set a new password is on its way. It works for an hour."
        )
    }
    var chooseNewPassword: String { text(ko: "새 비밀번호 정하기", en: "Choose a new password") }
    var newPasswordLead: String {
        text(
            ko: "바꾸면 다른 모든 기기에서 로그아웃돼요.",
            en: "You are signed out everywhere else when it is set.")
    }
    var setPassword: String { text(ko: "비밀번호 바꾸기", en: "Set password") }

    // MARK: Failures

    var demoIsGone: String {
        text(
            ko: "이 체험 계정은 이미 내 계정이 됐거나 사라졌어요. 로그인해서 확인해 주세요.",
            en: "This demo account has become an account already, or is gone. Please sign in to see.")
    }
}
