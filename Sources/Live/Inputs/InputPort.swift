import Streams

/// Where one input of a page comes in: decodes what the page sent and passes it to the stream.
final class InputPort {
    /// The property's name in the view model's Input; nil when it is no property of it.
    var name: String?
    /// The newest text that came in: what a text field shows when the page is rendered again.
    private(set) var latest: String?
    /// Keeps the stream alive, so that its identity stays its own.
    let stream: AnyObject
    private let deliver: (String) -> Bool

    /// - Parameter deliver: decodes and sends; false when the text means nothing.
    init(stream: AnyObject, deliver: @escaping (String) -> Bool) {
        self.stream = stream
        self.deliver = deliver
    }

    func accept(_ text: String) -> Bool {
        latest = text
        return deliver(text)
    }
}
