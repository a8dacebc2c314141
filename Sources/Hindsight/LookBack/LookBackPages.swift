import HTTPTypes
import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

extension LivePages {
    /// Serves the pages of the jewel box, years and weeks.
    ///
    /// - Parameter accounts: the store that knows the first day of an owner's weeks.
    mutating func addLookBack(
        _ goals: any LookBackStore, accounts: any AccountStore, _ revisions: GoalRevisions, clock: @escaping WallClock
    ) {
        page(Routes.jewels, keptBy: revisions, shared: true) { visit in
            let owner = try visit.account
            let cut = visit.jewelCut
            let after = visit.query["after"].flatMap { GoalID($0) }
            let initial = try await goals.jewelBox(of: owner, cut, after: after, limit: JewelBoxScreen.pageSize)
            return JewelBoxScreen(
                store: goals, owner: owner, strings: visit.strings(at: clock()), cut: cut, after: after,
                initial: initial)
        }
        page(Routes.thisYear, keptBy: revisions, shared: true) { visit in
            let strings = visit.strings(at: clock())
            return try await yearScreen(strings.day(of: clock()).year, visit, strings, goals)
        }
        page(Routes.year, keptBy: revisions, shared: true) { visit, period in
            guard case .year(let year) = period else { throw HTTPError(.notFound) }
            return try await yearScreen(year, visit, visit.strings(at: clock()), goals)
        }
        page(Routes.thisWeek, keptBy: revisions) { visit in
            let strings = visit.strings(at: clock())
            let screen = try await WeekScreen(strings.day(of: clock()), visit, strings, goals, accounts)
            // Text typed on an open page must not be lost by a redirect.
            if visit.beginning == .opened, let week = try await screen.weekToLookBackOn {
                throw HTTPError.redirect(to: Routes.week.path(week))
            }
            return screen
        }
        page(Routes.weekAnswers, keptBy: revisions, shared: true) { visit in
            let owner = try visit.account
            let strings = visit.strings(at: clock())
            let before = visit.query["before"].flatMap { CalendarDate($0) }
            return WeekAnswersScreen(
                store: goals, owner: owner, strings: strings,
                weekStart: try await accounts.weekStart(of: owner, in: strings.language), before: before,
                initial: try await goals.answeredWeeks(of: owner, before: before, limit: WeekAnswersScreen.pageSize))
        }
        page(Routes.week, keptBy: revisions) { visit, day in
            try await WeekScreen(day, visit, visit.strings(at: clock()), goals, accounts)
        }
    }
}

private func yearScreen(_ year: Int, _ visit: Visit, _ strings: Strings, _ goals: any LookBackStore) async throws
    -> YearScreen
{
    let owner = try visit.account
    return YearScreen(store: goals, owner: owner, strings: strings, initial: try await goals.year(of: owner, year))
}

extension Visit {
    /// The jewels that the address selects. Invalid values are ignored.
    fileprivate var jewelCut: JewelCut {
        JewelCut(
            period: query["in"].flatMap { Period($0) } ?? .always, color: query["color"].flatMap(Jewel.Color.init),
            shape: query["shape"].flatMap(Jewel.Shape.init))
    }
}

/// The navigation between the week, the year, the jewel box and the timeline.
struct LookBackNav {
    enum Place: CaseIterable { case week, year, jewels, timeline }

    let strings: Strings
    let place: Place

    var html: HTML {
        FilterNav(
            label: strings.lookBack,
            links: Place.allCases.map {
                .init(address: address(of: $0), words: strings.name(of: $0), isPresent: $0 == place)
            }
        ).html
    }

    private func address(of place: Place) -> String {
        switch place {
        case .week: Routes.thisWeek.path()
        case .year: Routes.thisYear.path()
        case .jewels: Routes.jewels.path()
        case .timeline: Routes.performed.path()
        }
    }
}

/// Links to the years in which jewels were won; empty if there is no other page to choose.
struct YearNav {
    let strings: Strings
    let years: [YearCount]
    /// The year that is shown; nil for all time.
    let shown: Int?
    /// The address of the link to all time; nil for no such link.
    var always: String?
    let address: (Int) -> String

    var html: HTML {
        let others = Set(years.map(\.year)).union(shown.map { [$0] } ?? []).sorted(by: >)
        guard others.count > 1 || always != nil && !others.isEmpty else { return .empty }
        let years = others.map { FilterNav.Link(address: address($0), words: "\($0)", isPresent: $0 == shown) }
        let all = always.map { FilterNav.Link(address: $0, words: strings.always, isPresent: shown == nil) }
        return FilterNav(label: strings.yearChoice, links: (all.map { [$0] } ?? []) + years, classes: " years").html
    }
}

/// The ways to download or share a picture of jewels.
struct PictureLinks {
    let strings: Strings
    let period: Period

    var html: HTML {
        """
        <a class="button" href="\(Routes.jewelsPicture.path(query: period.query.asPNG))" download data-share>\
        \(strings.keepPicture)</a>\
        <p class="hint">\(strings.keepPictureHint) \
        <a href="\(Routes.jewelsPicture.path(query: period.query))" download>SVG</a></p>
        """
    }
}
