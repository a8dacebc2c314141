import HindsightDomain
import Live

/// The charts of a year, as SVG. Horizontal positions are percentages of the width, so that lines and letters keep
/// their size on every screen; vertical positions are in pixels.
struct YearChart {
    let review: YearReview

    private static let height = 168
    private static let top = 28
    private static let foot = 28

    private static var base: Int { top + height }
    private static var full: Int { base + foot }

    /// The horizontal middle of a month's column, in tenths of a percent of the width. Index 0 is January.
    private func middle(_ index: Int) -> Int { (index * 2 + 1) * 1000 / 24 }

    /// A stacked column chart: a column for each month, with a layer for each colour of jewels. Each column links to
    /// its jewels.
    func columns(_ strings: Strings, labelledBy title: String) -> HTML {
        let highest = max(review.months.map(\.total).max() ?? 0, 4)
        return """
            <svg class="chart" role="group" aria-labelledby="\(title)" width="100%" height="\(Self.full)">
            <line class="ground" x1="0" x2="100%" y1="\(Self.base)" y2="\(Self.base)"/>
            \(review.months.enumerated().map { index, tallies in column(index, tallies, highest, strings) })
            </svg>
            """
    }

    private func column(_ index: Int, _ tallies: [JewelTally], _ highest: Int, _ strings: Strings) -> HTML {
        let month = Month(of: CalendarDate(uncheckedYear: review.year, month: index + 1, day: 1))
        let label: HTML = """
            <text x="\(percent: middle(index))" y="\(Self.base + 20)" aria-hidden="true">\(tick(index, strings))</text>
            """
        guard tallies.total > 0 else { return label }
        var layers = HTML.empty
        var below = 0
        for color in Jewel.Color.allCases {
            let count = tallies.filter { $0.jewel.color == color }.total
            guard count > 0 else { continue }
            let (low, high) = (below * Self.height / highest, (below + count) * Self.height / highest)
            layers = """
                \(layers)<rect class="jewel-\(color.rawValue)" x="\(percent: middle(index) - 25)" width="5%" \
                y="\(Self.base - high)" height="\(max(high - low - 1, 1))" rx="2"/>
                """
            below += count
        }
        let y = Self.base - below * Self.height / highest - 8
        return """
            <a href="\(JewelCut(period: .month(month)).address)" aria-label="\(strings.name(of: month)): \
            \(strings.goals(tallies.total))"><rect class="reach" x="\(percent: middle(index) - 40)" width="8%" y="0" \
            height="\(Self.full)"/>\(layers)\
            <text class="value" x="\(percent: middle(index))" y="\(y)" aria-hidden="true">\(tallies.total)</text>\(label)</a>
            """
    }

    /// The label of a month: its number on narrow screens, else its short name.
    private func tick(_ index: Int, _ strings: Strings) -> HTML {
        "<tspan class='narrow'>\(index + 1)</tspan><tspan class='wide'>\(strings.shortName(ofMonth: index + 1))</tspan>"
    }

    /// A line chart of the mean level, from 1 (bottom) to 5 (top), of each month that has reviews. Lines join each of
    /// these months to the next.
    func levels(_ strings: Strings, labelledBy title: String) -> HTML {
        let means = review.months.map(\.meanLevel)
        func y(_ level: Double) -> Int { Self.base - Int((level - 0.5) * Double(Self.height) / 5) }
        let known = means.indices.filter { means[$0] != nil }
        return """
            <svg class="chart" role="img" aria-labelledby="\(title)" aria-describedby="\(title)-words" width="100%" \
            height="\(Self.full)"><desc id="\(title)-words">\(strings.list(known.map { index in
                "\(strings.shortName(ofMonth: index + 1)) \(strings.decimal(means[index] ?? 0))"
            }))</desc>
            \((1...5).map { level in
                """
                <line class="grid" x1="0" x2="100%" y1="\(y(Double(level)))" y2="\(y(Double(level)))"/>\
                <text class="level" x="0" y="\(y(Double(level)) + 12)">\(level)</text>
                """
            })
            \(zip(known, known.dropFirst()).map { one, next in
                """
                <line class="way" x1="\(percent: middle(one))" x2="\(percent: middle(next))" y1="\(y(means[one] ?? 0))" \
                y2="\(y(means[next] ?? 0))"/>
                """
            })
            \(known.map { index in
                """
                <circle cx="\(percent: middle(index))" cy="\(y(means[index] ?? 0))" r="5"/>\
                <text class="value" x="\(percent: middle(index))" y="\(y(means[index] ?? 0) - 12)">\
                \(strings.decimal(means[index] ?? 0))</text>
                """
            })
            \(means.indices.map { index in
                "<text x='\(percent: middle(index))' y='\(Self.base + 20)'>\(tick(index, strings))</text>"
            })
            </svg>
            """
    }
}

extension HTML.StringInterpolation {
    /// A percentage from a number of tenths of a percent: 125 is "12.5%".
    fileprivate mutating func appendInterpolation(percent tenths: Int) {
        appendInterpolation(tenths / 10)
        appendLiteral(".")
        appendInterpolation(tenths % 10)
        appendLiteral("%")
    }
}
