import Streams

/// What a page knows and does, apart from how it looks: inputs in, outputs out, both as streams.
///
/// `transform` is called once for each open page. Dependencies come in by the initialiser; everything that lasts
/// (relays, requests, subscriptions) is made inside `transform`, so a view model has no state of its own to get wrong.
public protocol ViewModel {
    /// A structure of `Observable`s: what can happen on the page. Its property names are the inputs' names on the wire.
    associatedtype Input
    /// A structure of `Driver`s, `BehaviorRelay`s and `Signal`s: what the page shows. Its property names are the names
    /// of the events that update it.
    associatedtype Output

    /// Holds the subscriptions that `transform` makes, as a property: `let bag = DisposeBag()`. The page's end empties
    /// it. A view model that subscribes to nothing needs none.
    var bag: DisposeBag { get }

    /// Connects the inputs to the outputs.
    func transform(input: Input) -> Output
}

extension ViewModel {
    /// An empty bag: for a view model that subscribes to nothing.
    public var bag: DisposeBag { DisposeBag() }
}

/// A page: how its view model is made, where its inputs come from, and its HTML.
///
/// A screen is a small `Sendable` value with the dependencies of one visit; the runtime calls it inside the session
/// that belongs to the open page.
public protocol Screen: Sendable {
    /// What the page knows and does.
    associatedtype Model: ViewModel

    /// Makes the view model, its dependencies injected.
    func makeViewModel(_ page: Page) -> Model

    /// Makes the inputs, from what the page offers (`page.input()`), its appearance and what others change.
    func makeInput(_ page: Page) -> Model.Input

    /// The whole document. The element `<main \(page.live)>` is the live part.
    ///
    /// It is made once when the page is opened, before its first requests are answered, and again for each answer to a
    /// plain form post. So whatever changes is shown by a slot, which is rendered when its value is there.
    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML

    /// What happens beside the markup: `page.navigate(on: output.saved) { … }` and its like. Called once for each open
    /// page, after the view model is connected.
    func effects(_ page: Page, _ output: Model.Output)

    /// Inputs that the page takes although no element offers them at the moment: ``Page/accept(_:while:_:)``. Called once for
    /// each open page, after the view model is connected.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output)

    /// The input that a plain form post means when its address names none.
    var defaultInput: String? { get }

    /// Tells this screen from the others that its route can show. A page is taken up again by the variant that it was
    /// (``Visit/variant``); a route with one screen needs none.
    var variant: String { get }
}

extension Screen {
    /// Nothing happens beside the markup.
    public func effects(_ page: Page, _ output: Model.Output) {}
    /// Only what is offered is taken.
    public func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {}
    /// The only screen of its route.
    public var variant: String { "" }
    /// None: each form names its input.
    public var defaultInput: String? { nil }
}
