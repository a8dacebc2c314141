/// Where one input of a page comes in: decodes what the page sent and passes it to the stream.
final class InputPort {
    /// The property's name in the view model's Input, and its number among the inputs; empty when it is no property.
    private(set) var name = ""
    private(set) var number = 0
    /// The newest text that came in: what a text field shows when the page is rendered again.
    private(set) var latest: String?
    /// Kept alive, so that what tells it apart from all others stays its own.
    private let stream: AnyObject
    private let deliver: (String) -> Bool

    /// - Parameter deliver: decodes and sends; false when the text means nothing.
    init(stream: AnyObject, deliver: @escaping (String) -> Bool) {
        self.stream = stream
        self.deliver = deliver
    }

    /// Tells the stream apart from all others.
    var identity: ObjectIdentifier { ObjectIdentifier(stream) }

    /// Sends the text on. False when it means nothing.
    func accept(_ text: String) -> Bool {
        latest = text
        return deliver(text)
    }

    /// Gives the port its place among the inputs of the screen.
    func place(name: String, number: Int) {
        self.name = name
        self.number = number
    }
}

/// Some of a screen's inputs, a bit each.
struct InputSet: Equatable {
    /// How many inputs a screen can have.
    static let capacity = 64

    private var bits: UInt64 = 0

    mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }

    mutating func formUnion(_ other: InputSet) { bits |= other.bits }

    func contains(_ number: Int) -> Bool { bits & (1 << UInt64(number)) != 0 }
}
