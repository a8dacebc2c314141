/// How a sequence can fail by itself (RxSwift: `RxError`).
public enum StreamError: Error {
    /// Nothing came in time; see ``ObservableType/timeout(_:scheduler:)``.
    case timeout
    /// There was no element where one was to be; see ``ObservableType/asSingle()``.
    case noElements
    /// There were several elements where one was to be; see ``ObservableType/asSingle()``.
    case moreThanOneElement
}
