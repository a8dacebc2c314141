import Streams

/// Where one input of a page comes in: decodes what the page sent and passes it to the stream.
class InputPort {
    /// The property's name in the view model's Input, and its number among the inputs; empty when it is no property.
    fileprivate(set) var name = ""
    fileprivate(set) var number = 0
    /// The newest text that came in: what a text field shows when the page is rendered again.
    private(set) var latest: String?

    /// Tells the stream apart from all others; the port keeps it alive, so that this stays its own.
    var identity: ObjectIdentifier { fatalError("Each kind of port has its stream.") }

    /// Sends the text on. False when it means nothing.
    func accept(_ text: String) -> Bool {
        latest = text
        return deliver(text)
    }

    fileprivate func deliver(_ text: String) -> Bool { false }

    /// Gives the port its place among the inputs of the screen.
    func place(name: String, number: Int) {
        self.name = name
        self.number = number
    }
}

/// A port for values of one kind.
final class ValuePort<Value>: InputPort {
    let stream: Observable<Value>
    private let relay = PublishRelay<Value>()
    private let decode: (String) -> Value?

    /// - Parameter decode: nil for a text that means nothing.
    init(_ decode: @escaping (String) -> Value?) {
        self.decode = decode
        stream = relay.asObservable()
    }

    override var identity: ObjectIdentifier { ObjectIdentifier(stream) }

    fileprivate override func deliver(_ text: String) -> Bool {
        guard let value = decode(text) else { return false }
        relay.accept(value)
        return true
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
