import HindsightDomain
import LiveSite

// The page of today.
extension Strings {
    /// The link of a goal without steps to its page, where they are added.
    var divide: String { text(ko: "단계로 나누기", en: "Add steps") }
    var allDoneToday: String { text(ko: "오늘 몫은 다 했어요.", en: "You’ve done today’s share.") }
    var allDoneTodayText: String {
        text(ko: "나머지는 내일 이어 가도 돼요.", en: "The rest can wait until tomorrow.")
    }
    /// The next day of a goal that has no step for today.
    func nextOn(_ day: String) -> String { text(ko: "다음은 \(day)이에요.", en: "Next on \(day).") }
    /// Heading of the goals completed on the same day of earlier years.
    var onThisDay: String { text(ko: "몇 해 전 오늘", en: "On this day") }
    func seeAllActive(_ count: Int) -> String {
        text(ko: "진행 중인 목표 \(count)개 모두 보기", en: "See all \(count) goals in progress")
    }
    var goalHasChanged: String {
        text(
            ko: "그사이 바뀐 목표예요. 화면을 새로 맞췄어요.", en: "That goal has changed in the meantime. This page is up to date again."
        )
    }
}
