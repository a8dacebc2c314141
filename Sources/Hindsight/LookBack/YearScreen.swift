import HindsightDomain
import Live
import LiveSite
import Streams

/// The page `/years/{year}`.
struct YearScreen: Screen {
    let store: any LookBackStore
    let owner: AccountID
    let strings: Strings
    let initial: YearReview

    private var year: Int { initial.year }

    func makeViewModel(_ page: Page) -> LookBackViewModel<YearReview> {
        LookBackViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: initial
        ) { [year] in try await $0.year(of: $1, year) }
    }

    func makeInput(_ page: Page) -> Model.Input { .init(changes: page.goalChanges(of: owner, in: store).map { _ in }) }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.heading(ofYear: year)), page: page, mainClass: "look-back",
            sheets: ["/look-back.css"]
        ).document(
            """
            \(LookBackNav(strings: strings, place: .year).html)
            <div class="list-head"><h1>\(strings.heading(ofYear: year))</h1>
            \(output.shown.slot(part: "total", "p", "class='count' role='status'") { strings.completed($0.tallies.total) })
            \(output.shown.slot(part: "samples", "p", "class='hint'", samples))
            \(output.shown.slot(part: "than-before", "p", "class='hint'", thanBefore))
            </div>
            \(output.shown.slot(part: "years", "div", "", years))
            \(output.shown.slot(part: "charts", "div", "class='charts'", charts))
            """)
    }

    private func years(_ review: YearReview) -> HTML {
        YearNav(strings: strings, years: review.years, shown: year) { Routes.year.path(.year($0)) }.html
    }

    private func samples(_ review: YearReview) -> HTML {
        "\(if: review.sampleCount > 0, HTML(text: strings.samples(review.sampleCount, of: review.tallies.total)))"
    }

    private func thanBefore(_ review: YearReview) -> HTML {
        guard let before = review.years.first(where: { $0.year == year - 1 })?.count else { return .empty }
        let isOver = strings.today.map { $0.year > year } ?? true
        return HTML(text: strings.comparison(review.tallies.total, to: before, in: year - 1, isOver: isOver))
    }

    private func charts(_ review: YearReview) -> HTML {
        guard review.tallies.total > 0 else {
            return EmptyState(
                picture: .open, title: strings.nothingCompleted(in: year), text: "\(strings.nothingWonText)",
                way: (Routes.activeGoals.path(), strings.toActiveGoals)
            ).html
        }
        let chart = YearChart(review: review)
        return """
            <figure><figcaption id="by-month"><h2>\(strings.byMonth)</h2></figcaption>
            \(chart.columns(strings, labelledBy: "by-month"))</figure>
            <figure><figcaption id="by-level"><h2>\(strings.fulfilment)</h2>\
            <p class="hint">\(review.tallies.meanLevel.map(strings.mean) ?? strings.noLevels)</p></figcaption>
            \(if: review.tallies.meanLevel != nil, chart.levels(strings, labelledBy: "by-level"))</figure>
            <details class="as-table"><summary class="button quiet">\(strings.asTable)</summary>\(table(review))</details>
            <section class="of-year" aria-labelledby="of-year"><h2 id="of-year">\(strings.jewels(ofYear: year))</h2>
            <div class="cabinet-frame">\
            \(Cabinet(strings: strings, tallies: merged(review.tallies), cut: JewelCut(period: .year(year))).html)</div>
            <div class="keep">\(PictureLinks(strings: strings, period: .year(year)).html)</div></section>
            """
    }

    private func table(_ review: YearReview) -> HTML {
        """
        <table><thead><tr><th scope="col">\(strings.month)</th><th scope="col">\(strings.completedGoals)</th>\
        <th scope="col">\(strings.fulfilment)</th></tr></thead><tbody>\(review.months.enumerated().map { index, tallies in
            """
            <tr><th scope="row">\(strings.shortName(ofMonth: index + 1))</th><td>\(tallies.total)</td>\
            <td>\(tallies.meanLevel.map(strings.decimal) ?? "–")</td></tr>
            """
        })</tbody></table>
        """
    }

    /// The tallies merged into one for each jewel, without levels.
    private func merged(_ tallies: [JewelTally]) -> [JewelTally] {
        Dictionary(grouping: tallies, by: \.jewel).map { JewelTally(jewel: $0, count: $1.total) }
    }
}
