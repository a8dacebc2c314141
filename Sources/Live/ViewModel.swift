/// What a page knows and does, apart from how it looks: inputs in, outputs out, both as streams.
///
/// `transform` is called once for each open page. Dependencies come in by the initialiser; everything that lasts
/// (relays, requests, subscriptions) is made inside `transform`, so a view model has no state of its own to get wrong.
/// Subscriptions go into a `DisposeBag` that is a property of it; the runtime empties that when the page ends.
public protocol ViewModel {
    /// A structure of `Observable`s: what can happen on the page. Its property names are the inputs' names on the wire.
    associatedtype Input
    /// A structure of `Driver`s, `BehaviorRelay`s and `Signal`s: what the page shows. Its property names are the names
    /// of the events that update it.
    associatedtype Output

    /// Connects the inputs to the outputs.
    func transform(input: Input) -> Output
}
