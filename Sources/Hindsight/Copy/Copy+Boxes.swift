import HindsightDomain
import Live
import LiveSite

extension Copy {
    // MARK: The boxes

    var boxes: String { say("보관함, 채움함, 완료함", "Boxes of goals") }
    func name(of box: Box) -> String {
        switch box {
        case .stored: say("보관함", "Stored")
        case .active: say("채움함", "Active")
        case .completed: say("완료함", "Completed")
        }
    }

    func heading(of box: Box) -> String {
        switch box {
        case .stored: say("보관한 목표", "Stored goals")
        case .active: say("진행 중인 목표", "Active goals")
        case .completed: completedGoals
        }
    }

    var newGoal: String { say("새 목표", "New goal") }
    var toSteps: String { say("단계 보기", "See its steps") }
    var takeUpAgain: String { say("다시 시작하기", "Take it up again") }
    var delete: String { say("삭제", "Delete") }

    func goalDeleted(_ title: String) -> HTML {
        say("‘<span dir='auto'>\(title)</span>’ 목표를 삭제했어요.", "“<span dir='auto'>\(title)</span>” was deleted.")
    }

    var goalIsDeletedForGood: String { say("이 목표는 삭제되었어요.", "This goal has been deleted.") }

    // MARK: Put away

    func werePutAway(_ count: Int, hasMore: Bool) -> String {
        if hasMore { return say("기한이 지나 보관한 목표가 있어요", "These goals ran out of time and were put away") }
        return count == 1
            ? say("기한이 지나 보관한 목표가 있어요", "A goal ran out of time and was put away")
            : say("기한이 지나 보관한 목표가 \(count)개 있어요", "\(count) goals ran out of time and were put away")
    }
    func endedOn(_ day: HTML) -> HTML { say("\(day)까지였어요", "ended \(day)") }
    func iDidIt(on day: HTML) -> HTML { say("<span>\(day)에 해냈어요</span>", "<span>I did it on \(day)</span>") }
    var oneMoreWeek: String { say("일주일 더", "One more week") }
    var leaveIt: String { say("그대로 두기", "Leave it") }
    var leaveAll: String { say("모두 그대로 두기", "Leave them all") }
    var seeStored: String { say("보관한 목표 모두 보기", "See all stored goals") }

    // MARK: Samples

    /// The badge of a goal that came with the account.
    var sample: String { say("예시", "Sample") }
    var hasSamples: String { say("‘예시’라고 적힌 목표는 둘러보기용이에요.", "Goals marked “Sample” are here to look around.") }
    var removeSamples: String { say("예시 모두 지우기", "Remove all samples") }
    var samplesRemoved: String { say("예시 목표를 모두 지웠어요.", "The sample goals were removed.") }

    var nothingStored: String { say("보관한 목표가 없어요", "Nothing is stored") }
    var nothingStoredText: String {
        say(
            "기한이 지난 목표는 여기에 보관돼요. 언제든 새 날짜로 다시 시작할 수 있어요.",
            "A goal whose end date has passed is kept here. You can take it up again with new dates whenever you like.")
    }
    var toActiveGoals: String { say("진행 중인 목표 보기", "See your active goals") }
    var nothingActive: String { say("이루고 싶은 것이 있나요?", "What would you like to do next?") }
    var nothingActiveText: String {
        say(
            "목표를 정하고 작은 단계로 나눠 보세요. 마지막 단계를 끝내면 보석을 받아요.",
            "Set a goal and cut it into small steps. The last one earns you a jewel.")
    }
}
