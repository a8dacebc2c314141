import HindsightDomain
import LiveSite

extension Copy {
    // MARK: The document

    func exportTitle(_ name: String?) -> String {
        name.map { say("\($0)의 목표와 회고", "Goals and reviews of \($0)") } ?? say("나의 목표와 회고", "My goals and reviews")
    }
    func exportedOn(_ day: String) -> String { say("\(appName)에서 \(day)에 받았어요", "From \(appName), \(day)") }
    func accountSince(_ day: String) -> String { say("\(day)에 시작했어요", "Begun on \(day)") }
    func writtenOn(_ day: String) -> String { say("\(day)에 썼어요", "Written on \(day)") }
    func editedOn(_ day: String) -> String { say("\(day)에 고쳤어요", "Edited on \(day)") }
    var unfinishedReview: String { say("쓰던 회고", "A review begun") }
    var weekAnswers: String { say("한 주의 질문에 쓴 답", "Answers to the questions of weeks") }

    // MARK: Bringing goals in

    var importHeading: String { say("목표 가져오기", "Bring your goals in") }
    var importLead: String {
        say(
            "전에 내려받은 JSON 파일을 고르면, 그 안의 목표를 이 계정에 더해요.",
            "Choose a JSON file that you downloaded from here, and its goals are added to this account.")
    }
    var importFile: String { say("내려받은 파일", "Your file") }
    func importFileHint(megabytes: Int) -> String {
        say("hindsight-….json, \(megabytes)MB까지", "hindsight-….json, up to \(megabytes) MB")
    }
    var importNoFile: String { say("파일을 골라 주세요.", "Please choose a file.") }
    var importNow: String { say("가져오기", "Bring them in") }
    var importWhatStays: String {
        say(
            "단계, 보석, 회고와 쓰던 글까지 그대로 들어오고, 주간 답변도 함께 들어와요. "
                + "이미 있는 목표와 답변은 그대로 두고 또 더하지 않아요. "
                + "이메일, 비밀번호, 설정과 활동 기록은 가져오지 않아요.",
            "They come with their steps, jewels, reviews and drafts, and your weekly answers come too. "
                + "Goals and answers that are here already stay as they are. "
                + "E-mail, password, settings and activity are not brought in.")
    }

    var importNothingNew: String { say("새로 더할 것이 없었어요", "There was nothing new to add") }
    func importAdded(goals count: Int) -> String {
        say("목표 \(count)개를 더했어요", count == 1 ? "1 goal was added" : "\(count) goals were added")
    }
    func importAdded(answers count: Int) -> String {
        say(
            "주간 답변 \(count)개를 더했어요",
            count == 1 ? "1 weekly answer was added" : "\(count) weekly answers were added")
    }
    func importCount(_ count: Int, in box: Box) -> String { "\(name(of: box)) \(count)" }
    func importKnown(_ count: Int) -> String {
        say(
            "\(count)개는 이미 있어서 그대로 두었어요.",
            count == 1 ? "1 was here already, and stays as it is." : "\(count) were here already, and stay as they are."
        )
    }
    var importSee: String { say("목표 보러 가기", "See them") }

    var importNothingAdded: String { say("아무것도 더하지 않았어요.", "Nothing was added.") }
    var importNotOwn: String {
        say("이 화면이 오래됐어요. 파일을 한 번 더 골라 주세요.", "This page was out of date. Please choose the file once more.")
    }
    func importTooLarge(megabytes: Int) -> String {
        say("파일이 너무 커요. \(megabytes)MB까지 가져올 수 있어요.", "The file is too large: \(megabytes) MB is the limit.")
    }
    var importBusy: String {
        say(
            "지금 다른 파일을 가져오고 있어요. 잠시 뒤에 다시 시도해 주세요.",
            "Another file is being brought in right now. Please try again in a moment.")
    }
    var importInterrupted: String { say("끝까지 더하지 못했어요", "Not all of it could be added") }
    func importSoFar(_ added: Int, known: Int, of count: Int) -> String {
        say(
            "\(count)개 가운데 \(added)개를 더했고 \(known)개는 이미 있었어요. 같은 파일을 다시 가져오면 나머지만 더해요.",
            "Of \(count), \(added) were added and \(known) were here already. Bring in the same file again, and the rest "
                + "is added; nothing is added twice.")
    }

    func words(for fault: GoalFileFault) -> String {
        switch fault {
        case .notJSON: say("JSON 파일이 아니에요.", "This is not a JSON file.")
        case .cutShort:
            say(
                "파일이 중간에서 끊겼어요. 다시 내려받아 주세요.",
                "The file ends in the middle. Please download it once more.")
        case .notHindsight:
            say("하인드사이트에서 내려받은 파일이 아니에요.", "This is not a file that was downloaded from Hindsight.")
        case .version(let version):
            say(
                "더 새로운 하인드사이트의 파일이에요(버전 \(version)). 여기서는 버전 1만 읽을 수 있어요.",
                "The file is from a newer Hindsight (version \(version)); version 1 is what can be read here.")
        case .tooManyGoals(let limit):
            say("목표가 너무 많아요. 파일 하나에 \(limit)개까지예요.", "There are too many goals: \(limit) a file is the limit.")
        case .week(let number):
            say(
                "한 주의 질문에 쓴 답 가운데 \(number)번째를 읽을 수 없어요.",
                "Answer \(number) to the question of a week can’t be read.")
        case .noSpace:
            say(
                "지금은 파일을 둘 자리가 없어요. 잠시 뒤에 다시 시도해 주세요.",
                "There is no room for the file right now. Please try again in a moment.")
        }
    }

    func importFaulty(_ count: Int) -> String {
        if count >= GoalFile.countedFaults {
            return say("목표 \(count)개 이상을 가져올 수 없어요", "At least \(count) goals can’t be brought in")
        }
        return say(
            "가져올 수 없는 목표가 \(count)개 있어요",
            count == 1 ? "1 goal can’t be brought in" : "\(count) goals can’t be brought in")
    }
    func importMoreFaults(_ count: Int) -> String {
        if count >= GoalFile.countedFaults - GoalFile.toldFaults {
            return say("그 밖에 \(count)개 이상 더 있어요.", "And at least \(count) more.")
        }
        return say("그 밖에 \(count)개가 더 있어요.", count == 1 ? "And 1 more." : "And \(count) more.")
    }

    func words(for goal: FaultyGoal) -> String {
        let name = goal.title.map { say("\(goal.number)번째 목표 ‘\($0)’", "Goal \(goal.number) (“\($0)”)") }
        return "\(name ?? say("\(goal.number)번째 목표", "Goal \(goal.number)")): \(words(for: goal.fault))"
    }

    private func words(for fault: GoalFault) -> String {
        switch fault {
        case .unreadable: say("읽을 수 없어요.", "it can’t be read.")
        case .missing(let member): say("\(member) 값이 없어요.", "\(member) is missing.")
        case .malformed(let member): say("\(member) 값이 올바르지 않아요.", "\(member) is not what it should be.")
        case .title(let fault): say("제목: \(message(fault))", "the title: \(message(fault))")
        case .startsAfterEnd: say("끝나는 날이 시작하는 날보다 빨라요.", "the end date is before its start.")
        case .inFuture(let member): say("\(member) 시간이 아직 오지 않았어요.", "\(member) is in the future.")
        case .notCompleted:
            say(
                "완료하지 않은 목표인데 보석이나 회고가 있어요.",
                "it is not completed, but has what only a completed goal has.")
        case .nothingToDo:
            say("모든 단계를 마쳤는데 완료한 목표가 아니에요.", "All its steps are done, but it isn’t completed.")
        case .stepToDo(let step):
            say("완료한 목표인데 \(step)번째 단계가 남아 있어요.", "it is completed, but its step \(step) is not done.")
        case .tooManySteps(let count):
            say("단계가 \(count)개예요. \(Step.limit)개까지예요.", "it has \(count) steps; \(Step.limit) is the limit.")
        case .step(let step, let fault): say("\(step)번째 단계: \(message(fault))", "step \(step): \(message(fault))")
        case .placeTaken(let step):
            say("\(step)번째 단계의 자리에 다른 단계가 있어요.", "step \(step) lies where another one lies.")
        case .review(let field, let fault):
            say("회고 ‘\(name(of: field))’: \(message(fault))", "the review, “\(name(of: field))”: \(message(fault))")
        case .draft(let field):
            say("쓰던 글 ‘\(name(of: field))’이 너무 길어요.", "the draft, “\(name(of: field))”, is too long.")
        case .editedBeforeWritten:
            say("회고를 쓴 때보다 고친 때가 빨라요.", "its review was edited before it was written.")
        case .twice: say("같은 목표가 파일에 두 번 있어요.", "it is in the file twice.")
        }
    }
}
