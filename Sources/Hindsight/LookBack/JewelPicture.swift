import Foundation
import HindsightDomain
import Live
import LiveSite

/// A downloadable picture of the jewel box and, for a year, its column chart. The SVG needs no other file, style sheet
/// or script, so it looks the same in every program.
struct JewelPicture {
    let strings: Strings
    let period: Period
    let tallies: [JewelTally]
    /// The year whose columns are drawn; nil for a picture of the jewels alone.
    let year: YearReview?
    /// The content of `jewels.svg`, which has the cuts.
    let cuts: String

    private static let width = 1080
    private static let margin = 72
    private static let cell = 176
    private static let gap = 14

    var svg: String {
        let top = 232
        let chart = year.map { columns(of: $0, at: top) } ?? ""
        let cabinetTop = year == nil ? top : top + 330
        let height = cabinetTop + 4 * (Self.cell + Self.gap) + 96
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
            viewBox="0 0 \(Self.width) \(height)" font-family="system-ui, 'Apple SD Gothic Neo', 'Noto Sans KR', sans-serif">
            <title>\(title)</title>
            <rect width="100%" height="100%" fill="#f4f1f4"/>
            <text x="\(Self.margin)" y="124" font-size="52" font-weight="700" fill="#251d2d">\(title)</text>
            <text x="\(Self.margin)" y="184" font-size="30" fill="#67399f">\(strings.jewelCount(tallies.total))</text>
            \(chart)
            \(cabinet(at: cabinetTop))
            <text x="\(Self.width - Self.margin)" y="\(height - 40)" font-size="24" fill="#5d5367" text-anchor="end">\
            \(strings.appName)</text>
            </svg>

            """
    }

    private var title: String {
        switch period {
        case .year(let year): strings.heading(ofYear: year)
        case .always: strings.jewelBox
        case .month: "\(strings.jewelBox) · \(strings.name(of: period))"
        }
    }

    private func cabinet(at top: Int) -> String {
        let counts = Dictionary(uniqueKeysWithValues: tallies.map { ($0.jewel, $0.count) })
        let left = (Self.width - 5 * Self.cell - 4 * Self.gap) / 2
        var cells = ""
        for (row, color) in Jewel.Color.allCases.enumerated() {
            for (column, shape) in Jewel.Shape.allCases.enumerated() {
                let (x, y) = (left + column * (Self.cell + Self.gap), top + row * (Self.cell + Self.gap))
                let jewel = Jewel(color: color, shape: shape)
                cells += """
                    <rect x="\(x)" y="\(y)" width="\(Self.cell)" height="\(Self.cell)" rx="14" fill="#e6dfe8"/>

                    """
                guard let count = counts[jewel], count > 0 else { continue }
                cells += """
                    <g transform="translate(\(x + 34) \(y + 22)) scale(1.6875)">\(drawing(of: jewel))</g>
                    <text x="\(x + Self.cell - 14)" y="\(y + Self.cell - 14)" font-size="26" font-weight="600" \
                    fill="#251d2d" text-anchor="end">\(count)</text>

                    """
            }
        }
        return cells
    }

    /// The markup of a cut with the tones of a colour inserted in place of the style sheet's custom properties; empty
    /// if the file lacks the cut.
    private func drawing(of jewel: Jewel) -> String {
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

    private func columns(of year: YearReview, at top: Int) -> String {
        let (height, full) = (210, Self.width - 2 * Self.margin)
        let highest = max(year.months.map(\.total).max() ?? 0, 4)
        var drawn = """
            <line x1="\(Self.margin)" x2="\(Self.width - Self.margin)" y1="\(top + height)" y2="\(top + height)" \
            stroke="#8d8196" stroke-width="2"/>

            """
        for (index, tallies) in year.months.enumerated() {
            let middle = Self.margin + (index * 2 + 1) * full / 24
            var below = 0
            for color in Jewel.Color.allCases {
                let count = tallies.filter { $0.jewel.color == color }.total
                guard count > 0 else { continue }
                let (low, high) = (below * height / highest, (below + count) * height / highest)
                drawn += """
                    <rect x="\(middle - 24)" y="\(top + height - high)" width="48" height="\(max(high - low - 2, 2))" rx="4" \
                    fill="\(color.tones[2])"/>

                    """
                below += count
            }
            if below > 0 {
                drawn += """
                    <text x="\(middle)" y="\(top + height - below * height / highest - 10)" font-size="24" \
                    font-weight="600" fill="#251d2d" text-anchor="middle">\(tallies.total)</text>

                    """
            }
            drawn += """
                <text x="\(middle)" y="\(top + height + 36)" font-size="24" fill="#5d5367" text-anchor="middle">\
                \(strings.shortName(ofMonth: index + 1))</text>

                """
        }
        return drawn
    }
}

extension Strings {
    fileprivate func jewelCount(_ count: Int) -> String {
        text(ko: "보석 \(count)개", en: count == 1 ? "1 jewel" : "\(count) jewels")
    }
}

extension Jewel.Color {
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
