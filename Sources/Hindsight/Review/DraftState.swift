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
