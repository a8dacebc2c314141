import Foundation
import HindsightDomain
import Live

/// A picture to be shared, of 1080 × 1350, which is what photo libraries and messengers show whole. The SVG needs no other
/// file, style sheet or script, so it looks the same in every program.
struct SharedPicture {
    static let width = 1080
    static let height = 1350
    static let margin = 72

    static let paper = "#f4f1f4"
    static let felt = "#e6dfe8"
    static let ink = "#251d2d"
    static let softInk = "#5d5367"
    static let accent = "#67399f"

    let strings: Strings
    /// The content of `jewels.svg`, which has the cuts.
    let cuts: String

    /// - Parameters:
    ///   - title: the title of the document.
    ///   - content: the markup of the picture.
    func svg(title: String, _ content: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(Self.height)" \
        viewBox="0 0 \(Self.width) \(Self.height)" \
        font-family="system-ui, 'Apple SD Gothic Neo', 'Noto Sans CJK KR', 'Noto Sans KR', sans-serif">
        <title>\(Self.text(title))</title>
        <rect width="100%" height="100%" fill="\(Self.paper)"/>
        \(content)
        <text x="\(Self.width - Self.margin)" y="\(Self.height - 44)" font-size="26" fill="\(Self.softInk)" \
        text-anchor="end">\(strings.appName)</text>
        </svg>

        """
    }

    /// A line of text.
    ///
    /// - Parameter anchor: the part of the line that is at `x`, as in SVG.
    static func line(
        _ text: String, x: Int, y: Int, size: Int, weight: Int = 400, color: String = ink, anchor: String = "start"
    ) -> String {
        """
        <text x="\(x)" y="\(y)" font-size="\(size)" font-weight="\(weight)" fill="\(color)" text-anchor="\(anchor)">\
        \(self.text(text))</text>
        """
    }

    /// The markup of a cut with the tones of a colour inserted in place of the style sheet's custom properties; empty
    /// if the file lacks the cut.
    func drawing(of jewel: Jewel) -> String {
        guard let start = cuts.range(of: "<symbol id=\"\(jewel.shape.rawValue)\" viewBox=\"0 0 64 64\">"),
            let end = cuts.range(of: "</symbol>", range: start.upperBound..<cuts.endIndex)
        else { return "" }
        let tones = jewel.color.tones
        var drawing = String(cuts[start.upperBound..<end.lowerBound])
        for (one, other) in zip(tones.indices, tones.indices.dropFirst()) {
            let mixed = Self.middle(tones[one], tones[other])
            drawing = drawing.replacing("color-mix(in oklab,var(--j\(one + 1)),var(--j\(other + 1)))", with: mixed)
        }
        for (index, tone) in tones.enumerated() { drawing = drawing.replacing("var(--j\(index + 1))", with: tone) }
        return drawing
    }

    /// The mean of two colours, each channel of sRGB by itself. For neighbouring tones it looks like the mean in OKLab
    /// that the style sheet asks for.
    private static func middle(_ one: String, _ other: String) -> String {
        let bytes = zip(channels(one), channels(other)).map { ($0 + $1) / 2 }
        return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func channels(_ color: String) -> [Int] {
        let digits = Array(color.dropFirst())
        return stride(from: 0, to: digits.count, by: 2).compactMap { Int(String(digits[$0...($0 + 1)]), radix: 16) }
    }

    /// Text of a person in XML: characters that XML has none of are left out.
    static func text(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...: result.append(scalar)
            default: break
            }
        }
        return String(result)
    }

    /// Divides a text into lines of a width, in ems: at white space where there is some, else within a word. SVG itself
    /// breaks no lines.
    ///
    /// - Parameter count: the most lines; the last one ends with an ellipsis if there would be more.
    static func lines(of text: String, width: Double, count: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        func end() {
            lines.append(line.trimmedAtEnds)
            line = ""
        }
        for character in text {
            if width < advance(of: line + String(character)) {
                let space = line.lastIndex(where: \.isWhitespace)
                // A short rest is not worth a line that is nearly empty.
                if let space, !character.isWhitespace, advance(of: String(line[..<space])) > width / 2 {
                    let rest = String(line[line.index(after: space)...])
                    line = String(line[..<space])
                    end()
                    line = rest
                } else {
                    end()
                }
            }
            line.append(character)
        }
        if !line.trimmedAtEnds.isEmpty { end() }
        guard lines.count > count else { return lines }
        return lines.prefix(count - 1) + [lines[count - 1] + "…"]
    }

    /// The width of a text in ems, roughly: no font is read.
    private static func advance(of text: String) -> Double {
        text.reduce(0) { sum, character in
            guard let scalar = character.unicodeScalars.first else { return sum }
            switch scalar.value {
            case 0x20: return sum + 0.3
            case ..<0x1100: return sum + (character.isUppercase ? 0.7 : 0.56)
            default: return sum + 1
            }
        }
    }
}

extension Jewel.Color {
    /// The colour of the stone of a step in that place of the tray.
    static func ofStep(at place: Int) -> Self { allCases[(place + place / 3) % allCases.count] }

    /// The five tones from the lightest to the darkest, in sRGB: the same as in the style sheet.
    var tones: [String] {
        switch self {
        case .blue: ["#e4f2ff", "#a3cffb", "#5b9fe8", "#2f6fc2", "#1c4688"]
        case .purple: ["#f0e7ff", "#cfb6fb", "#a27de6", "#7448c4", "#482a8c"]
        case .pink: ["#ffe9f1", "#fbb4cf", "#ee7aa9", "#cc4580", "#8e2257"]
        case .green: ["#e2f8ec", "#98dfbc", "#4dbb8b", "#228a63", "#115740"]
        }
    }
}
