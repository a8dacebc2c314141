import LiveSite

/// How the draft of what is being typed stands.
enum DraftState: Equatable {
    /// Nothing is typed that isn't saved.
    case none
    /// The page began with a draft that was kept.
    case restored
    /// What is typed is kept.
    case kept
    /// The review is saved; there is no draft any more.
    case saved
    /// Of a field there are two texts.
    case undecided
    /// A text is too large to be kept as a draft.
    case tooLarge
    /// The store could not keep it; it is tried again.
    case failed
}

extension Copy {
    func state(of draft: DraftState) -> String {
        switch draft {
        case .none: ""
        case .restored: say("쓰던 초안을 불러왔어요", "Your draft is back where you left it")
        case .kept: say("초안 저장됨", "Draft saved")
        case .saved: say("저장됨", "Saved")
        case .undecided: say("두 가지 글 중 하나를 골라 주세요", "Choose which text to keep")
        case .tooLarge: say("글이 너무 길어 초안을 저장하지 못했어요", "Too long to be kept as a draft")
        case .failed:
            say(
                "초안을 저장하지 못했어요. 쓴 글은 이 화면에 그대로 있고, 다시 저장해 볼게요.",
                "The draft could not be saved. What you wrote is still on this page, and we are trying again.")
        }
    }

    func progress(_ progress: ReviewEditorViewModel.Progress) -> String {
        if !progress.undecided.isEmpty {
            return "\(progress.undecided.map(name).joined(separator: ", ")): \(state(of: .undecided))"
        }
        let level = progress.hasLevel ? "" : say(" · 보람을 골라 주세요", " · level missing")
        guard progress.texts < progress.neededTexts || !progress.hasLevel else {
            return say("저장할 준비가 됐어요", "Ready to save")
        }
        if progress.neededTexts == 1 {
            return progress.texts == 1
                ? say("보람을 골라 주세요", "Level missing")
                : say("아직 글이 없어요", "No text yet") + level
        }
        return say(
            "답 \(progress.neededTexts)개 중 \(progress.texts)개", "\(progress.texts) of \(progress.neededTexts) answers")
            + level
    }

    /// Where the other text of a field comes from.
    func words(for origin: EditorState.Conflict.Origin) -> String {
        switch origin {
        case .typed: say("다른 화면에서 이렇게 썼어요", "Typed on another page")
        case .saved: say("다른 화면에서 저장한 회고예요", "Saved on another page")
        case .dropped: say("버렸던 초안이에요", "From the draft that was dropped")
        case .replaced: say("바꾸기 전의 내 글이에요", "Your text before")
        }
    }
}
