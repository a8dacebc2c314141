import Streams

/// The state and the behaviour of a page, without its appearance: inputs and outputs, both as streams.
///
/// `transform` is called once for each graph: that of one open page, or of several that show the same. Dependencies are
/// passed to the initialiser; everything that lasts (relays, requests, subscriptions) is made inside `transform`, so a
/// view model has no state of its own to get wrong.
public protocol ViewModel {
    /// A structure of `Observable`s: the events of the page. Its property names are the inputs' names on the wire.
    associatedtype Input
    /// A structure of `Driver`s, `BehaviorRelay`s and `Signal`s: the content of the page. Its property names are the
    /// names of the events that update it.
    associatedtype Output

    /// The bag of the subscriptions that `transform` makes, as a property: `let bag = DisposeBag()`. It is disposed of
    /// at the page's end. A view model that subscribes to nothing needs none.
    var bag: DisposeBag { get }

    /// Connects the inputs to the outputs.
    func transform(input: Input) -> Output
}

extension ViewModel {
    /// An empty bag, for a view model that subscribes to nothing.
    public var bag: DisposeBag { DisposeBag() }
}

/// A page: it makes its view model and the inputs of that, and renders its HTML.
///
/// A screen is a small `Sendable` value with the dependencies of one visit; the runtime calls it inside the actor that the
/// page's graph belongs to.
public protocol Screen: Sendable {
    /// Type of the view model.
    associatedtype Model: ViewModel

    /// Makes the view model, its dependencies injected.
    func makeViewModel(_ page: Page) -> Model

    /// Makes the inputs, from the page's elements (`page.input()`), its appearance and changes by others.
    func makeInput(_ page: Page) -> Model.Input

    /// Renders the whole document. The element `<main \(page.live)>` is the live part.
    ///
    /// It is called once for each graph, before the answers of its first requests, and again for each answer
    /// to a plain form post. So content that changes is shown by a slot, which is rendered when its value is there.
    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML

    /// Declares the effects besides the markup: `page.navigate(on: output.saved) { … }` and its like. Called once for
    /// each graph, after the view model is connected.
    func effects(_ page: Page, _ output: Model.Output)

    /// Declares inputs that the page takes even while no element offers them: ``Page/accept(_:while:_:)``. Called once
    /// for each graph, after the view model is connected.
    func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output)

    /// Name of the input of a plain form post whose address names none; nil when each form names its input.
    var defaultInput: String? { get }

    /// Name of this screen among those that its route can show. A page is restored with the variant that it was
    /// (``Visit/variant``); a route with one screen needs none.
    var variant: String { get }

    /// Whether the page's document can be kept until the owner's data change, where its route says so. A page says no
    /// while it shows what will be something else without such a change, such as an offer that ends, and when a page that
    /// is opened later and shares its graph would show something else.
    var isKept: Bool { get }
}

extension Screen {
    /// Declares no effects.
    public func effects(_ page: Page, _ output: Model.Output) {}
    /// Takes only inputs that are offered.
    public func accept(_ page: Page, _ input: Model.Input, _ output: Model.Output) {}
    /// The empty name, for the only screen of a route.
    public var variant: String { "" }
    /// No default: each form names its input.
    public var defaultInput: String? { nil }
    /// Can be kept.
    public var isKept: Bool { true }
}
