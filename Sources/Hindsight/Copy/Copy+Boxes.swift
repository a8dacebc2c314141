import Live

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
