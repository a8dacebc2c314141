import HindsightDomain
import Live
import LiveSite

extension Copy {
    // MARK: The editor

    var editReview: String { say("회고 고치기", "Edit the review") }
    var howToLookBack: String { say("어떻게 돌아볼까요?", "How would you like to look back?") }

    func name(of style: ReviewStyle) -> String {
        switch style {
        case .guided: say("네 가지 질문으로", "Four questions")
        case .free: say("자유롭게", "Free writing")
        }
    }

    func name(of field: ReviewField) -> String {
        switch field {
        case .liked: say("좋았던 점", "Liked")
        case .lacked: say("부족했던 점", "Lacked")
        case .learned: say("배운 점", "Learned")
        case .longedFor: say("바라는 점", "Longed for")
        case .text: say("나의 회고", "Your review")
        }
    }

    func question(of field: ReviewField) -> String {
        switch field {
        case .liked: say("무엇이 즐겁거나 잘됐나요?", "What went well, or felt good?")
        case .lacked: say("무엇이 모자라거나 아쉬웠나요?", "What was missing, or could have been better?")
        case .learned: say("새로 알게 되거나 깨달은 것이 있나요?", "What do you know now that you didn’t before?")
        case .longedFor: say("다음에는 무엇을 해 보고 싶나요?", "What do you wish for next time?")
        case .text: say("떠오르는 대로 편하게 써 보세요.", "Write whatever comes to mind.")
        }
    }

    /// The two parts of a character counter: the number of characters, and the limit with the excess.
    func counter(_ count: Int, limit: Int) -> (count: String, rest: String) {
        let over = count - limit
        let rest = say("/ \(grouped(limit))자", "/ \(grouped(limit))")
        // Beyond twice the limit the server stops counting, so the exact excess is unknown.
        if count > 2 * limit { return (grouped(count), rest + say(" · 많이 넘었어요", " · far too many")) }
        return (
            grouped(count),
            over <= 0 ? rest : rest + say(" · \(grouped(over))자 넘었어요", " · \(grouped(over)) too many")
        )
    }

    var notSavedYet: String { say("아직 저장되지 않았어요", "Not saved yet") }

    var nothingThere: String { say("(비어 있음)", "(empty)") }
    var keepMine: String { say("내 글 쓰기", "Keep mine") }
    var takeOther: String { say("이 글로 바꾸기", "Take this one") }
    var bringBack: String { say("되돌리기", "Bring it back") }
    var letGo: String { say("지우기", "Let it go") }
    var savingKeepsMine: String {
        say("다시 저장하면 내 글이 남아요.", "If you save again, your own text stays.")
    }

    /// A number with a comma every three digits, in both languages: "3,000".
    private func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        let first = digits.count % 3
        var groups = first > 0 ? [String(digits[..<first])] : []
        for start in stride(from: first, to: digits.count, by: 3) { groups.append(String(digits[start..<start + 3])) }
        return groups.joined(separator: ",")
    }

    var howFulfilling: String { say("얼마나 보람 있었나요?", "How fulfilling was it?") }

    func name(of level: Level) -> String {
        switch level {
        case .one: say("많이 아쉬웠어요", "It fell short")
        case .two: say("조금 아쉬웠어요", "A little short")
        case .three: say("괜찮았어요", "Good enough")
        case .four: say("보람 있었어요", "Rewarding")
        case .five: say("더할 나위 없었어요", "Couldn’t be better")
        }
    }

    var saveReview: String { say("회고 저장", "Save review") }
    var saveEdit: String { say("고친 내용 저장", "Save changes") }

    var discardDraft: String { say("초안 버리기", "Drop the draft") }

    func message(_ fault: TextFault) -> String {
        switch fault {
        case .missing: say("내용을 써 주세요.", "Please write something here.")
        case .tooLong(let count?, let limit):
            say(
                "\(grouped(limit))자까지 쓸 수 있어요. \(grouped(count - limit))자를 줄여 주세요.",
                "There is room for \(grouped(limit)) characters. Please shorten it by \(grouped(count - limit)).")
        case .tooLong(nil, let limit):
            say(
                "글이 너무 길어요. \(grouped(limit))자까지 쓸 수 있어요.",
                "This is far too long: there is room for \(grouped(limit)) characters.")
        case .tooManyMarks:
            say(
                "글자에 겹쳐 붙은 기호나 여러 개를 합친 이모지가 너무 많아서 저장할 수 없어요. 조금 줄여 주세요.",
                "There are too many stacked accents or combined emoji in this to save it. Please use fewer.")
        }
    }

    /// The error message of a text area. For a text that is far too long it adds, without a script, that the form shows
    /// only the beginning of the text.
    func error(_ fault: TextFault) -> HTML {
        guard case .tooLong(nil, _) = fault else { return HTML(text: message(fault)) }
        let beginning = say(
            "여기에는 앞부분만 있어요. 뒤로 가면 쓴 글이 모두 남아 있어요.",
            "Only its beginning is here. Go back, and all of your text is still there.")
        return "\(message(fault))<span class='without-script'> \(beginning)</span>"
    }
    var styleMissing: String {
        say("어떻게 돌아볼지 골라 주세요.", "Please choose how you would like to look back.")
    }
    var levelMissing: String { say("얼마나 보람 있었는지 골라 주세요.", "Please choose how fulfilling it was.") }

    var saveFailed: String {
        say(
            "회고를 저장하지 못했어요. 쓴 글은 그대로 있으니 다시 저장해 주세요.",
            "Your review could not be saved. Everything you wrote is still here; please save again.")
    }
    var alreadyReviewed: String {
        say(
            "이 목표의 회고는 이미 저장되어 있어요. 지금 쓴 글은 저장하지 않고 그대로 두었어요.",
            "This goal has a review already. What you wrote here was not saved, and is still on this page.")
    }
    var changedElsewhere: String {
        say(
            "다른 화면에서 이 회고를 고쳤어요. 내가 쓴 글은 그대로 있어요. 다시 저장하면 이 글로 바뀌어요.",
            "This review was changed on another page. What you wrote is still here; saving again puts it in its place.")
    }
    var savedElsewhere: String {
        say("다른 화면에서 이 회고를 저장했어요.", "This review was saved on another page.")
    }
    var typedElsewhere: String {
        say(
            "다른 화면에서 새로 쓴 글이 있어서 저장하지 않았어요. 확인하고 다시 저장해 주세요.",
            "Something newer was typed on another page, so nothing was saved. Please have a look and save again.")
    }
    var deletedElsewhere: String {
        say(
            "다른 화면에서 이 회고를 삭제했어요. 쓴 글은 그대로 있어요. 저장하면 새 회고가 돼요.",
            "This review was deleted on another page. What you wrote is still here; saving makes it a new review.")
    }
    var editSaved: String { say("고친 내용을 저장했어요", "Your changes are saved") }
    var otherStyleKept: String {
        say(
            "다른 방식으로 쓴 글은 초안으로 남아 있어요.",
            "What you wrote in the other style is kept as a draft.")
    }
    var draftDropped: String { say("초안을 버렸어요", "The draft is dropped") }
    var savedReview: String { say("저장된 회고", "The saved review") }
    var goalIsGone: String {
        say(
            "목표나 회고가 더 이상 없어서 저장하지 못했어요. 쓴 글은 그대로 있어요.",
            "The goal or its review is gone, so nothing could be saved. What you wrote is still here.")
    }

    var reviewSaved: String { say("회고를 저장했어요", "Your review is saved") }
    func remaining(_ count: Int?) -> String {
        switch count {
        case nil: say("고친 내용이 저장됐어요.", "Your changes are in.")
        case 0: say("이제 모든 목표의 회고가 있어요.", "Now every goal has its review.")
        case 1: say("회고를 기다리는 목표가 1개 남았어요.", "1 more goal is waiting for a review.")
        case .some(let count):
            say("회고를 기다리는 목표가 \(count)개 남았어요.", "\(count) more goals are waiting for a review.")
        }
    }
    var backToList: String { say("목록으로 돌아가기", "Back to the list") }

    // MARK: The viewer

    var review: String { say("회고", "Review") }
    var lookingBack: String { say("돌아보니", "Looking back") }
    func written(_ time: HTML) -> HTML { say("\(time)에 썼어요", "Written \(time)") }
    func edited(_ time: HTML) -> HTML { say("\(time)에 고쳤어요", "Edited \(time)") }
    var edit: String { say("회고 고치기", "Edit") }
    var moreActions: String { say("다른 작업", "More actions") }
    var deleteReview: String { say("회고 삭제", "Delete review") }
    var deleted: String { say("회고를 삭제했어요.", "You deleted this review.") }
    var undoTime: String {
        say("10분 안에 되돌릴 수 있어요. 보석과 목표는 그대로예요.", "You can undo this for 10 minutes. The goal and its jewel stay.")
    }
    var deletedForGood: String { say("이 회고는 삭제되었어요.", "This review has been deleted.") }
    var restored: String { say("회고를 되돌려 놓았어요.", "Your review is back.") }
    var longedForAsGoal: String { say("바라는 것을 새 목표로", "Make what you longed for a goal") }
    var undo: String { say("되돌리기", "Undo") }
    var writeNew: String { say("새로 쓰기", "Write a new one") }
    var otherReviews: String { say("다른 회고", "Other reviews") }
    var newerReview: String { say("더 최근 회고", "Newer review") }
    var olderReview: String { say("더 오래된 회고", "Older review") }
    var actionFailed: String {
        say("처리하지 못했어요. 잠시 뒤에 다시 시도해 주세요.", "That did not work. Please try again in a moment.")
    }
    var undoIsOver: String {
        say("되돌릴 수 있는 시간이 지났어요.", "It is too late to undo this.")
    }
}
