/// The entry of one input of a page: it cuts what the page sent to its limit, decodes it and passes it to the stream.
///
/// No byte of a text is read before it is cut: the number of bytes of a native string is known.
final class InputPort {
    /// The most bytes of a text where the input states no limit. A longer one isn't taken.
    static let usualLimit = 16 << 10
    /// The most bytes of what a text says that it was made from; a longer one is left out.
    static let basisLimit = 500

    /// The property's name in the view model's Input, and its number among the inputs; empty when it is no property.
    private(set) var name = ""
    private(set) var number = 0
    /// The newest text that came in: what a text field shows when the page is rendered again. Nil for a secret.
    private(set) var latest: String?
    /// What the newest text was made from, as its field said.
    private(set) var latestBasis: String?
    /// The number of bytes of the newest text, also of a secret.
    private(set) var size = 0
    /// Whether the newest text was longer than ``latest``.
    private(set) var isCut = false
    /// Whether its text is never kept nor written into markup.
    let isSecret: Bool
    /// The most bytes of a text, as the input states it; nil where it doesn't.
    private let limit: Int?
    /// Kept alive, so that what tells it apart from all others stays its own.
    private let stream: AnyObject
    private let decode: Decode

    /// Decodes a text and gives what sends its value; nil when the text means nothing.
    typealias Decode = (String, _ basis: String?) -> (() -> Void)?

    init(stream: AnyObject, limit: Int?, isSecret: Bool = false, decode: @escaping Decode) {
        self.stream = stream
        self.limit = limit
        self.isSecret = isSecret
        self.decode = decode
    }

    /// Tells the stream apart from all others.
    var identity: ObjectIdentifier { ObjectIdentifier(stream) }

    /// Whether the text is one that the input can take.
    func understands(_ text: String) -> Bool { decode(text, nil) != nil }

    /// The number of bytes of a text that the port would hold; nil for a text that it doesn't take.
    func size(of text: String) -> Int? {
        guard let limit else { return text.utf8.count <= Self.usualLimit ? text.utf8.count : nil }
        return min(text.utf8.count, limit + 4)
    }

    /// Sends the text on, cut to what the port takes. False when it means nothing.
    func accept(_ text: String, basis: String? = nil) -> Bool {
        guard size(of: text) != nil else { return false }
        let whole = text.utf8.count
        let text = limit.map { text.cut(behind: $0) } ?? text
        size = text.utf8.count
        isCut = size < whole
        let basis = basis.flatMap { $0.utf8.count <= Self.basisLimit ? $0 : nil }
        if !isSecret { latest = text }
        latestBasis = basis ?? latestBasis
        guard let send = decode(text, basis) else { return false }
        send()
        return true
    }

    /// What the page's field holds from now on, though nobody typed it.
    ///
    /// - Returns: whether the text is the beginning of a longer one that was typed there: that stays.
    func fill(_ fill: FieldFill) -> Bool {
        isCut = isCut && fill.text == latest
        latest = fill.text
        latestBasis = fill.basis
        size = fill.text.utf8.count
        return isCut
    }

    /// Gives the port its place among the inputs of the screen.
    func place(name: String, number: Int) {
        self.name = name
        self.number = number
    }
}

extension String {
    /// The beginning of a text of more than `limit` bytes, up to the first scalar that ends behind the limit: `limit` + 1 to
    /// `limit` + 4 bytes, so that it is still too long. A text within the limit as it is.
    fileprivate func cut(behind limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit + 1)
        while end < utf8.endIndex, UTF8.isContinuation(utf8[end]) { utf8.formIndex(after: &end) }
        return String(self[..<end])
    }
}

/// A form's field and the input that it feeds.
struct FormField {
    /// Behind a field's name: the hidden field beside it that says what its text was made from.
    static let basisSuffix = ".basis"

    var name: String
    let port: InputPort
    /// Whether it says what its text was made from.
    let hasBasis: Bool
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
        // Bytes are compared: to compare characters could read all of a text of combining marks for each value.
        anyValue & (1 << UInt64(input)) != 0
            || values.contains { $0.input == input && $0.text.utf8.elementsEqual(value.utf8) }
    }
}
