/// Reads the runtime's own, well-formed markup, as far as the stand-in for a browser needs it. It works on bytes, as a
/// parser does: a combining character behind a `>` is text.
enum MarkupReader {
    struct Element: Sendable {
        var openTag: String
        var inner: String
        var outer: String

        var id: String { attribute("id") ?? "" }
        var name: String { attribute("data-output") ?? "" }
        var isList: Bool { has("data-list") }

        /// Puts another element in the place of the one within this that has its id.
        mutating func replacePart(_ part: Element) {
            guard let old = MarkupReader.element(withID: part.id, in: inner) else { return }
            inner = inner.replacing(old.outer, with: part.outer)
            outer = outer.replacing(old.outer, with: part.outer)
        }

        func has(_ attribute: String) -> Bool {
            openTag.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x3E }).contains {
                $0.elementsEqual(attribute.utf8)
            }
        }

        func attribute(_ name: String) -> String? {
            let bytes = Array(openTag.utf8)
            let mark = Array(" \(name)=\"".utf8)
            guard let start = MarkupReader.find(mark, in: bytes, from: 0) else { return nil }
            let rest = bytes[(start + mark.count)...]
            return rest.firstIndex(of: UInt8(ascii: "\"")).map {
                unescape(String(decoding: rest[..<$0], as: UTF8.self))
            }
        }
    }

    /// The elements that show an Output.
    static func outputs(in html: String) -> [Element] {
        let bytes = Array(html.utf8)
        var found: [Element] = []
        var index = 0
        while let mark = find(Array("data-output=\"".utf8), in: bytes, from: index) {
            if let open = bytes[..<mark].lastIndex(of: UInt8(ascii: "<")),
                let (element, _) = element(at: open, in: bytes)
            {
                found.append(element)
            }
            index = mark + 1
        }
        return found
    }

    /// The element with that id, anywhere in a piece of markup.
    static func element(withID id: String, in html: String) -> Element? {
        let bytes = Array(html.utf8)
        guard let mark = find(Array(" id=\"\(id)\"".utf8), in: bytes, from: 0),
            let open = bytes[..<mark].lastIndex(of: UInt8(ascii: "<"))
        else { return nil }
        return element(at: open, in: bytes)?.0
    }

    /// The elements at the top of a piece of markup.
    static func children(of html: String) -> [Element] {
        let bytes = Array(html.utf8)
        var found: [Element] = []
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")),
            let (child, end) = element(at: open, in: bytes)
        {
            found.append(child)
            index = end
        }
        return found
    }

    /// The text of markup: tags away, references resolved, white space folded.
    static func text(of html: String) -> String {
        var text: [UInt8] = []
        var isInTag = false
        for byte in html.utf8 {
            switch byte {
            case UInt8(ascii: "<"): isInTag = true
            case UInt8(ascii: ">") where isInTag:
                isInTag = false
                text.append(UInt8(ascii: " "))
            default: if !isInTag { text.append(byte) }
            }
        }
        let plain = unescape(String(decoding: text, as: UTF8.self))
        return plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The element that opens at `open`, and the index behind it.
    private static func element(at open: Int, in bytes: [UInt8]) -> (Element, end: Int)? {
        guard let tagEnd = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let tag = bytes[(open + 1)...].prefix { ![0x20, 0x3E, 0x2F].contains($0) }
        var depth = 1
        var index = tagEnd + 1
        while let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            let isClosing = bytes.indices.contains(next + 1) && bytes[next + 1] == UInt8(ascii: "/")
            let name = next + (isClosing ? 2 : 1)
            let isSame =
                bytes[min(name, bytes.count)...].starts(with: tag)
                && [0x20, 0x3E].contains(bytes.indices.contains(name + tag.count) ? bytes[name + tag.count] : 0)
            if isSame { depth += isClosing ? -1 : 1 }
            index = next + 1
            guard depth == 0 else { continue }
            let end = name + tag.count + 1
            let element = Element(
                openTag: String(decoding: bytes[open...tagEnd], as: UTF8.self),
                inner: String(decoding: bytes[(tagEnd + 1)..<next], as: UTF8.self),
                outer: String(decoding: bytes[open..<end], as: UTF8.self))
            return (element, end)
        }
        return nil
    }

    private static func find(_ part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= part.count, start <= bytes.count - part.count else { return nil }
        return (start...(bytes.count - part.count)).first { bytes[$0...].starts(with: part) }
    }

    private static func unescape(_ text: String) -> String {
        var text = text
        let references = [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#13;", "\r"), ("&amp;", "&"),
        ]
        for (reference, character) in references { text = text.replacing(reference, with: character) }
        return text
    }
}
