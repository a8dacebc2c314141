import HindsightDomain
import LiveSite

// The page of today.
extension Strings {
    /// The link of a goal without steps to its page, where they are added.
    var divide: String { text(ko: "단계로 나누기", en: "Add steps") }
    var allDoneToday: String { text(ko: "오늘은 여기까지!", en: "All done for today.") }
    var allDoneTodayText: String {
        text(ko: "모든 목표가 한 걸음씩 나아갔어요.", en: "Every goal has moved a step forward.")
    }
    func seeAllActive(_ count: Int) -> String {
        text(ko: "진행 중인 목표 \(count)개 모두 보기", en: "See all \(count) active goals")
    }
    var goalHasChanged: String {
        text(ko: "그사이 바뀐 목표예요. 지금은 이렇게 되어 있어요.", en: "This goal has changed meanwhile. Here is how it is now.")
    }
}
