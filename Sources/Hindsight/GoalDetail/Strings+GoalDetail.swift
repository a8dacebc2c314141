import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: The page of a goal

    /// The state of a goal in a box.
    func state(of box: Box) -> String {
        switch box {
        case .stored: text(ko: "쉬는 중", en: "Paused")
        case .active: text(ko: "진행 중", en: "In progress")
        case .completed: text(ko: "완료", en: "Completed")
        }
    }
    var pause: String { text(ko: "쉬어 가기", en: "Pause goal") }
    var resume: String { text(ko: "이어서 하기", en: "Resume") }
    func newDates(hasEnd: Bool) -> String {
        hasEnd
            ? text(ko: "날짜 바꿔 시작하기", en: "Choose new dates") : text(ko: "고쳐서 시작하기", en: "Edit and resume")
    }
    var goalIsPaused: String { text(ko: "이 목표는 잠시 쉬어요.", en: "This goal is paused.") }
    func isPaused(hasEnd: Bool) -> String {
        text(
            ko: "잠시 쉬는 목표예요. 언제든 그대로 이어서 할 수 있어요.",
            en: hasEnd
                ? "It’s paused, with its dates as they were. Resume it whenever you like."
                : "It’s paused. Resume it whenever you like.")
    }

    var noStepsHint: String {
        text(
            ko: "한 걸음씩 나눠 적어 보세요. 마칠 때마다 빈자리에 보석 조각이 하나씩 놓이고, 다 마치면 보석이 돼요.",
            en: "Break it into small steps. Each one you finish sets a stone, and the last one turns them into a jewel."
        )
    }
    var steps: String { text(ko: "단계", en: "Steps") }
    var editGoal: String { text(ko: "목표 고치기", en: "Edit goal") }
    var rename: String { text(ko: "이름 고치기", en: "Rename") }
    var deleteGoal: String { text(ko: "목표 삭제", en: "Delete goal") }

    var isPutAway: String {
        text(
            ko: "끝나는 날이 지나 쉬고 있어요. 새 날짜를 정하면 하던 데서 이어 갈 수 있어요.",
            en: "Its time ran out, so it’s paused. Give it new dates and go on where you left off.")
    }
    var finishedAfterAll: String {
        text(ko: "사실 해냈다면, 완료한 날을 알려 주세요.", en: "Did you finish it after all? Say on which day.")
    }
    var finishedWhilePaused: String {
        text(ko: "이미 해냈다면, 완료한 날을 알려 주세요.", en: "Finished already? Say on which day.")
    }
    var finishedOn: String { text(ko: "완료한 날", en: "Finished on") }
    var finishWithoutSteps: String {
        text(ko: "단계 없이 바로 완료할 수도 있어요.", en: "No steps needed? Finish it now.")
    }
    func message(_ fault: FinishFault, start: String) -> String {
        switch fault {
        case .noSuchDate: text(ko: "날짜를 골라 주세요.", en: "Please choose a day.")
        case .beforeStart: text(ko: "시작한 날(\(start))보다 빠를 수 없어요.", en: "That is before its first day, \(start).")
        case .inFuture: text(ko: "아직 오지 않은 날이에요.", en: "That day is yet to come.")
        }
    }
    var notDoneYet: String { text(ko: "되돌리기 (10분 안에)", en: "Undo (within 10 minutes)") }
    var completionUndone: String { text(ko: "다시 진행 중이에요.", en: "It’s back in progress.") }
    /// The notice after undoing the completion of a goal that was paused before it.
    var completionUndoneToPause: String { text(ko: "다시 쉬는 중이에요.", en: "It’s paused again.") }
    var undoCompletion: String { text(ko: "완료 되돌리기", en: "Undo completion") }
    func firstBegun(_ day: String) -> String { text(ko: "처음 시작한 날 \(day)", en: "first begun on \(day)") }
    func completedOn(_ day: String) -> String { text(ko: "\(day)에 완료했어요", en: "Completed on \(day)") }

    // MARK: Steps

    func optionsFor(_ step: String) -> String { text(ko: "‘\(step)’ 더 보기", en: "Options for “\(step)”") }
    var editStep: String { text(ko: "고치기", en: "Edit") }
    var moveUp: String { text(ko: "위로 옮기기", en: "Move up") }
    var moveDown: String { text(ko: "아래로 옮기기", en: "Move down") }
    var removeStep: String { text(ko: "삭제", en: "Remove") }
    func stepRemoved(_ title: String) -> HTML {
        text(ko: "‘<span dir='auto'>\(title)</span>’ 단계를 삭제했어요.", en: "“<span dir='auto'>\(title)</span>” was removed.")
    }
    var stepIsRemoved: String { text(ko: "단계를 삭제했어요.", en: "The step was removed.") }
    var removeToComplete: String { text(ko: "삭제하고 목표 완료하기", en: "Remove and complete the goal") }
    var removingCompletes: String {
        text(
            ko: "남은 단계는 이것뿐이에요. 삭제하면 목표가 완료되고 보석을 받아요.",
            en: "This is the last step to do. Without it the goal is complete, and earns its jewel.")
    }

    var newStep: String { text(ko: "새 단계", en: "New step") }
    var firstStep: String { text(ko: "첫 단계", en: "First step") }
    var addStep: String { text(ko: "추가", en: "Add") }
    var nineSteps: String {
        text(
            ko: "아홉 자리가 모두 찼어요. 한 목표에는 단계를 9개까지 둘 수 있어요.",
            en: "All nine places are taken: nine steps is the limit for a goal.")
    }

    func message(_ fault: AddFault) -> String {
        switch fault {
        case .title(.missing): text(ko: "단계 이름을 써 주세요.", en: "Please name the step.")
        case .title(let fault): message(fault)
        case .tooMany:
            text(
                ko: "단계는 9개까지예요. 남은 것은 입력란에 그대로 두었어요.",
                en: "Nine steps are the limit. What didn’t fit is still in the field.")
        case .wrongBox(.stored):
            text(
                ko: "쉬는 목표라 추가하지 않았어요. 다시 시작한 다음에 추가해 주세요.",
                en: "This goal is paused, so nothing was added. Resume it first.")
        case .wrongBox:
            text(ko: "이미 완료한 목표라 추가하지 않았어요.", en: "This goal is completed, so nothing was added.")
        }
    }

    // MARK: Alarms that are not sent

    var alarmIsOff: String { text(ko: "울리지 않아요:", en: "Won’t be sent:") }
    var turnOnForGoal: String { text(ko: "이 목표의 알림 켜기", en: "turn on reminders for this goal") }
    var chooseChannel: String { text(ko: "정하기", en: "Set them up") }

    // MARK: Steps that repeat

    var repeats: String { text(ko: "반복하기", en: "Repeat this step") }
    var times: String { text(ko: "모두 몇 번 할까요?", en: "How many times in total?") }
    func timesHint(hasEnd: Bool) -> String {
        guard hasEnd else { return text(ko: "하루에 한 번만 셀 수 있어요.", en: "Each day counts once.") }
        return text(
            ko: "하루에 한 번만 셀 수 있어요. 비워 두면 끝나는 날까지 고른 요일마다 한 번씩 해요.",
            en: "Each day counts once. Leave this empty to use every chosen day until the goal ends.")
    }
    /// Told at the form that adds a step.
    var stepLines: String { text(ko: "한 줄에 한 단계씩, 모두 9개까지 쓸 수 있어요.", en: "One step per line, up to nine.") }
    var finishStep: String { text(ko: "이만 마치기", en: "Mark as done") }
    var finishToComplete: String { text(ko: "이만 마치고 목표 완료하기", en: "Mark as done and complete the goal") }
    /// The error of a step that was to repeat no longer.
    func hasTicks(_ count: Int) -> String {
        text(
            ko: "벌써 \(count)번 한 단계예요. 그만하려면 ‘이만 마치기’를 눌러 주세요.",
            en: "You’ve done it \(count == 1 ? "once" : "\(count) times"). To stop here, mark the step as done.")
    }
    func message(_ fault: StepFaults.Times) -> String {
        let (least, most) = (Repetition.limits.lowerBound, Repetition.limits.upperBound)
        return switch fault {
        case .missing:
            text(ko: "몇 번 할지 쓰거나 요일을 골라 주세요.", en: "Please say how many times, or choose days.")
        case .endless:
            text(
                ko: "끝나는 날이 없는 목표예요. 몇 번 할지 써 주세요.",
                en: "The goal has no end date to count the days to. Please say how many times.")
        case .outOfLimits:
            text(ko: "\(least)부터 \(most) 사이의 숫자로 써 주세요.", en: "Please choose a number from \(least) to \(most).")
        case .fewDays:
            text(
                ko: "목표가 끝나기 전에 그런 요일이 두 번 오지 않아요. 몇 번 할지 써 주세요.",
                en: "Those days don’t come twice before the goal ends. Please say how many times.")
        case .manyDays:
            text(
                ko: "고른 요일이 모두 \(most)번을 넘어요. 몇 번 할지 써 주세요.",
                en: "There are more than \(most) such days before the goal ends. Please say how many times.")
        case .unreachable(let most):
            text(
                ko: "목표가 끝나는 날까지 많아야 \(most)번 할 수 있어요. 횟수를 줄이거나 끝나는 날을 미뤄 주세요.",
                en: "By the goal’s last day, \(most) times at most are possible. Choose fewer, or move that day.")
        case .tickedOften(let count):
            text(
                ko: "벌써 \(count)번 했어요. 그보다 큰 수를 쓰거나 ‘이만 마치기’를 눌러 주세요.",
                en: "You’ve done it \(count) times already. Choose more than that, or mark the step as done.")
        }
    }

    // MARK: The day of a step

    var dueOn: String { text(ko: "언제까지 할까요?", en: "Do it by") }
    func message(_ fault: StepFaults.Day) -> String {
        switch fault {
        case .unreadable: text(ko: "날짜를 골라 주세요.", en: "Please choose a day.")
        case .beforeStart(let day):
            text(
                ko: "목표를 시작하는 날(\(longDay(day)))보다 빠를 수 없어요.",
                en: "That is before the goal’s first day, \(longDay(day)).")
        case .afterEnd(let day):
            text(
                ko: "목표가 끝나는 날(\(longDay(day)))보다 늦을 수 없어요.",
                en: "That is after the goal’s last day, \(longDay(day)).")
        }
    }

    var stepName: String { text(ko: "단계 이름", en: "Step") }
    var alarmTime: String { text(ko: "알림 시각", en: "Reminder time") }
    var alarmDays: String { text(ko: "반복하거나 알릴 요일", en: "Days to repeat it or be reminded") }
    var alarmHint: String {
        text(
            ko: "고른 요일마다 이 시각에 알려 드려요. 정하면 이 목표의 알림도 켜져요. 비워 두면 알리지 않아요.",
            en:
                "You’re reminded at this time on the days above. This turns on the goal’s reminders. Leave the time empty for no reminder."
        )
    }
    var saveStep: String { text(ko: "저장", en: "Save") }
    var cancelStep: String { text(ko: "취소", en: "Cancel") }

    func message(_ fault: StepFaults.Time) -> String {
        switch fault {
        case .missing: text(ko: "알림 시각을 정해 주세요.", en: "Please choose a time for the reminder.")
        case .unreadable: text(ko: "시각을 07:30처럼 써 주세요.", en: "Please write the time as 07:30.")
        }
    }
    var alarmDaysMissing: String {
        text(ko: "알림 요일을 하나 이상 골라 주세요.", en: "Please choose at least one day for the reminder.")
    }

    // MARK: Completion

    /// The heading of a celebration; a sample has no rank.
    func completedGoal(rank: Int?) -> String {
        guard let rank else { return text(ko: "목표를 완료했어요", en: "Goal completed") }
        return text(ko: "\(ordinal(rank))로 완료한 목표예요", en: "Your \(ordinal(rank)) completed goal")
    }
    /// The sentence that the celebration adds for the first completed goal, and for every tenth.
    func milestone(rank: Int) -> String? {
        if rank == 1 { return text(ko: "처음으로 얻은 보석이에요.", en: "It’s your first jewel.") }
        return rank.isMultiple(of: 10) ? text(ko: "또 열 개를 채웠어요.", en: "That’s another ten.") : nil
    }
    /// The sentence that the celebration adds for the first jewel of its color and shape.
    func newKind(_ jewel: Jewel) -> String {
        text(
            ko: "\(name(of: jewel))은 처음이에요. 보석함의 새 칸이 채워졌어요.",
            en: "It’s your first \(name(of: jewel)), and fills a new place in your jewel box.")
    }
    var jewelIsSet: String {
        text(ko: "목표를 이뤘어요! 이 보석은 이제 내 거예요.", en: "You reached your goal! This jewel is yours to keep.")
    }
    /// The text of the celebration for a goal completed without steps, or before all of them were ticked.
    var jewelIsGiven: String {
        text(ko: "해냈어요! 이 보석은 이제 내 거예요.", en: "You did it! This jewel is yours to keep.")
    }
    var writeReviewNow: String { text(ko: "지금 회고 쓰기", en: "Write the review now") }
    var later: String { text(ko: "나중에", en: "Later") }
    var offersTitle: String { text(ko: "다시 시작해 볼 목표가 있어요", en: "Ready for another one?") }
    var offersText: String {
        text(
            ko: "쉬고 있는 목표예요. 다시 시작하면 끝나는 날까지 적어도 일주일을 드려요.",
            en: "These are paused. Take one up again, and you have at least a week.")
    }
    var notNow: String { text(ko: "다음에 할게요", en: "Not now") }
    var takenUp: String { text(ko: "다시 시작했어요.", en: "It’s back in progress.") }

    // MARK: Deleted

    var goalIsDeleted: String { text(ko: "목표를 삭제했어요.", en: "You deleted this goal.") }
    var goalUndoTime: String {
        text(
            ko: "단계와 회고도 함께 숨겼어요. 10분 안에 되돌릴 수 있어요.",
            en: "Its steps and its review went with it. You can undo this for 10 minutes.")
    }
    var goalIsBack: String { text(ko: "목표를 되돌려 놓았어요.", en: "Your goal is back.") }

    func message(_ failure: GoalDetailState.Failure) -> String {
        switch failure {
        case .notFound:
            text(
                ko: "다른 화면에서 바뀐 내용이라 반영하지 못했어요. 지금 화면이 최신이에요.",
                en: "That has changed on another page, so nothing was done. This page is up to date.")
        case .wrongBox(.stored):
            text(ko: "쉬는 목표예요. 다시 시작하면 이어서 할 수 있어요.", en: "This goal is paused. Resume it to go on.")
        case .wrongBox(.active): text(ko: "아직 완료하지 않은 목표예요.", en: "This goal is not completed yet.")
        case .wrongBox(.completed):
            text(ko: "이미 완료한 목표라 더 바꿀 수 없어요.", en: "This goal is completed, and stays as it is.")
        case .undoIsOver: undoIsOver
        case .noPlaceForStep:
            text(
                ko: "아홉 자리가 모두 차서 되돌리지 못했어요. 한 단계를 삭제하고 다시 눌러 주세요.",
                en: "All nine places are taken. Remove a step, then undo again.")
        case .hasSteps:
            text(
                ko: "그사이 단계가 생겼어요. 단계를 모두 마치면 완료돼요.", en: "It has steps by now. Finish them, and the goal is complete.")
        case .notStored:
            text(
                ko: "그 목표는 이제 쉬고 있지 않아요. 다른 화면에서 바뀌었을 수 있어요.",
                en: "That goal isn’t paused any more. It may have changed on another page.")
        case .unavailable: actionFailed
        }
    }

    // MARK: Sharing a goal

    var shareGoal: String { text(ko: "내 페이지에 공유", en: "Share on my page") }
    var stopSharing: String { text(ko: "공유 그만하기", en: "Stop sharing") }
    var shareReview: String { text(ko: "회고도 공유", en: "Share its review too") }
    var stopSharingReview: String { text(ko: "회고는 공유하지 않기", en: "Stop sharing its review") }
    var isShared: String { text(ko: "공유 중", en: "Shared") }

    /// The notice after changing the shared part of a goal.
    func told(_ part: SharedPart) -> String {
        switch part {
        case .nothing: text(ko: "이제 내 페이지에 보이지 않아요.", en: "This goal is no longer on your page.")
        case .goal:
            text(
                ko: "내 페이지에 이 목표를 넣었어요. 누가 볼 수 있는지는 페이지 설정에서 정해요.",
                en: "The goal is on your page. The page’s settings decide who can see it.")
        case .goalAndReview:
            text(
                ko: "내 페이지에 목표와 회고를 넣었어요. 누가 볼 수 있는지는 페이지 설정에서 정해요.",
                en: "The goal and its review are on your page. The page’s settings decide who can see them.")
        }
    }
    var yourPage: String { text(ko: "내 페이지", en: "Your page") }
}
