/// What is taken out of the text of files, and replaced in it, before they are served.
///
/// What nobody but a reader of the source needs is left out where that can be told line by line or by a few characters:
/// comments and white space of style sheets, comments of JavaScript that go to the end of their line, with the indentation
/// of all lines, and comments of SVG. A text of which it can't be told for sure is left as it is.
enum SourceText {
    private typealias Line = ArraySlice<UInt8>

    static func compact(_ bytes: [UInt8], _ kind: FileKind) -> [UInt8] {
        switch kind.suffix {
        case "css": withoutCommentsAndSpace(bytes)
        case "js", "mjs": withoutLineComments(bytes)
        case "svg": withoutMarkupComments(bytes)
        default: bytes
        }
    }

    /// A style sheet without comments, and without white space that separates nothing. What stands in quotes is neither;
    /// nor is what stands in `url(…)` without quotes, which can't have `/*` in it by accident.
    private static func withoutCommentsAndSpace(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var quote: UInt8?
        var index = 0
        while index < bytes.count {
            var byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\\"), index < bytes.count {
                kept += [byte, bytes[index]]
                index += 1
                continue
            }
            if let open = quote {
                if byte == open || byte == 0x0A { quote = nil }
                kept.append(byte)
                continue
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            if byte == UInt8(ascii: "/"), index < bytes.count, bytes[index] == UInt8(ascii: "*") {
                index += 1
                while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
                index = min(index + 2, bytes.count)
                // It separated what stands before it from what stands behind it.
                byte = UInt8(ascii: " ")
            }
            if isSpace(byte) {
                // A space before a colon is a part of a selector, one behind it never is.
                if let last = kept.last, !isSpace(last), !"{};,:".utf8.contains(last) { kept.append(UInt8(ascii: " ")) }
                continue
            }
            if "{};,".utf8.contains(byte), kept.last == UInt8(ascii: " ") { kept.removeLast() }
            // Between declarations, and not behind the last one.
            if byte == UInt8(ascii: "}"), kept.last == UInt8(ascii: ";") { kept.removeLast() }
            kept.append(byte)
        }
        return kept
    }

    /// Without white space at the beginnings and ends of lines, and without empty lines. Where there is a backslash at the
    /// end of a line, nothing is changed.
    private static func withoutIndentation(_ bytes: [UInt8]) -> [UInt8] {
        guard let lines = lines(of: bytes) else { return bytes }
        return joined(lines.map(trimmed))
    }

    /// JavaScript without comments that go to the end of their line, and without indentation. Unchanged when a text in
    /// backticks goes over several lines, or may do so: then a line is not known to be code.
    private static func withoutLineComments(_ bytes: [UInt8]) -> [UInt8] {
        guard let lines = lines(of: bytes)?.map(trimmed) else { return bytes }
        let code = lines.filter { !$0.starts(with: "//".utf8) }
        return code.allSatisfy(closesItsTexts) ? joined(code.map(withoutLastComment)) : bytes
    }

    /// A line of code without the comment behind it. It stays where another slash or a backslash stands before it, which
    /// may belong to a pattern or a text.
    private static func withoutLastComment(_ line: Line) -> Line {
        var quote: UInt8?
        var index = line.startIndex
        while index < line.endIndex {
            let byte = line[index]
            if byte == UInt8(ascii: "\\") { return line }
            if let open = quote {
                if byte == open { quote = nil }
            } else if "\"'`".utf8.contains(byte) {
                quote = byte
            } else if byte == UInt8(ascii: "/") {
                // What looks like one may stand in a comment of another kind, and end that.
                let comment = String(decoding: line[index...], as: UTF8.self)
                return comment.hasPrefix("// ") && !comment.contains("*/") ? trimmed(line[..<index]) : line
            }
            index += 1
        }
        return line
    }

    /// SVG without comments and without white space at the beginnings and ends of lines. One with a `CDATA` section or a
    /// `text` in it, where both may mean something, is left as it is.
    private static func withoutMarkupComments(_ bytes: [UInt8]) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes), !["<![", "<text", "xml:space"].contains(where: text.contains) else {
            return bytes
        }
        return withoutIndentation(Array(text.replacing(/(?s)<!--.*?-->/, with: "").utf8))
    }

    /// Whether each text in backticks that begins in a line ends in it, and has no other within it.
    private static func closesItsTexts(_ line: Line) -> Bool {
        guard line.contains(UInt8(ascii: "`")) else { return true }
        let parts = String(decoding: line, as: UTF8.self).split(separator: "`", omittingEmptySubsequences: false)
        // What stands between two backticks: characters, and whole expressions without braces.
        let text = /(?:[^$\\]|\\.|\$(?!\{)|\$\{(?:[^{}'"\\]|'[^'{}\\]*'|"[^"{}\\]*")*\})*/
        return parts.count % 2 == 1
            && stride(from: 1, to: parts.count, by: 2).allSatisfy { parts[$0].wholeMatch(of: text) != nil }
    }

    /// Nil when a line goes on in the next one.
    private static func lines(of bytes: [UInt8]) -> [Line]? {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.contains { $0.last == UInt8(ascii: "\\") || $0.suffix(2).elementsEqual("\\\r".utf8) } ? nil : lines
    }

    private static func trimmed(_ line: Line) -> Line {
        var line = line.drop(while: isSpace)
        while let last = line.last, isSpace(last) { line = line.dropLast() }
        return line
    }

    private static func joined(_ lines: [Line]) -> [UInt8] {
        var text: [UInt8] = []
        for line in lines where !line.isEmpty { text += line + [0x0A] }
        return text
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == 0x0D || byte == 0x0A
    }

    // MARK: References

    /// The text with other addresses in the places of those that stand in quotes or in `url(…)`, up to a `#`.
    ///
    /// - Parameter address: gives the new one; nil leaves it as it is.
    static func replacingReferences(in bytes: [UInt8], _ address: (String) -> String?) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            text.append(byte)
            index += 1
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "("),
                index < bytes.count, bytes[index] == UInt8(ascii: "/")
            else { continue }
            let path = bytes[index...].prefix { !"\"'()# \t\n".utf8.contains($0) }
            if let new = address(String(decoding: path, as: UTF8.self)) {
                text += new.utf8
                index = path.endIndex
            }
        }
        return text
    }
}
