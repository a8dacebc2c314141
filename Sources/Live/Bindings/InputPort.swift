/// The entrance of one input of a page: it cuts the text that the page sent to the input's limit, decodes it and sends
/// the value to the stream.
///
/// No byte of a text is read before it is cut, since the number of bytes of a native string is known.
final class InputPort {
    /// Number of bytes of a text at most where the input states no limit. A longer text is refused.
    static let usualLimit = 16 << 10
    /// Number of bytes of a basis at most; a longer one is ignored.
    static let basisLimit = 500

    /// The property's name in the view model's Input, empty when it is no property, and its number among the inputs.
    private(set) var name = ""
    private(set) var number = 0
    /// The newest text received, which a text field shows when the page is rendered again. Nil for a secret.
    private(set) var latest: String?
    /// The basis of the newest text, as its field sent it.
    private(set) var latestBasis: String?
    /// Number of bytes of the newest text, also of a secret.
    private(set) var size = 0
    /// Number of bytes of a text at most, as the input states it; nil where it doesn't.
    private let limit: Int?
    // Behind the optional number, whose padding they take: each open page has several ports.
    /// Whether the newest text was longer than ``latest``.
    private(set) var isCut = false
    /// Whether its text is never kept or written into markup.
    let isSecret: Bool
    /// The files that its text names; nil for an input that is no field for files.
    private let files: HeldFiles?
    /// The input's stream, retained so that its identity stays unique.
    private let stream: AnyObject
    private let decode: Decode

    /// A closure that decodes a text and returns a closure that sends its value; nil when the text is invalid.
    typealias Decode = (String, _ basis: String?) -> (() -> Void)?

    init(
        stream: AnyObject, limit: Int?, isSecret: Bool = false, files: HeldFiles? = nil, decode: @escaping Decode
    ) {
        self.stream = stream
        self.files = files
        self.limit = limit
        self.isSecret = isSecret
        self.decode = decode
    }

    /// The field for files whose text it is; nil for any other input.
    var fileField: FileField? { files?.field }

    /// The identity of the stream.
    var identity: ObjectIdentifier { ObjectIdentifier(stream) }

    /// Whether the text can be decoded.
    func understands(_ text: String) -> Bool { decode(text, nil) != nil }

    /// Returns the number of bytes of a text that the port would hold; nil for a text that it refuses.
    func size(of text: String) -> Int? {
        guard let limit else { return text.utf8.count <= Self.usualLimit ? text.utf8.count : nil }
        return min(text.utf8.count, limit + 4)
    }

    /// Sends the text on, cut to the limit. Returns false when it is refused or can't be decoded.
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

    /// Sets the text that the page's field holds from now on, although it was not typed.
    ///
    /// - Returns: whether the text is the beginning of a longer one that was typed there, which stays in the field.
    func fill(_ fill: FieldFill) -> Bool {
        isCut = isCut && fill.text == latest
        latest = fill.text
        latestBasis = fill.basis
        size = fill.text.utf8.count
        return isCut
    }

    /// Sets the port's name and number among the inputs of the screen.
    func place(name: String, number: Int) {
        self.name = name
        self.number = number
    }
}

extension String {
    /// Returns the beginning of a text of more than `limit` bytes, up to the first scalar that ends behind the limit:
    /// `limit` + 1 to `limit` + 4 bytes, so that it is still too long. A text within the limit is returned as it is.
    fileprivate func cut(behind limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit + 1)
        while end < utf8.endIndex, UTF8.isContinuation(utf8[end]) { utf8.formIndex(after: &end) }
        return String(self[..<end])
    }
}

/// A form's field and the input that it feeds.
struct FormField {
    /// Suffix of the name of the hidden field that carries the basis of a field's text.
    static let basisSuffix = ".basis"

    var name: String
    let port: InputPort
    /// Whether the field has a basis.
    let hasBasis: Bool
    /// Number of the input of the form that the field is in; nil when it is in none of the runtime's forms.
    var form: Int?
}

/// The inputs that a piece of markup lets a visitor send, by their numbers among the screen's inputs.
struct Offers: Equatable, Sendable {
    /// Number of inputs that a screen can have at most.
    static let capacity = 64

    struct Value: Equatable, Sendable {
        var input: Int
        var text: String
    }

    /// Inputs that are offered with any value, a bit each.
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
        // Bytes are compared: a comparison of characters could read a whole text of combining marks for each value.
        anyValue & (1 << UInt64(input)) != 0
            || values.contains { $0.input == input && $0.text.utf8.elementsEqual(value.utf8) }
    }
}
