import HindsightDomain
import Live
import LiveSite

extension Strings {
    // MARK: The editor

    var editReview: String { text(ko: "회고 고치기", en: "Edit the review") }
    var howToLookBack: String { text(ko: "어떻게 돌아볼까요?", en: "How would you like to look back?") }

    func name(of style: ReviewStyle) -> String {
        switch style {
        case .guided: text(ko: "네 가지 질문으로", en: "Four questions")
        case .free: text(ko: "자유롭게", en: "Free writing")
        }
    }

    func name(of field: ReviewField) -> String {
        switch field {
        case .liked: text(ko: "좋았던 점", en: "Liked")
        case .lacked: text(ko: "부족했던 점", en: "Lacked")
        case .learned: text(ko: "배운 점", en: "Learned")
        case .longedFor: text(ko: "바라는 점", en: "Longed for")
        case .text: text(ko: "나의 회고", en: "Your review")
        }
    }

    func question(of field: ReviewField) -> String {
        switch field {
        case .liked: text(ko: "무엇이 즐겁거나 잘됐나요?", en: "What went well, or felt good?")
        case .lacked: text(ko: "무엇이 모자라거나 아쉬웠나요?", en: "What was missing, or could have been better?")
        case .learned: text(ko: "새로 알게 되거나 깨달은 것이 있나요?", en: "What do you know now that you didn’t before?")
        case .longedFor: text(ko: "다음에는 무엇을 해 보고 싶나요?", en: "What do you wish for next time?")
        case .text: text(ko: "떠오르는 대로 편하게 써 보세요.", en: "Write whatever comes to mind.")
        }
    }

    /// The two parts of a character counter: the number of characters, and the limit with the excess.
    func counter(_ count: Int, limit: Int) -> (count: String, rest: String) {
        let over = count - limit
        let rest = text(ko: "/ \(grouped(limit))자", en: "/ \(grouped(limit))")
        // Beyond twice the limit the server stops counting, so the exact excess is unknown.
        if count > 2 * limit { return (grouped(count), rest + text(ko: " · 많이 넘었어요", en: " · far too many")) }
        return (
            grouped(count),
            over <= 0 ? rest : rest + text(ko: " · \(grouped(over))자 넘었어요", en: " · \(grouped(over)) too many")
        )
    }

    var cancelEdit: String { text(ko: "취소", en: "Cancel") }
    var editIsUnfinished: String {
        text(ko: "고치던 내용이 아직 저장되지 않았어요.", en: "You began to edit this review. Your changes aren’t saved yet.")
    }
    var goOnEditing: String { text(ko: "이어서 고치기", en: "Go on editing") }
    var notSavedYet: String { text(ko: "아직 저장되지 않았어요", en: "Not saved yet") }

    var nothingThere: String { text(ko: "(비어 있음)", en: "(empty)") }
    var keepMine: String { text(ko: "내 글 쓰기", en: "Keep mine") }
    var takeOther: String { text(ko: "이 글로 바꾸기", en: "Take this one") }
    var bringBack: String { text(ko: "되돌리기", en: "Bring it back") }
    var letGo: String { text(ko: "삭제", en: "Let it go") }
    var savingKeepsMine: String {
        text(ko: "다시 저장하면 내 글이 남아요.", en: "If you save again, your own text stays.")
    }

    /// A number with a comma every three digits, in both languages: "3,000".
    private func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        let first = digits.count % 3
        var groups = first > 0 ? [String(digits[..<first])] : []
        for start in stride(from: first, to: digits.count, by: 3) { groups.append(String(digits[start..<start + 3])) }
        return groups.joined(separator: ",")
    }

    var howFulfilling: String { text(ko: "얼마나 보람 있었나요?", en: "How fulfilling was it?") }

    func name(of level: Level) -> String {
        switch level {
        case .one: text(ko: "많이 아쉬웠어요", en: "It fell short")
        case .two: text(ko: "조금 아쉬웠어요", en: "A little short")
        case .three: text(ko: "괜찮았어요", en: "Good enough")
        case .four: text(ko: "보람 있었어요", en: "Rewarding")
        case .five: text(ko: "더할 나위 없었어요", en: "Couldn’t be better")
        }
    }

    var saveReview: String { text(ko: "회고 저장", en: "Save review") }
    var saveEdit: String { text(ko: "고친 내용 저장", en: "Save changes") }

    var discardDraft: String { text(ko: "초안 버리기", en: "Discard draft") }

    func message(_ fault: TextFault) -> String {
        switch fault {
        case .missing: text(ko: "내용을 써 주세요.", en: "Please write something here.")
        case .tooLong(let count?, let limit):
            text(
                ko: "\(grouped(limit))자까지 쓸 수 있어요. \(grouped(count - limit))자를 줄여 주세요.",
                en: "Please shorten it by \(grouped(count - limit)) character\(count - limit == 1 ? "" : "s"): "
                    + "\(grouped(limit)) is the limit.")
        case .tooLong(nil, let limit):
            text(
                ko: "글이 너무 길어요. \(grouped(limit))자까지 쓸 수 있어요.",
                en: "This is far too long: \(grouped(limit)) characters is the limit.")
        case .tooManyMarks:
            text(
                ko: "글자에 겹쳐 붙은 기호나 여러 개를 합친 이모지가 너무 많아서 저장할 수 없어요. 조금 줄여 주세요.",
                en: "There are too many stacked accents or combined emoji in this to save it. Please use fewer.")
        }
    }

    /// The error message of a text area. For a text that is far too long it adds, without a script, that the form shows
    /// only the beginning of the text.
    func error(_ fault: TextFault) -> HTML {
        guard case .tooLong(nil, _) = fault else { return HTML(text: message(fault)) }
        let beginning = text(
            ko: "여기에는 앞부분만 있어요. 뒤로 가면 쓴 글이 모두 남아 있어요.",
            en: "Only its beginning is here. Go back, and all of your text is still there.")
        return "\(message(fault))<span class='without-script'> \(beginning)</span>"
    }
    var oneAnswerSuffices: String {
        text(ko: "한 가지만 답해도 괜찮아요.", en: "One answer is enough; the others are optional.")
    }
    var answersMissing: String {
        text(ko: "네 가지 질문 중 하나 이상에 답해 주세요.", en: "Please answer at least one of the four questions.")
    }
    var styleMissing: String {
        text(ko: "어떻게 돌아볼지 골라 주세요.", en: "Please choose how you would like to look back.")
    }
    var levelMissing: String { text(ko: "얼마나 보람 있었는지 골라 주세요.", en: "Please choose how fulfilling it was.") }

    var saveFailed: String {
        text(
            ko: "회고를 저장하지 못했어요. 쓴 글은 그대로 있으니 다시 저장해 주세요.",
            en: "Your review could not be saved. Everything you wrote is still here; please save again.")
    }
    var alreadyReviewed: String {
        text(
            ko: "이 목표의 회고는 이미 저장되어 있어요. 지금 쓴 글은 저장하지 않고 그대로 두었어요.",
            en: "This goal has a review already. What you wrote here was not saved, and is still on this page.")
    }
    var changedElsewhere: String {
        text(
            ko: "다른 화면에서 이 회고를 고쳤어요. 내가 쓴 글은 그대로 있어요. 다시 저장하면 이 글로 바뀌어요.",
            en:
                "This review was changed on another page. What you wrote is still here; saving again puts it in its place."
        )
    }
    var savedElsewhere: String {
        text(ko: "다른 화면에서 이 회고를 저장했어요.", en: "This review was saved on another page.")
    }
    var typedElsewhere: String {
        text(
            ko: "다른 화면에서 새로 쓴 글이 있어서 저장하지 않았어요. 확인하고 다시 저장해 주세요.",
            en: "Something newer was typed on another page, so nothing was saved. Please have a look and save again.")
    }
    var deletedElsewhere: String {
        text(
            ko: "다른 화면에서 이 회고를 삭제했어요. 쓴 글은 그대로 있어요. 저장하면 새 회고가 돼요.",
            en: "This review was deleted on another page. What you wrote is still here; saving makes it a new review.")
    }
    var editSaved: String { text(ko: "고친 내용을 저장했어요.", en: "Your changes are saved.") }
    var otherStyleKept: String {
        text(
            ko: "다른 방식으로 쓴 글은 초안으로 남아 있어요.",
            en: "What you wrote in the other style is kept as a draft.")
    }
    var draftDropped: String { text(ko: "초안을 버렸어요.", en: "Draft discarded") }
    var savedReview: String { text(ko: "저장된 회고", en: "The saved review") }
    var goalIsGone: String {
        text(
            ko: "목표나 회고가 더 이상 없어서 저장하지 못했어요. 쓴 글은 그대로 있어요.",
            en: "The goal or its review is gone, so nothing could be saved. What you wrote is still here.")
    }

    var reviewSaved: String { text(ko: "회고를 저장했어요", en: "Your review is saved") }
    func remaining(_ count: Int?) -> String {
        switch count {
        case nil: text(ko: "고친 내용이 저장됐어요.", en: "Your changes are in.")
        case 0: text(ko: "완료한 목표를 모두 돌아봤어요.", en: "Every completed goal has its review.")
        case 1: text(ko: "회고를 기다리는 목표가 1개 남았어요.", en: "1 more goal is waiting for a review.")
        case .some(let count):
            text(ko: "회고를 기다리는 목표가 \(count)개 남았어요.", en: "\(count) more goals are waiting for a review.")
        }
    }
    /// Link to the goal to be reviewed after this one.
    func next(_ title: String) -> HTML {
        let title: HTML = "<bdi dir='auto'>\(title)</bdi>"
        return text(ko: "다음 회고: \(title)", en: "Next: \(title)")
    }
    var backToList: String { text(ko: "목록으로 돌아가기", en: "Back to the list") }

    // MARK: The viewer

    var review: String { text(ko: "회고", en: "Review") }
    var rating: String { text(ko: "돌아보니", en: "Rating") }
    func written(_ time: HTML) -> HTML { text(ko: "\(time)에 썼어요", en: "Written \(time)") }
    func edited(_ time: HTML) -> HTML { text(ko: "\(time)에 고쳤어요", en: "Edited \(time)") }
    var edit: String { text(ko: "회고 고치기", en: "Edit") }
    var moreActions: String { text(ko: "다른 작업", en: "More actions") }
    var deleteReview: String { text(ko: "회고 삭제", en: "Delete review") }
    var deleted: String { text(ko: "회고를 삭제했어요.", en: "You deleted this review.") }
    var undoTime: String {
        text(
            ko: "10분 안에 되돌릴 수 있어요. 보석과 목표는 그대로예요.", en: "You can undo this for 10 minutes. The goal and its jewel stay."
        )
    }
    var deletedForGood: String { text(ko: "이 회고는 삭제되었어요.", en: "This review has been deleted.") }
    var restored: String { text(ko: "회고를 되돌려 놓았어요.", en: "Your review is back.") }
    var longedForAsGoal: String { text(ko: "바라는 점을 새 목표로", en: "Turn this into a goal") }
    var undo: String { text(ko: "되돌리기", en: "Undo") }
    var copied: String { text(ko: "복사했어요.", en: "Copied.") }
    var notCopied: String {
        text(ko: "복사하지 못했어요. 선택된 링크를 직접 복사해 주세요.", en: "Couldn’t copy. The link is selected: please copy it yourself.")
    }
    var writeNew: String { text(ko: "새로 쓰기", en: "Write a new one") }
    var otherReviews: String { text(ko: "다른 회고", en: "Other reviews") }
    var newerReview: String { text(ko: "더 최근 회고", en: "Newer review") }
    var olderReview: String { text(ko: "더 오래된 회고", en: "Older review") }
    var actionFailed: String {
        text(ko: "처리하지 못했어요. 잠시 뒤에 다시 시도해 주세요.", en: "That did not work. Please try again in a moment.")
    }
    var undoIsOver: String {
        text(ko: "되돌릴 수 있는 시간이 지났어요.", en: "It is too late to undo this.")
    }
}
