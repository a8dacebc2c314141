import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: The boxes

    var boxes: String { text(ko: "상태별 목표", en: "Goals by state") }
    func name(of box: Box) -> String {
        switch box {
        case .stored: text(ko: "쉬는 중", en: "Paused")
        case .active: text(ko: "진행 중", en: "In progress")
        case .completed: text(ko: "완료", en: "Completed")
        }
    }

    func heading(of box: Box) -> String {
        switch box {
        case .stored: text(ko: "쉬는 목표", en: "Paused goals")
        case .active: text(ko: "진행 중인 목표", en: "Goals in progress")
        case .completed: completedGoals
        }
    }

    var newGoal: String { text(ko: "새 목표", en: "New goal") }
    var toSteps: String { text(ko: "단계 보기", en: "See its steps") }
    var addSteps: String { text(ko: "단계로 나누기", en: "Add steps") }
    var takeUpAgain: String { text(ko: "다시 시작하기", en: "Take it up again") }

    func goalDeleted(_ title: String) -> HTML {
        text(ko: "‘<span dir='auto'>\(title)</span>’ 목표를 삭제했어요.", en: "“<span dir='auto'>\(title)</span>” was deleted.")
    }

    var goalIsDeletedForGood: String { text(ko: "이 목표는 삭제되었어요.", en: "This goal has been deleted.") }

    // MARK: Put away

    func werePutAway(_ count: Int, hasMore: Bool) -> String {
        if hasMore { return text(ko: "끝나는 날이 지나 쉬는 목표가 있어요", en: "These goals ran out of time and are paused") }
        return count == 1
            ? text(ko: "끝나는 날이 지나 쉬는 목표가 있어요", en: "A goal ran out of time and is paused")
            : text(ko: "끝나는 날이 지나 쉬는 목표가 \(count)개 있어요", en: "\(count) goals ran out of time and are paused")
    }
    func endedOn(_ day: HTML) -> HTML { text(ko: "\(day)까지였어요", en: "ended \(day)") }
    func iDidIt(on day: HTML) -> HTML { text(ko: "<span>\(day)에 해냈어요</span>", en: "<span>I did it on \(day)</span>") }
    var oneMoreWeek: String { text(ko: "일주일 더", en: "One more week") }
    var leaveIt: String { text(ko: "쉬게 두기", en: "Keep it paused") }
    var leaveAll: String { text(ko: "모두 쉬게 두기", en: "Keep them all paused") }
    var seeStored: String { text(ko: "쉬는 목표 모두 보기", en: "See all paused goals") }

    // MARK: Samples

    /// The badge of a goal that came with the account.
    var sample: String { text(ko: "예시", en: "Sample") }
    var hasSamples: String { text(ko: "‘예시’라고 적힌 목표는 둘러보기용이에요.", en: "Goals marked “Sample” are examples to explore.") }
    var removeSamples: String { text(ko: "예시 모두 삭제", en: "Remove all samples") }
    var samplesRemoved: String { text(ko: "예시 목표를 모두 삭제했어요.", en: "The sample goals were removed.") }

    var nothingStored: String { text(ko: "쉬는 목표가 없어요", en: "Nothing is paused") }
    var nothingStoredText: String {
        text(
            ko: "끝나는 날이 지났거나 쉬어 가기로 한 목표가 여기에 있어요. 언제든 다시 시작할 수 있어요.",
            en: "Goals that you pause, or whose time has run out, rest here. Take them up again whenever you like.")
    }
    var toActiveGoals: String { text(ko: "진행 중인 목표 보기", en: "See your goals in progress") }
    var toToday: String { text(ko: "오늘로 가기", en: "Go to Today") }
    var nothingActive: String { text(ko: "이루고 싶은 것이 있나요?", en: "What would you like to do next?") }
    var nothingActiveText: String {
        text(
            ko: "목표를 정하고 작은 단계로 나눠 보세요. 마지막 단계를 마치면 보석을 받아요.",
            en: "Set a goal and break it into small steps. The last one earns you a jewel.")
    }
}
