import HindsightDomain
import Live
import LiveSite

/// The state of a draft, as it is shown.
enum DraftState: Equatable {
    /// Nothing is typed that isn't saved.
    case none
    /// The page began with a draft that was kept.
    case restored
    /// The draft is stored.
    case kept
    /// The review is saved; there is no draft any more.
    case saved
    /// A field has two texts.
    case undecided
    /// A text is too large to be kept as a draft.
    case tooLarge
    /// The store could not keep it; it is tried again.
    case failed
}

extension Strings {
    func state(of draft: DraftState) -> String {
        switch draft {
        case .none: ""
        case .restored: text(ko: "쓰던 초안을 불러왔어요", en: "Your draft is back where you left it")
        case .kept: text(ko: "초안 저장됨", en: "Draft saved")
        case .saved: text(ko: "저장됨", en: "Saved")
        case .undecided: text(ko: "두 가지 글 중 하나를 골라 주세요", en: "Choose which text to keep")
        case .tooLarge: text(ko: "글이 너무 길어 초안을 저장하지 못했어요", en: "Too long to be kept as a draft")
        case .failed:
            text(
                ko: "초안을 저장하지 못했어요. 쓴 글은 이 화면에 그대로 있고, 다시 저장해 볼게요.",
                en: "The draft could not be saved. What you wrote is still on this page, and we are trying again.")
        }
    }

    func progress(_ progress: ReviewEditorViewModel.Progress) -> String {
        if !progress.undecided.isEmpty {
            return "\(progress.undecided.map(name).joined(separator: ", ")): \(state(of: .undecided))"
        }
        let questions = progress.style.fields.count
        let texts: String? =
            if progress.isFaulty {
                text(ko: "글자 수를 줄여 주세요", en: "Too long to save")
            } else if progress.texts == 0 {
                text(ko: progress.style == .guided ? "아직 답이 없어요" : "아직 글이 없어요", en: "Nothing written")
            } else if progress.texts < questions {
                text(ko: "답 \(questions)개 중 \(progress.texts)개", en: "\(progress.texts) of \(questions) answers")
            } else {
                nil
            }
        let next: String? =
            if !progress.hasLevel {
                text(ko: "얼마나 보람 있었는지 골라 주세요", en: texts == nil ? "No rating yet" : "no rating yet")
            } else if progress.texts > 0, !progress.isFaulty {
                text(ko: "이제 저장할 수 있어요", en: texts == nil ? "Ready to save" : "ready to save")
            } else {
                nil
            }
        return [texts, next].compactMap { $0 }.joined(separator: " · ")
    }

    /// Returns the words for the origin of a field's other text.
    func words(for origin: EditorState.Conflict.Origin) -> String {
        switch origin {
        case .typed: text(ko: "다른 화면에서 이렇게 썼어요", en: "Typed on another page")
        case .saved: text(ko: "다른 화면에서 저장한 회고예요", en: "Saved on another page")
        case .dropped: text(ko: "버렸던 초안이에요", en: "From the discarded draft")
        case .replaced: text(ko: "바꾸기 전의 내 글이에요", en: "Your text before")
        }
    }
}
