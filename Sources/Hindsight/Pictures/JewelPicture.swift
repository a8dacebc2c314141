import Foundation
import HindsightDomain
import LiveSite

/// A picture of the jewel box and, for a year, its column chart.
struct JewelPicture {
    let frame: SharedPicture
    let period: Period
    let tallies: [JewelTally]
    /// The year whose columns are drawn; nil for a picture of the jewels alone.
    let year: YearReview?

    private static let cell = 172
    private static let gap = 14
    private var strings: Strings { frame.strings }

    var svg: String {
        let margin = SharedPicture.margin
        let chart = year.map { columns(of: $0, at: 232) } ?? ""
        return frame.svg(
            title: title,
            """
            \(SharedPicture.line(title, x: margin, y: 124, size: 52, weight: 700))
            \(SharedPicture.line(
                strings.jewelCount(tallies.total), x: margin, y: 184, size: 30, color: SharedPicture.accent))
            \(chart)
            \(cabinet(at: year == nil ? 340 : 524))
            """)
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
        let left = (SharedPicture.width - 5 * Self.cell - 4 * Self.gap) / 2
        var cells = ""
        for (row, color) in Jewel.Color.allCases.enumerated() {
            for (column, shape) in Jewel.Shape.allCases.enumerated() {
                let (x, y) = (left + column * (Self.cell + Self.gap), top + row * (Self.cell + Self.gap))
                let jewel = Jewel(color: color, shape: shape)
                cells += """
                    <rect x="\(x)" y="\(y)" width="\(Self.cell)" height="\(Self.cell)" rx="14" fill="\(SharedPicture.felt)"/>

                    """
                guard let count = counts[jewel], count > 0 else { continue }
                cells += """
                    <g transform="translate(\(x + 34) \(y + 22)) scale(1.6875)">\(frame.drawing(of: jewel))</g>
                    <text x="\(x + Self.cell - 14)" y="\(y + Self.cell - 14)" font-size="26" font-weight="600" \
                    fill="\(SharedPicture.ink)" text-anchor="end">\(count)</text>

                    """
            }
        }
        return cells
    }

    private func columns(of year: YearReview, at top: Int) -> String {
        let (height, full) = (210, SharedPicture.width - 2 * SharedPicture.margin)
        let highest = max(year.months.map(\.total).max() ?? 0, 4)
        var drawn = """
            <line x1="\(SharedPicture.margin)" x2="\(SharedPicture.width - SharedPicture.margin)" y1="\(top + height)" y2="\(top + height)" \
            stroke="#8d8196" stroke-width="2"/>

            """
        for (index, tallies) in year.months.enumerated() {
            let middle = SharedPicture.margin + (index * 2 + 1) * full / 24
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
                    font-weight="600" fill="\(SharedPicture.ink)" text-anchor="middle">\(tallies.total)</text>

                    """
            }
            drawn += """
                <text x="\(middle)" y="\(top + height + 36)" font-size="24" fill="\(SharedPicture.softInk)" text-anchor="middle">\
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
