/// Writes what people typed so that a reader of Markdown (CommonMark 0.31, and GitHub's way of it) shows just that.
///
/// Nothing typed is markup: what could be is preceded by a backslash. White space at the ends of a line, which Markdown
/// takes away, is written as a character reference. A NUL, which no document can have, becomes U+FFFD.
enum MarkdownText {
    /// A text on one line: a title, a heading, an item. Its line breaks stay in it as character references.
    static func line(_ text: String) -> String {
        var result = ""
        write(line: Array(text.unicodeScalars), to: &result)
        return result
    }

    /// A text with line breaks. One empty line ends a paragraph; of more, each is a line of its own, as it was typed.
    static func paragraphs(_ text: String) -> String {
        var result = ""
        // Number of line breaks since the last line that is not empty.
        var breaks = 0
        var line: [Unicode.Scalar] = []
        func end() {
            guard !line.isEmpty else { return }
            if breaks == 2, !result.isEmpty {
                result += "\n\n"
            } else {
                result += String(repeating: "\\\n", count: breaks)
            }
            write(line: line, to: &result)
            (line, breaks) = ([], 0)
        }
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            if scalar == "\n", previous == "\r" { continue }
            guard scalar == "\n" || scalar == "\r" else {
                line.append(scalar)
                continue
            }
            end()
            breaks += 1
        }
        end()
        return result
    }

    private static func write(line: [Unicode.Scalar], to result: inout String) {
        let first = line.firstIndex { !$0.properties.isWhitespace } ?? line.count
        let last = line.lastIndex { !$0.properties.isWhitespace } ?? -1
        // The digits that a numbered list begins with.
        let afterDigits = line[first...].firstIndex { !("0"..."9").contains($0) } ?? line.count
        for (index, scalar) in line.enumerated() {
            switch scalar {
            case "\0": result.unicodeScalars.append("\u{FFFD}")
            // Readers know no reference for these two, and don't take them for white space.
            case "\u{B}", "\u{85}": result.unicodeScalars.append(scalar)
            case _ where index < first || index > last || scalar.isLineBreak: result += "&#\(scalar.value);"
            case _ where scalar.isMarkup: result += "\\\(scalar)"
            // Characters that make a line a heading, an item, a rule or a part of a table, or end a heading.
            case "-", "+", "=", ":":
                result += index == first ? "\\\(scalar)" : "\(scalar)"
            case "#":
                let isFree = index == first || line[index - 1].properties.isWhitespace
                result += isFree ? "\\#" : "#"
            case ".", ")":
                result += index == afterDigits && index > first ? "\\\(scalar)" : "\(scalar)"
            case "&":
                let isReference = index + 1 < line.count && (line[index + 1].isASCIILetter || line[index + 1] == "#")
                result += isReference ? "\\&" : "&"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it can begin something anywhere in a line. The dollar begins a formula on GitHub.
    fileprivate var isMarkup: Bool {
        switch self {
        case "\\", "`", "*", "_", "[", "]", "<", ">", "~", "|", "$": true
        default: false
        }
    }

    /// Whether a reader might begin another line with it.
    fileprivate var isLineBreak: Bool {
        switch self {
        case "\n", "\r", "\u{C}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
