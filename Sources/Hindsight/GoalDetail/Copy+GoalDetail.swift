import HindsightDomain
import Live
import LiveSite

extension Copy {
    // MARK: The page of a goal

    /// The state of a goal in a box.
    func state(of box: Box) -> String {
        switch box {
        case .stored: say("보관한 목표", "Put away")
        case .active: say("진행 중", "In progress")
        case .completed: say("이룬 목표", "Completed")
        }
    }

    /// The number of days until the last day of a goal or since then: D-3, D-Day, D+2.
    func dDay(_ daysLeft: Int) -> String {
        switch daysLeft {
        case 0: say("D-Day", "Last day")
        case 1: say("D-1", "1 day left")
        case 2...: say("D-\(daysLeft)", "\(daysLeft) days left")
        case -1: say("D+1", "1 day overdue")
        default: say("D+\(-daysLeft)", "\(-daysLeft) days overdue")
        }
    }

    func stepsDone(_ done: Int, of total: Int) -> String {
        total == 0
            ? noStepsYet
            : say("\(total)단계 중 \(done)단계를 마쳤어요", "\(done) of \(total) \(total == 1 ? "step" : "steps") done")
    }

    var noStepsYet: String { say("아직 단계가 없어요", "No steps yet") }
    var noStepsHint: String {
        say(
            "한 걸음씩 나눠 적어 보세요. 마칠 때마다 빈자리에 돌이 하나씩 놓이고, 다 마치면 보석이 돼요.",
            "Break it into small steps. Each one you finish sets a stone, and the last one turns them into a jewel.")
    }
    var steps: String { say("단계", "Steps") }
    var editGoal: String { say("목표 고치기", "Edit goal") }
    var deleteGoal: String { say("목표 삭제", "Delete goal") }

    var isPutAway: String {
        say(
            "기한이 지나 보관해 두었어요. 새 날짜를 정하면 하던 데서 이어 갈 수 있어요.",
            "Its time ran out, so it was put away. Give it new dates and go on where you left off.")
    }
    var finishedAfterAll: String {
        say("사실 해냈다면, 끝낸 날을 알려 주세요.", "Did you finish it after all? Say on which day.")
    }
    var finishedOn: String { say("끝낸 날", "Finished on") }
    var iDidIt: String { say("해냈어요", "I did it") }
    var finishWithoutSteps: String {
        say("단계 없이 바로 끝낼 수도 있어요.", "You can also finish it without any steps.")
    }
    func message(_ fault: FinishFault, start: String) -> String {
        switch fault {
        case .noSuchDate: say("날짜를 골라 주세요.", "Please choose a day.")
        case .beforeStart: say("시작한 날(\(start))보다 빠를 수 없어요.", "That is before its first day, \(start).")
        case .inFuture: say("아직 오지 않은 날이에요.", "That day is yet to come.")
        }
    }
    var notDoneYet: String { say("아직 다 못 했어요", "Not done yet") }
    var completionUndone: String { say("다시 진행 중이에요.", "It’s back in progress.") }
    var undoCompletion: String { say("완료 되돌리기", "Undo completion") }
    func firstBegun(_ day: String) -> String { say("처음 시작한 날 \(day)", "first begun on \(day)") }
    func completedOn(_ day: String) -> String { say("\(day)에 이뤘어요", "Completed on \(day)") }

    // MARK: Steps

    var stepIsDone: String { say("마침", "Done") }
    var stepIsToDo: String { say("아직", "To do") }
    func optionsFor(_ step: String) -> String { say("‘\(step)’ 더 보기", "Options for “\(step)”") }
    var editStep: String { say("고치기", "Edit") }
    var removeStep: String { say("지우기", "Remove") }
    func stepRemoved(_ title: String) -> HTML {
        say("‘<span dir='auto'>\(title)</span>’ 단계를 지웠어요.", "“<span dir='auto'>\(title)</span>” was removed.")
    }
    var stepIsRemoved: String { say("단계를 지웠어요.", "The step was removed.") }
    var removeToComplete: String { say("지우고 목표 완료하기", "Remove and complete the goal") }
    var removingCompletes: String {
        say(
            "남은 단계는 이것뿐이에요. 지우면 목표가 완료되고 보석을 받아요.",
            "This is the last step to do. Without it the goal is complete, and earns its jewel.")
    }

    var newStep: String { say("새 단계", "New step") }
    var firstStep: String { say("첫 단계", "First step") }
    var addStep: String { say("추가", "Add") }
    var nineSteps: String {
        say("아홉 자리가 모두 찼어요. 한 목표에는 단계를 9개까지 둘 수 있어요.", "All nine places are taken: nine steps is the limit for a goal.")
    }

    func message(_ fault: AddFault) -> String {
        switch fault {
        case .title(.missing): say("단계 이름을 써 주세요.", "Please name the step.")
        case .title(let fault): message(fault)
        case .tooMany:
            say(
                "단계는 9개까지예요. 하나를 지우면 추가할 수 있어요.",
                "Nine is the limit. Remove a step to make room for this one.")
        case .wrongBox(.stored):
            say(
                "보관한 목표라 추가하지 않았어요. 먼저 다시 시작해 주세요.",
                "This goal is put away, so nothing was added. Take it up again first.")
        case .wrongBox:
            say("이미 이룬 목표라 추가하지 않았어요.", "This goal is completed, so nothing was added.")
        }
    }

    // MARK: Alarms that are not sent

    var alarmIsOff: String { say("울리지 않아요:", "Won’t be sent:") }
    var turnOnForGoal: String { say("이 목표의 알림 켜기", "turn on reminders for this goal") }
    var chooseChannel: String { say("알림 받을 곳 정하기", "choose where to get it") }

    var stepName: String { say("단계 이름", "Step") }
    var alarmTime: String { say("알림 시각", "Reminder time") }
    var alarmDays: String { say("알림 요일", "Reminder days") }
    var alarmHint: String {
        say(
            "정하면 이 목표의 알림도 켜져요. 비워 두면 알리지 않아요.",
            "This turns on the goal’s reminders. Leave both empty for no reminder.")
    }
    var saveStep: String { say("저장", "Save") }
    var cancelStep: String { say("취소", "Cancel") }

    func message(_ fault: StepFaults.Time) -> String {
        switch fault {
        case .missing: say("알림 시각을 정해 주세요.", "Please choose a time for the reminder.")
        case .unreadable: say("시각을 07:30처럼 써 주세요.", "Please write the time as 07:30.")
        }
    }
    var alarmDaysMissing: String { say("알림 요일을 하나 이상 골라 주세요.", "Please choose at least one day for the reminder.") }

    func name(of day: Weekday) -> String {
        let korean = ["월", "화", "수", "목", "금", "토", "일"]
        let english = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        return say(korean[day.rawValue - 1], english[day.rawValue - 1])
    }

    /// The days and the time of a step's alarm.
    func words(for alarm: Alarm) -> String {
        let days = Weekday.allCases.filter(alarm.days.contains)
        if days.count == 7 { return say("매일 \(alarm.time)", "Every day at \(alarm.time)") }
        let names = days.map { name(of: $0) }.joined(separator: say("·", ", "))
        return say("매주 \(names) \(alarm.time)", "\(names) at \(alarm.time)")
    }

    // MARK: Completion

    func completedGoal(rank: Int) -> String {
        say("\(rank)번째로 이룬 목표예요", "Your \(ordinal(rank)) completed goal")
    }
    var jewelIsSet: String {
        say("모든 단계를 마쳤어요. 이 보석은 이제 내 것이에요.", "Every step is done, and this jewel is yours to keep.")
    }
    /// The text of the celebration for a goal completed without steps.
    var jewelIsGiven: String {
        say("이미 해낸 목표예요. 이 보석은 이제 내 것이에요.", "You did it already, and this jewel is yours to keep.")
    }
    var writeReviewNow: String { say("지금 회고 쓰기", "Write the review now") }
    var later: String { say("나중에", "Later") }
    var offersTitle: String { say("다시 시작해 볼 목표가 있어요", "Ready for another one?") }
    var offersText: String {
        say(
            "보관해 둔 목표예요. 다시 시작하면 오늘부터 일주일이 주어져요.",
            "These were put away. Take one up again, and you have a week from today.")
    }
    var notNow: String { say("다음에 할게요", "Not now") }
    var takenUp: String { say("다시 시작했어요. 기한은 일주일이에요.", "It’s back in progress. You have a week.") }

    // MARK: Deleted

    var goalIsDeleted: String { say("목표를 삭제했어요.", "You deleted this goal.") }
    var goalUndoTime: String {
        say(
            "단계와 회고도 함께 숨겼어요. 10분 안에 되돌릴 수 있어요.",
            "Its steps and its review went with it. You can undo this for 10 minutes.")
    }
    var goalIsBack: String { say("목표를 되돌려 놓았어요.", "Your goal is back.") }

    func message(_ failure: GoalDetailState.Failure) -> String {
        switch failure {
        case .notFound: "\(fault(404).heading). \(fault(404).text)"
        case .wrongBox(.stored):
            say("보관한 목표예요. 다시 시작하면 이어서 할 수 있어요.", "This goal is put away. Take it up again to go on with it.")
        case .wrongBox(.active): say("아직 이루지 않은 목표예요.", "This goal is not completed yet.")
        case .wrongBox(.completed):
            say("이미 이룬 목표라 더 바꿀 수 없어요.", "This goal is completed, and stays as it is.")
        case .undoIsOver: undoIsOver
        case .noPlaceForStep:
            say(
                "아홉 자리가 모두 차서 되돌리지 못했어요. 한 단계를 지우고 다시 눌러 주세요.",
                "All nine places are taken. Remove a step, then undo again.")
        case .hasSteps:
            say("그사이 단계가 생겼어요. 단계를 모두 마치면 완료돼요.", "It has steps by now. Finish them, and the goal is complete.")
        case .notStored:
            say(
                "그 목표는 이제 보관함에 없어요. 다른 화면에서 바뀌었을 수 있어요.",
                "That goal is no longer put away. It may have changed on another page.")
        case .unavailable: actionFailed
        }
    }
}
