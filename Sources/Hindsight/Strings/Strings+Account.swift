import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: Leaving an account

    var signOutQuestion: String { text(ko: "로그아웃할까요?", en: "Sign out?") }
    /// Confirmation for a demo account, which cannot be signed in to again.
    var leaveDemoQuestion: String { text(ko: "정말 로그아웃할까요?", en: "Sign out for good?") }
    var newDemoQuestion: String { text(ko: "새 체험 계정을 만들까요?", en: "Start over with a new demo account?") }

    /// The warning of what is lost with a demo account.
    func demoLoss(_ content: AccountContent) -> String {
        let (goals, reviews) = (content.goals, content.reviews)
        return text(
            ko: "체험 계정에는 비밀번호가 없어서, 나가면 다시 들어올 수 없어요. "
                + "지금까지의 목표 \(goals)개와 회고 \(reviews)개, 쓰던 글이 모두 사라져요.",
            en: "A demo account has no password, so there is no way back into it. "
                + "\(many(goals, "goal")) and \(many(reviews, "review")) will be lost, and any drafts with them.")
    }
    var leaveDemo: String { text(ko: "로그아웃하고 삭제하기", en: "Sign out and lose them") }
    var replaceDemo: String { text(ko: "새 체험 시작하기", en: "Start a new demo") }
    var stay: String { text(ko: "계속 쓸게요", en: "Keep this account") }
}
