import HindsightDomain
import Live
import LiveSite
import Streams

/// The page `/jewels`.
struct JewelBoxScreen: Screen {
    static let pageSize = 60

    let store: any LookBackStore
    let owner: AccountID
    let strings: Strings
    let cut: JewelCut
    /// The last jewel of the previous page; nil on the first page.
    let after: GoalID?
    let initial: JewelBox

    func makeViewModel(_ page: Page) -> LookBackViewModel<JewelBox> {
        LookBackViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: initial
        ) { [cut, after] in try await $0.jewelBox(of: $1, cut, after: after, limit: Self.pageSize) }
    }

    func makeInput(_ page: Page) -> Model.Input { .init(changes: page.goalChanges(of: owner, in: store).map { _ in }) }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.jewelBox), page: page, mainClass: "look-back",
            sheets: ["/look-back.css"]
        ).document(
            """
            \(LookBackNav(strings: strings, place: .jewels).html)
            <div class="list-head"><h1>\(strings.jewelBox)</h1>
            \(output.shown.slot(part: "total", "p", "class='count' role='status'") { strings.jewels($0.tallies.total, in: cut.period) })
            </div>
            \(output.shown.slot(part: "years", "div", "", years))
            <div class="cabinet-frame">
            \(output.shown.slot(part: "cabinet", "div", "") { Cabinet(strings: strings, tallies: $0.tallies, cut: cut).html })
            </div>
            \(output.shown.slot(part: "won", "section", "class='won' aria-labelledby='won-title'", won))
            \(output.shown.slot(part: "keep", "div", "class='keep'") { "\(if: $0.tallies.total > 0, keep)" })
            """)
    }

    private func years(_ box: JewelBox) -> HTML {
        var year: Int?
        if case .year(let number) = cut.period { year = number }
        if case .month(let month) = cut.period { year = month.year }
        return YearNav(strings: strings, years: box.years, shown: year, always: Routes.jewels.path()) {
            JewelCut(period: .year($0)).address
        }.html
    }

    private func won(_ box: JewelBox) -> HTML {
        guard !box.tallies.isEmpty else {
            return EmptyState(
                picture: .open, title: strings.nothingWon, titleID: "won-title", text: "\(strings.nothingWonText)",
                way: (Routes.activeGoals.path(), strings.toActiveGoals)
            ).html
        }
        let count = box.tallies.filter { cut.includes($0.jewel) }.total
        return """
            <header><h2 id="won-title">\(strings.cut(cut, count: count))</h2>\
            \(if: cut.color != nil || cut.shape != nil, """
                <a class="button quiet" href="\(JewelCut(period: cut.period).address)">\(strings.allJewels)</a>
                """)</header>
            \(if: box.jewels.isEmpty, "<p class='hint'>\(strings.noSuchJewel)</p>")
            \(row(of: box.jewels))
            <div class="list-foot">\(if: after != nil, "<a class='button quiet' href='\(cut.address)'>\(strings.toNewest)</a>")\
            \(if: box.hasMore, more(box.jewels.last))</div>
            """
    }

    private func more(_ last: WonJewel?) -> HTML {
        "<a class='button' href='\(cut.address(after: last?.id))'>\(strings.showMore)</a>"
    }

    /// The jewels with the days on which they were earned, latest first.
    private func row(of jewels: [WonJewel]) -> HTML {
        """
        <ul class="tray-row" role="list">\(jewels.map { jewel in
            """
            <li><a href="\(Routes.goal.path(jewel.id))">\(strings.picture(of: jewel.jewel, of: jewel.id))\
            <span dir="auto">\(jewel.title)</span></a>\(strings.day(jewel.day))</li>
            """
        })</ul>
        """
    }

    private var keep: HTML { PictureLinks(strings: strings, period: cut.period).html }
}

/// The twenty compartments of the jewel box, a row for each colour and a column for each shape, with the number of
/// jewels in each.
struct Cabinet {
    let strings: Strings
    let tallies: [JewelTally]
    /// The period and filter that are shown. Each compartment links to its own jewels of the same period.
    let cut: JewelCut

    var html: HTML {
        let counts = Dictionary(uniqueKeysWithValues: tallies.map { ($0.jewel, $0.count) })
        return """
            <table class="cabinet"><caption class="visually-hidden">\(strings.cabinet)</caption>
            <thead><tr><td></td>\(Jewel.Shape.allCases.map { shape in
                """
                <th scope="col">\(head(JewelCut(period: cut.period, shape: shape), strings.shortName(of: shape)))</th>
                """
            })</tr></thead>
            <tbody>\(Jewel.Color.allCases.map { color in
                """
                <tr><th scope="row">\(head(JewelCut(period: cut.period, color: color), strings.shortName(of: color)))</th>\
                \(Jewel.Shape.allCases.map { shape in
                    let jewel = Jewel(color: color, shape: shape)
                    return cell(jewel, counts[jewel] ?? 0)
                })</tr>
                """
            })</tbody></table>
            """
    }

    private func head(_ other: JewelCut, _ name: String) -> HTML {
        "<a href='\(other.address)'\(if: other == cut, " aria-current='true'")>\(name)</a>"
    }

    private func cell(_ jewel: Jewel, _ count: Int) -> HTML {
        guard count > 0 else {
            return "<td><span class='well' role='img' aria-label='\(strings.name(of: jewel)): 0'></span></td>"
        }
        let other = JewelCut(period: cut.period, color: jewel.color, shape: jewel.shape)
        return """
            <td><a href="\(other.address)" aria-label="\(strings.count(count, of: jewel))"\
            \(if: other == cut, " aria-current='true'")>\(strings.silentPicture(of: jewel))<b>\(count)</b></a></td>
            """
    }
}

extension JewelCut {
    /// The address of the first page of these jewels.
    var address: String { address(after: nil) }

    func address(after: GoalID?) -> String {
        var query = period.query
        if let color { query = query.adding("color", color.rawValue) }
        if let shape { query = query.adding("shape", shape.rawValue) }
        if let after { query = query.adding("after", after.description) }
        return Routes.jewels.path(query: query)
    }
}

extension Period {
    /// The period as a query, `?in=…`; empty for all time.
    var query: Query { self == .always ? Query() : ["in": description] }
}
