/// Markup, written as a string literal. Literal text is markup; interpolated text is escaped, whatever it contains.
///
/// ```swift
/// let card: HTML = "<h2 dir='auto'>\(goal.title)</h2>"
/// ```
///
/// There is no way to turn a `String` into markup, so escaping cannot be forgotten. Attribute values must be quoted in
/// the literal; single quotes are as safe as double ones, and need no backslash in a literal of one line.
///
/// Markup is UTF-8 from the start: a literal is copied and a text is escaped straight into the same buffer, so a card
/// of a list is one allocation. A part that is only known when a document is written (an Output's slot, an Input's
/// name) is an `HTMLNode`, whose position among the bytes is stored.
public struct HTML: ExpressibleByStringInterpolation {
    /// A position that is filled when the document is written.
    struct Hole {
        /// Number of ``bytes`` before it.
        var offset: Int
        let node: HTMLNode
    }

    private(set) var bytes: [UInt8]
    private(set) var holes: [Hole] = []

    /// Markup without any content.
    public static var empty: HTML { HTML(bytes: []) }

    /// - Parameter bytes: markup in UTF-8.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    init(node: HTMLNode) {
        bytes = []
        holes = [Hole(offset: 0, node: node)]
    }

    /// Creates markup from a literal: a `StaticString`, so that no visitor's text can be used as markup.
    public init(stringLiteral literal: StaticString) {
        bytes = []
        bytes.append(literal)
    }

    /// Creates markup from a literal with interpolated values; called by the compiler.
    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.html
    }

    /// Joins pieces of markup.
    public init(joining parts: some Sequence<HTML>) {
        self = .empty
        for part in parts { append(part) }
    }

    /// Creates markup from plain text, which is escaped.
    public init(text: String) {
        bytes = []
        bytes.append(escaping: text)
    }

    /// Whether there is nothing to write.
    var isEmpty: Bool { bytes.isEmpty && holes.isEmpty }

    /// Appends other markup.
    mutating func append(_ other: HTML) {
        let offset = bytes.count
        bytes.append(contentsOf: other.bytes)
        for hole in other.holes { holes.append(Hole(offset: offset + hole.offset, node: hole.node)) }
    }

    /// The pieces of a literal, collected by the compiler.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate(set) var html = HTML.empty

        /// - Parameters:
        ///   - literalCapacity: the bytes of all literal pieces.
        ///   - interpolationCount: the number of values between them.
        public init(literalCapacity: Int, interpolationCount: Int) {
            // Most interpolated values are short; the buffer grows for longer ones.
            html.bytes.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Appends a literal piece, which is markup.
        public mutating func appendLiteral(_ literal: StaticString) {
            html.bytes.append(literal)
        }

        /// Appends text, escaped for content and for quoted attribute values.
        public mutating func appendInterpolation(_ text: String) {
            assertQuoted()
            html.bytes.append(escaping: text)
        }

        /// Appends part of a text, escaped in the same way.
        public mutating func appendInterpolation(_ text: Substring) {
            assertQuoted()
            html.bytes.append(escaping: String(text))
        }

        /// Appends a whole number.
        public mutating func appendInterpolation(_ number: Int) {
            html.bytes.append(decimal: number)
        }

        /// Appends a whole number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            html.bytes.append(contentsOf: String(number).utf8)
        }

        /// Appends markup.
        public mutating func appendInterpolation(_ other: HTML) {
            html.append(other)
        }

        /// Appends markup, or nothing for nil.
        public mutating func appendInterpolation(_ other: HTML?) {
            if let other { html.append(other) }
        }

        /// Appends several pieces of markup.
        public mutating func appendInterpolation(_ parts: [HTML]) {
            for part in parts { html.append(part) }
        }

        /// Appends markup only where a condition holds: `\(if: isLast, "<p>…</p>")`.
        public mutating func appendInterpolation(if condition: Bool, _ other: @autoclosure () -> HTML) {
            if condition { html.append(other()) }
        }

        mutating func append(_ node: HTMLNode) {
            html.holes.append(Hole(offset: html.bytes.count, node: node))
        }

        /// Asserts that an attribute value is quoted in the literal: without quotes an interpolated value could end its
        /// attribute.
        private func assertQuoted() {
            #if DEBUG
                guard html.bytes.last == UInt8(ascii: "=") else { return }
                let before = String(decoding: html.bytes.suffix(200), as: UTF8.self)
                let isInTag = before.lastIndex(of: "<").map { !before[$0...].contains(">") } ?? false
                let word = before.reversed().prefix { !$0.isWhitespace }
                let isInValue = word.contains { $0 == "\"" || $0 == "'" }
                assert(!isInTag || isInValue, "Quote the attribute value after …\(before.suffix(20))")
            #endif
        }
    }
}

/// A part of markup whose text is not known before a document is written. The layers above define kinds of it, and
/// their code that writes the document fills it in.
class HTMLNode {}
