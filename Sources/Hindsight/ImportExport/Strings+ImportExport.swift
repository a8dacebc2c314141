import HindsightDomain
import LiveSite

extension Strings {
    // MARK: The document

    func exportTitle(_ name: String?) -> String {
        name.map { text(ko: "\($0)의 목표와 회고", en: "Goals and reviews of \($0)") }
            ?? text(ko: "나의 목표와 회고", en: "My goals and reviews")
    }
    func exportedOn(_ day: String) -> String { text(ko: "\(appName)에서 \(day)에 받았어요", en: "From \(appName), \(day)") }
    func accountSince(_ day: String) -> String { text(ko: "\(day)에 시작했어요", en: "Begun on \(day)") }
    func writtenOn(_ day: String) -> String { text(ko: "\(day)에 썼어요", en: "Written on \(day)") }
    func editedOn(_ day: String) -> String { text(ko: "\(day)에 고쳤어요", en: "Edited on \(day)") }
    var unfinishedReview: String { text(ko: "쓰던 회고", en: "A review begun") }
    var weekAnswers: String { text(ko: "한 주의 질문에 쓴 답", en: "Answers to the questions of weeks") }

    // MARK: Importing goals

    var importHeading: String { text(ko: "목표 가져오기", en: "Import goals") }
    var importLead: String {
        text(
            ko: "전에 내려받은 JSON 파일을 고르면, 그 안의 목표를 이 계정에 더해요.",
            en: "Choose a JSON file that you downloaded from here, and its goals are added to this account.")
    }
    var importFile: String { text(ko: "내려받은 파일", en: "Your file") }
    func importFileHint(megabytes: Int) -> String {
        text(ko: "hindsight-YYYY-MM-DD.json, \(megabytes)MB까지", en: "hindsight-YYYY-MM-DD.json, up to \(megabytes) MB")
    }
    var importNoFile: String { text(ko: "파일을 골라 주세요.", en: "Please choose a file.") }
    var importNow: String { text(ko: "가져오기", en: "Import") }
    var importWhatStays: String {
        text(
            ko: "단계, 보석, 회고와 쓰던 글까지 그대로 들어오고, 주간 답변도 함께 들어와요. "
                + "이미 있는 목표와 답변은 그대로 두고 또 더하지 않아요. 공유하던 목표는 이 계정의 내 페이지에도 보여요. "
                + "이메일, 비밀번호, 설정과 활동 기록은 가져오지 않아요.",
            en: "They come with their steps, jewels, reviews and drafts, and your weekly answers come too. "
                + "Goals and answers that are here already stay as they are. Shared goals are on your page here, too. "
                + "Email, password, settings and activity are not imported.")
    }

    var importNothingNew: String { text(ko: "새로 더할 것이 없었어요", en: "There was nothing new to add") }
    func importAdded(goals count: Int) -> String {
        text(ko: "목표 \(count)개를 더했어요", en: count == 1 ? "1 goal was added" : "\(count) goals were added")
    }
    func importAdded(answers count: Int) -> String {
        text(
            ko: "주간 답변 \(count)개를 더했어요",
            en: count == 1 ? "1 weekly answer was added" : "\(count) weekly answers were added")
    }
    func importCount(_ count: Int, in box: Box) -> String { "\(name(of: box)) \(count)" }
    func importKnown(_ count: Int) -> String {
        text(
            ko: "\(count)개는 이미 있어서 그대로 두었어요.",
            en: count == 1
                ? "1 was here already, and stays as it is." : "\(count) were here already, and stay as they are."
        )
    }
    var importSee: String { text(ko: "목표 보러 가기", en: "See your goals") }

    var importNothingAdded: String { text(ko: "아무것도 더하지 않았어요.", en: "Nothing was added.") }
    var importNotOwn: String {
        text(ko: "이 화면이 오래됐어요. 파일을 한 번 더 골라 주세요.", en: "This page was out of date. Please choose the file once more.")
    }
    func importTooLarge(megabytes: Int) -> String {
        text(ko: "파일이 너무 커요. \(megabytes)MB까지 가져올 수 있어요.", en: "The file is too large: \(megabytes) MB is the limit.")
    }
    var importBusy: String {
        text(
            ko: "지금 다른 파일을 가져오고 있어요. 잠시 뒤에 다시 시도해 주세요.",
            en: "Another file is being imported right now. Please try again in a moment.")
    }
    var importInterrupted: String { text(ko: "끝까지 더하지 못했어요", en: "Not all of it could be added") }
    func importSoFar(_ added: Int, known: Int, of count: Int) -> String {
        text(
            ko: "\(count)개 가운데 \(added)개를 더했고 \(known)개는 이미 있었어요. 같은 파일을 다시 가져오면 나머지만 더해요.",
            en:
                "Of \(count), \(added) were added and \(known) were here already. Import the same file again, and the rest "
                + "is added; nothing is added twice.")
    }

    func words(for fault: GoalFileFault) -> String {
        switch fault {
        case .notJSON: text(ko: "JSON 파일이 아니에요.", en: "This is not a JSON file.")
        case .cutShort:
            text(
                ko: "파일이 중간에서 끊겼어요. 다시 내려받아 주세요.",
                en: "The file ends in the middle. Please download it once more.")
        case .notHindsight:
            text(ko: "하인드사이트에서 내려받은 파일이 아니에요.", en: "This is not a file that was downloaded from Hindsight.")
        case .version(let version):
            text(
                ko: "더 새로운 하인드사이트의 파일이에요(버전 \(version)). 여기서는 버전 1만 읽을 수 있어요.",
                en: "The file is from a newer Hindsight (version \(version)); version 1 is what can be read here.")
        case .tooManyGoals(let limit):
            text(ko: "목표가 너무 많아요. 파일 하나에 \(limit)개까지예요.", en: "There are too many goals: \(limit) a file is the limit.")
        case .week(let number):
            text(
                ko: "한 주의 질문에 쓴 답 가운데 \(number)번째를 읽을 수 없어요.",
                en: "Answer \(number) to the question of a week can’t be read.")
        case .noSpace:
            text(
                ko: "지금은 파일을 둘 자리가 없어요. 잠시 뒤에 다시 시도해 주세요.",
                en: "There is no room for the file right now. Please try again in a moment.")
        }
    }

    func importFaulty(_ count: Int) -> String {
        if count >= GoalFile.countedFaults {
            return text(ko: "목표 \(count)개 이상을 가져올 수 없어요", en: "At least \(count) goals can’t be imported")
        }
        return text(
            ko: "가져올 수 없는 목표가 \(count)개 있어요",
            en: count == 1 ? "1 goal can’t be imported" : "\(count) goals can’t be imported")
    }
    func importMoreFaults(_ count: Int) -> String {
        if count >= GoalFile.countedFaults - GoalFile.toldFaults {
            return text(ko: "그 밖에 \(count)개 이상 더 있어요.", en: "And at least \(count) more.")
        }
        return text(ko: "그 밖에 \(count)개가 더 있어요.", en: count == 1 ? "And 1 more." : "And \(count) more.")
    }

    func words(for goal: FaultyGoal) -> String {
        let name = goal.title.map { text(ko: "\(goal.number)번째 목표 ‘\($0)’", en: "Goal \(goal.number) (“\($0)”)") }
        return "\(name ?? text(ko: "\(goal.number)번째 목표", en: "Goal \(goal.number)")): \(words(for: goal.fault))"
    }

    private func words(for fault: GoalFault) -> String {
        switch fault {
        case .unreadable: text(ko: "읽을 수 없어요.", en: "it can’t be read.")
        case .missing(let member): text(ko: "\(member) 값이 없어요.", en: "\(member) is missing.")
        case .malformed(let member): text(ko: "\(member) 값이 올바르지 않아요.", en: "\(member) is not what it should be.")
        case .title(let fault): text(ko: "제목: \(message(fault))", en: "the title: \(message(fault))")
        case .startsAfterEnd: text(ko: "끝나는 날이 시작하는 날보다 빨라요.", en: "the end date is before its start.")
        case .inFuture(let member): text(ko: "\(member) 시간이 아직 오지 않았어요.", en: "\(member) is in the future.")
        case .notCompleted:
            text(
                ko: "완료하지 않은 목표인데 보석이나 회고가 있어요.",
                en: "it is not completed, but has what only a completed goal has.")
        case .nothingToDo:
            text(ko: "모든 단계를 마쳤는데 완료한 목표가 아니에요.", en: "All its steps are done, but it isn’t completed.")
        case .stepToDo(let step):
            text(ko: "완료한 목표인데 \(step)번째 단계가 남아 있어요.", en: "it is completed, but its step \(step) is not done.")
        case .tooManySteps(let count):
            text(ko: "단계가 \(count)개예요. \(Step.limit)개까지예요.", en: "it has \(count) steps; \(Step.limit) is the limit.")
        case .step(let step, let fault):
            text(ko: "\(step)번째 단계: \(message(fault))", en: "step \(step): \(message(fault))")
        case .placeTaken(let step):
            text(ko: "\(step)번째 단계의 자리에 다른 단계가 있어요.", en: "step \(step) lies where another one lies.")
        case .review(let field, let fault):
            text(
                ko: "회고 ‘\(name(of: field))’: \(message(fault))",
                en: "the review, “\(name(of: field))”: \(message(fault))")
        case .unanswered: text(ko: "회고: \(answersMissing)", en: "the review: \(answersMissing)")
        case .draft(let field):
            text(ko: "쓰던 글 ‘\(name(of: field))’이 너무 길어요.", en: "the draft, “\(name(of: field))”, is too long.")
        case .editedBeforeWritten:
            text(ko: "회고를 쓴 때보다 고친 때가 빨라요.", en: "its review was edited before it was written.")
        case .twice: text(ko: "같은 목표가 파일에 두 번 있어요.", en: "it is in the file twice.")
        }
    }
}
