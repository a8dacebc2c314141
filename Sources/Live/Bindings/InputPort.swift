/// Where one input of a page comes in: decodes what the page sent and passes it to the stream.
final class InputPort {
    /// The property's name in the view model's Input, and its number among the inputs; empty when it is no property.
    private(set) var name = ""
    private(set) var number = 0
    /// The newest text that came in: what a text field shows when the page is rendered again. Nil for a secret.
    private(set) var latest: String?
    /// What the newest text was made from, as its field said.
    private(set) var latestBasis: String?
    /// Whether its text is never kept nor written into markup.
    let isSecret: Bool
    /// Kept alive, so that what tells it apart from all others stays its own.
    private let stream: AnyObject
    private let decode: Decode

    /// Decodes a text and gives what sends its value; nil when the text means nothing.
    typealias Decode = (String, _ basis: String?) -> (() -> Void)?

    init(stream: AnyObject, isSecret: Bool = false, decode: @escaping Decode) {
        self.stream = stream
        self.isSecret = isSecret
        self.decode = decode
    }

    /// Tells the stream apart from all others.
    var identity: ObjectIdentifier { ObjectIdentifier(stream) }

    /// Whether the text is one that the input can take.
    func understands(_ text: String) -> Bool { decode(text, nil) != nil }

    /// Sends the text on. False when it means nothing.
    func accept(_ text: String, basis: String? = nil) -> Bool {
        if !isSecret { latest = text }
        latestBasis = basis ?? latestBasis
        guard let send = decode(text, basis) else { return false }
        send()
        return true
    }

    /// What the page's field holds from now on, though nobody typed it.
    func fill(_ fill: FieldFill) {
        latest = fill.text
        latestBasis = fill.basis
    }

    /// Gives the port its place among the inputs of the screen.
    func place(name: String, number: Int) {
        self.name = name
        self.number = number
    }
}

/// A form's field and the input that it feeds.
struct FormField {
    /// Behind a field's name: the hidden field beside it that says what its text was made from.
    static let basisSuffix = ".basis"

    var name: String
    let port: InputPort
    /// The input of the form that the field is in; nil when it is in none of the runtime's forms.
    var form: Int?
}

/// What a piece of markup lets a visitor send: inputs by their number among the screen's inputs.
struct Offers: Equatable, Sendable {
    /// How many inputs a screen can have.
    static let capacity = 64

    struct Value: Equatable, Sendable {
        var input: Int
        var text: String
    }

    /// Inputs with any value, a bit each.
    private var anyValue: UInt64 = 0
    /// Inputs with the values that they are offered with, such as the id of a row.
    private var values: [Value] = []

    /// Inputs that are offered in some way, a bit each.
    private(set) var inputs: UInt64 = 0

    mutating func insert(_ input: Int, value: String?) {
        inputs |= 1 << UInt64(input)
        if let value { values.append(Value(input: input, text: value)) } else { anyValue |= 1 << UInt64(input) }
    }

    func contains(_ input: Int, value: String) -> Bool {
        anyValue & (1 << UInt64(input)) != 0 || values.contains { $0.input == input && $0.text == value }
    }
}
