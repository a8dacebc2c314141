import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: The form of a goal

    func heading(of purpose: GoalFormState.Purpose) -> String {
        switch purpose {
        case .new: text(ko: "새 목표 세우기", en: "Set a goal")
        case .finished: text(ko: "이미 완료한 목표 담기", en: "Add a goal you’ve finished")
        case .edit: text(ko: "목표 고치기", en: "Edit the goal")
        case .rename: text(ko: "이름 고치기", en: "Rename the goal")
        case .recover: text(ko: "다시 시작하기", en: "Take it up again")
        }
    }

    func lead(of purpose: GoalFormState.Purpose) -> String {
        switch purpose {
        case .new:
            text(
                ko: "이름만 붙이면 시작할 수 있어요. 끝내면 빈자리에 보석이 놓여요.",
                en: "A name is all it takes to begin. When you finish, a jewel takes the empty place.")
        case .finished:
            text(
                ko: "앱을 쓰기 전에 완료한 목표도 보석이 될 수 있어요. 담고 나서 천천히 돌아봐요.",
                en: "What you finished before you came here earns its jewel, too. Add it, then look back on it.")
        case .edit:
            text(
                ko: "이름과 날짜는 완료하기 전까지 언제든 바꿀 수 있어요.",
                en: "You can change the name and dates until it’s finished.")
        case .rename:
            text(
                ko: "완료한 목표도 이름은 고칠 수 있어요. 날짜와 단계는 그대로예요.",
                en: "It’s completed, so its dates and steps stay. You can still change its name.")
        case .recover:
            text(
                ko: "쉬고 있던 목표예요. 새 날짜를 정하면 이어서 할 수 있어요.",
                en: "Give it new dates, and go on where you left it.")
        }
    }

    var goalTitle: String { text(ko: "목표", en: "Goal") }
    /// Nil for a goal that has its title.
    func titleHint(_ purpose: GoalFormState.Purpose) -> String? {
        switch purpose {
        case .new:
            text(
                ko: "무엇을 해내고 싶나요? 예: 아침마다 책 열 쪽 읽기",
                en: "What would you like to get done? For example, “Ten pages every morning”.")
        case .finished: text(ko: "무엇을 해냈나요?", en: "What did you get done?")
        case .edit, .recover, .rename: nil
        }
    }
    var goalStart: String { text(ko: "시작하는 날", en: "Starts") }
    var goalEnd: String { text(ko: "끝나는 날", en: "Ends") }
    var finishedStart: String { text(ko: "시작한 날", en: "Started") }
    var finishedEnd: String { text(ko: "완료한 날", en: "Finished") }
    var remindMeHint: String {
        text(ko: "단계에 정한 알림과, 끝나는 날이 있으면 그날을 알려 드려요.", en: "Reminders of its steps, and its last day if it has one.")
    }
    var remindMe: String { text(ko: "알림 받기", en: "Remind me") }

    func save(_ purpose: GoalFormState.Purpose) -> String {
        switch purpose {
        case .new: text(ko: "목표 세우기", en: "Set this goal")
        case .finished: text(ko: "보석으로 담기", en: "Add it")
        case .edit: text(ko: "고친 내용 저장", en: "Save changes")
        case .rename: text(ko: "고친 이름 저장", en: "Save the name")
        case .recover: text(ko: "다시 시작하기", en: "Take it up again")
        }
    }

    func saved(_ purpose: GoalFormState.Purpose) -> String {
        switch purpose {
        case .new: text(ko: "목표를 세웠어요.", en: "Your goal is set.")
        case .finished: text(ko: "완료한 목표를 담았어요.", en: "Finished goal added")
        case .edit, .rename: text(ko: "고친 내용을 저장했어요.", en: "Changes saved")
        case .recover: text(ko: "목표를 다시 시작했어요.", en: "Taken up again")
        }
    }

    var alreadyFinished: String { text(ko: "이미 완료한 목표인가요?", en: "Finished it already?") }
    var keepFinished: String { text(ko: "완료한 목표 담기", en: "Add a finished goal") }
    var notFinishedYet: String { text(ko: "아직 하고 있는 목표인가요?", en: "Still working on it?") }
    var setGoal: String { text(ko: "새 목표 세우기", en: "Set a goal") }
    var backToGoal: String { text(ko: "목표로 돌아가기", en: "Back to the goal") }

    // MARK: What is said at the fields

    func goalTitleMessage(_ fault: TextFault) -> String {
        guard fault == .missing else { return message(fault) }
        return text(ko: "목표에 이름을 붙여 주세요.", en: "Please give the goal a name.")
    }

    func message(_ fault: GoalDateFault) -> String {
        switch fault {
        case .noSuchDate:
            text(ko: "날짜를 골라 주세요. 2026-11-30처럼 적어도 돼요.", en: "Please choose a day, or write one as in 2026-11-30.")
        case .startsAfterEnd:
            text(
                ko: "시작하는 날보다 빨라요. 같은 날이거나 더 늦은 날로 골라 주세요.",
                en: "This is before the start. Please choose that day or a later one.")
        case .endsInPast:
            text(
                ko: "이미 지난 날이에요. 오늘이나 그 뒤로 골라 주세요.", en: "That date is in the past. Please choose today or a later day."
            )
        case .endsInFuture:
            text(
                ko: "아직 오지 않은 날이에요. 오늘까지로 골라 주세요.",
                en: "That day is still to come. Please choose today or an earlier day.")
        }
    }

    // MARK: Why nothing came of it

    var goalNotSaved: String {
        text(
            ko: "목표를 저장하지 못했어요. 적은 내용은 그대로 있으니 잠시 뒤에 다시 저장해 주세요.",
            en: "The goal could not be saved. What you typed is still here; please save again in a moment.")
    }
    var goalChangedElsewhere: String {
        text(
            ko: "그 사이 다른 화면에서 이 목표를 고쳤어요. 여기에 적은 내용은 그대로 있고, 다시 저장하면 아래 내용 대신 저장돼요.",
            en:
                "This goal was changed on another page in the meantime. What you typed is still here; saving again puts it in place of this:"
        )
    }
    var formOfDeletedGoal: String {
        text(
            ko: "삭제된 목표예요. 적은 내용은 이 화면에만 남아 있어요.",
            en: "This goal has been deleted. What you typed is on this page only.")
    }

    /// Message that a goal is in a box in which the form can't change it.
    func goalHasMoved(to box: Box) -> String {
        switch box {
        case .completed:
            text(
                ko: "그 사이 완료한 목표라 이제 이름만 고칠 수 있어요.",
                en: "This goal has been completed in the meantime, so only its name can be changed.")
        case .active: text(ko: "그 사이 이미 다시 시작한 목표예요.", en: "This goal has been taken up again already.")
        case .stored: text(ko: "그 사이 쉬게 된 목표예요.", en: "This goal has been paused in the meantime.")
        }
    }
    var seeGoal: String { text(ko: "목표 보기", en: "See the goal") }
    var asItIsNow: String { text(ko: "지금 저장된 목표", en: "The goal as it is saved now") }
}
