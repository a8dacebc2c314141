/// A parser of well-formed markup: the runtime's and the screens'. It tolerates errors: an end tag without its element
/// is ignored, an element without its end tag ends with the one around it.
///
/// It works on bytes, as HTML parsers do: a combining character behind a `>` is text.
struct MarkupParser {
    private let bytes: [UInt8]
    private var index = 0

    /// Parses markup and returns its nodes as the children of an element without a name.
    static func parse(_ html: String) -> Node {
        var parser = MarkupParser(bytes: Array(html.utf8))
        return parser.parse()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func parse() -> Node {
        let root = Node("")
        var open = [root]
        while index < bytes.count {
            if bytes[index] != UInt8(ascii: "<") {
                open[open.count - 1].append(Node(text: Self.resolved(take { $0 != UInt8(ascii: "<") })))
            } else if isNext("</") {
                let name = takeEndTag()
                if let place = open.lastIndex(where: { $0.name == name }), place > 0 { open.removeSubrange(place...) }
            } else if isNext("<!--") {
                skip(past: "-->")
            } else if isNext("<!") || isNext("<?") {
                skip(past: ">")
            } else if index + 1 < bytes.count, Self.isLetter(bytes[index + 1]) {
                let (node, isClosed) = takeTag()
                open[open.count - 1].append(node)
                if isClosed || Node.void.contains(node.name) { continue }
                if ["script", "style", "textarea", "title"].contains(node.name) {
                    takeRawText(of: node)
                } else {
                    // The content of a template is no part of the document.
                    open.append(node.name == "template" ? Node("template") : node)
                }
            } else {
                open[open.count - 1].append(Node(text: "<"))
                index += 1
            }
        }
        return root
    }

    /// Reads an opening tag, and whether it closes itself with `/>`.
    private mutating func takeTag() -> (Node, isClosed: Bool) {
        index += 1
        let node = Node(takeName())
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            guard !Self.isBlank(bytes[index]), bytes[index] != UInt8(ascii: "/") else {
                index += 1
                continue
            }
            let name = String(
                decoding: take { !Self.isBlank($0) && !Array("=>/".utf8).contains($0) }, as: UTF8.self
            ).lowercased()
            guard !name.isEmpty else {
                index += 1
                continue
            }
            node.attributes.append((name, takeAttributeValue()))
        }
        let isClosed = index > 0 && index < bytes.count && bytes[index - 1] == UInt8(ascii: "/")
        index += 1
        return (node, isClosed)
    }

    private mutating func takeAttributeValue() -> String {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return "" }
        index += 1
        guard index < bytes.count else { return "" }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return Self.resolved(take { !Self.isBlank($0) && $0 != UInt8(ascii: ">") })
        }
        index += 1
        defer { index += 1 }
        return Self.resolved(take { $0 != quote })
    }

    private mutating func takeEndTag() -> String {
        index += 2
        let name = takeName()
        skip(past: ">")
        return name
    }

    /// Reads the content of an element that is ended only by its own end tag.
    private mutating func takeRawText(of node: Node) {
        let end = Array("</\(node.name)".utf8)
        let start = index
        while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
        var text = String(decoding: bytes[start..<index], as: UTF8.self)
        // The first line feed of a text area is dropped, as in HTML.
        if node.name == "textarea", text.utf8.first == 0x0A {
            text = String(decoding: text.utf8.dropFirst(), as: UTF8.self)
        }
        let isText = node.name == "textarea" || node.name == "title"
        if !text.isEmpty { node.append(Node(text: isText ? Self.resolved(Array(text.utf8)[...]) : text)) }
        skip(past: ">")
    }

    // MARK: Bytes

    private mutating func take(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        return bytes[start..<index]
    }

    private mutating func takeName() -> String {
        String(decoding: take { !Self.isBlank($0) && !Array(">/".utf8).contains($0) }, as: UTF8.self).lowercased()
    }

    private mutating func skip(past mark: StaticString) {
        while index < bytes.count, !isNext(mark) { index += 1 }
        index = min(index + mark.utf8CodeUnitCount, bytes.count)
    }

    private func isNext(_ mark: StaticString) -> Bool {
        mark.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    // MARK: Character references

    private static let named = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "hellip": "…", "ndash": "–",
        "mdash": "—", "larr": "←", "rarr": "→", "middot": "·", "times": "×", "copy": "©",
    ]

    /// Decodes bytes as text and resolves numeric character references and the named ones above; others stay as they
    /// are.
    private static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "&"), let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = character(String(decoding: rest[..<end], as: UTF8.self))
            else {
                text.append(byte)
                continue
            }
            text += Array(character.utf8)
            rest = rest[(end + 1)...]
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func character(_ reference: String) -> String? {
        guard reference.hasPrefix("#") else { return named[reference] }
        let digits = reference.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        return UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
            .map { String(Character($0)) }
    }
}
