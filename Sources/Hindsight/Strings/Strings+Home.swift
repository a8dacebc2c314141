import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: The start page

    var homeTitle: String {
        text(ko: "하인드사이트 — 완료한 목표를 돌아보는 곳", en: "Hindsight — look back on what you finished")
    }
    var homeDescription: String {
        text(
            ko: "완료한 목표마다 보석이 하나씩 생겨요. 꺼내 보며 좋았던 점과 아쉬웠던 점을 적어 두는 회고 서비스예요.",
            en:
                "Every goal you finish leaves you a jewel. Take it out, write down what went well and what was missing."
        )
    }
    var homeHeading: HTML {
        text(ko: "완료한 목표를,<br>한 번 더 들여다봐요", en: "What you finished<br>deserves a second look")
    }
    var homeLead: String {
        text(
            ko: "목표를 하나 완료할 때마다 보석이 하나 생겨요. 보석을 꺼내 보며 좋았던 점과 아쉬웠던 점을 적어 두면, 다음 목표가 조금 더 또렷해져요.",
            en:
                "Every goal you finish leaves you a jewel. Take it out, write down what went well and what was missing, "
                + "and the next goal gets a little clearer.")
    }
    var tryDemo: String { text(ko: "예시 목표로 둘러보기", en: "Try it with sample goals") }
    var goToCompletedGoals: String { text(ko: "내 완료한 목표로 가기", en: "Go to your completed goals") }
    var demoHint: String {
        text(
            ko: "가입하지 않아도 돼요. 나만 볼 수 있는 체험 계정을 만들어 드리고, 나중에 그대로 간직할 수 있어요.",
            en: "No sign-up needed. You get a private demo account that you can keep later.")
    }
    var demoReplaces: String {
        text(
            ko: "새 체험 계정을 만들면 지금 쓰는 체험 계정으로는 돌아올 수 없어요.",
            en: "A new demo account takes the place of the one you are in; there is no way back to it.")
    }
    /// The caption of the example of the list of completed goals.
    var specimenCaption: String { text(ko: "화면 예시", en: "Example") }
    var specimenLabel: String {
        text(
            ko: "완료한 목표 화면의 예: 회고를 쓸 수 있는 목표의 수, 보석이 놓인 목표 카드 두 장, 회고의 한 줄",
            en:
                "Completed goals: how many wait for a review, two with their jewels, a line from a review"
        )
    }
    var specimenGoals: (String, String) {
        (
            text(ko: "한강 10km 쉬지 않고 달리기", en: "Run 10 km along the river without stopping"),
            text(ko: "엄마와 제주도 여행 다녀오기", en: "A trip to Jeju with Mom")
        )
    }
    /// An example of an answer in the review of the second specimen.
    var specimenAnswer: (heading: String, text: String) {
        (
            name(of: ReviewField.learned),
            text(
                ko: "여행은 계획보다 함께 걷는 속도가 더 중요했어요.",
                en: "It was never about the sights. It was about walking at her pace.")
        )
    }
    var points: [(jewel: Jewel, heading: String, text: String)] {
        [
            (
                Jewel(color: .green, shape: .emerald), text(ko: "완료할 때마다 보석 하나", en: "A jewel for each goal"),
                text(
                    ko: "네 가지 색, 다섯 가지 모양. 어떤 보석이 나올지는 끝내 봐야 알아요.",
                    en: "Four colors, five cuts. Which one you get, you find out at the end.")
            ),
            (
                Jewel(color: .pink, shape: .heart), text(ko: "네 가지 질문, 또는 자유롭게", en: "Four questions, or your own way"),
                text(
                    ko: "좋았던 점, 부족했던 점, 배운 점, 바라는 점. 질문 없이 써 내려가도 좋아요.",
                    en: "What you liked, lacked, learned and longed for. Or simply write.")
            ),
            (
                Jewel(color: .blue, shape: .star), text(ko: "쓰던 글은 그대로", en: "Nothing you type is lost"),
                text(
                    ko: "쓰는 동안 초안이 저장되고, 열어 둔 다른 화면도 바로 따라와요.",
                    en: "Drafts are kept as you write, and every open tab stays in sync.")
            ),
        ]
    }
}
