/// How the draft of what is being typed stands.
enum DraftState: Equatable {
    /// Nothing has been typed.
    case none
    /// The page began with a draft that was kept.
    case restored
    /// Something newer than what is kept has been typed.
    case unsaved
    /// What is typed is kept.
    case kept
    /// The review is saved; there is no draft any more.
    case saved
    /// A text is too large to be kept as a draft.
    case tooLarge
    /// The store could not keep it; the next change tries again.
    case failed
}

extension Copy {
    func state(of draft: DraftState) -> String {
        switch draft {
        case .none:
            say(
                "내용을 쓰고 보람을 고르면 저장할 수 있어요.",
                "Write your answers and choose how fulfilling it was; then you can save.")
        case .restored: say("쓰던 초안을 불러왔어요", "Your draft is back where you left it")
        case .unsaved: say("쓰는 중", "Writing")
        case .kept: say("초안 저장됨", "Draft saved")
        case .saved: say("저장됨", "Saved")
        case .tooLarge: say("글이 너무 길어 초안을 저장하지 못했어요", "Too long to be kept as a draft")
        case .failed:
            say(
                "초안을 저장하지 못했어요. 쓴 글은 이 화면에 그대로 있어요.",
                "The draft could not be saved. What you wrote is still on this page.")
        }
    }
}
