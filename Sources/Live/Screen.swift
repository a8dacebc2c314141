/// A page: how its view model is made, where its inputs come from, and its HTML.
///
/// A screen is a small `Sendable` value with the dependencies of one visit; the runtime calls it inside the session
/// that belongs to the open page.
public protocol Screen: Sendable {
    associatedtype Model: ViewModel

    /// Makes the view model, its dependencies injected.
    func makeViewModel(_ page: Page) -> Model

    /// Makes the inputs, from what the page offers (`page.input()`), its appearance and what others change.
    func makeInput(_ page: Page) -> Model.Input

    /// The whole document. Called for the first render and for answers to plain form posts; afterwards only slots are
    /// rendered. The element `<main \(page.live)>` is the live part.
    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML

    /// The input that a plain form post means when its address names none.
    var defaultInput: String? { get }
}

extension Screen {
    public var defaultInput: String? { nil }
}
