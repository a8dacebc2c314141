import HindsightDomain
import Live
import LiveSite
import Streams

/// The page `/weeks/answers`.
struct WeekAnswersScreen: Screen {
    static let pageSize = 20

    let store: any LookBackStore
    let owner: AccountID
    let strings: Strings
    let weekStart: WeekStart
    /// The last week of the previous page; nil on the first page.
    let before: CalendarDate?
    let initial: AnsweredWeeks

    func makeViewModel(_ page: Page) -> LookBackViewModel<AnsweredWeeks> {
        LookBackViewModel(
            goals: GoalRequests(store: store, owner: owner, scheduler: page.scheduler), initial: initial
        ) { [before] in try await $0.answeredWeeks(of: $1, before: before, limit: Self.pageSize) }
    }

    func makeInput(_ page: Page) -> Model.Input { .init(changes: page.noteChanges(of: owner, in: store)) }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        Layout(
            strings: strings, title: strings.title(strings.answersHeading), page: page, mainClass: "look-back narrow",
            sheets: ["/look-back.css"]
        ).document(
            """
            \(LookBackNav(strings: strings, place: .week).html)
            <div class="list-head"><h1>\(strings.answersHeading)</h1></div>
            \(output.shown.slot(part: "answers", "section", "aria-label='\(strings.answersHeading)'", answers))
            """)
    }

    private func answers(_ answered: AnsweredWeeks) -> HTML {
        """
        \(if: answered.weeks.isEmpty, empty)\
        \(if: !answered.weeks.isEmpty, "<ol class='week-answers' role='list'>\(answered.weeks.map(row))</ol>")
        <div class="list-foot">\
        \(if: before != nil, "<a class='button quiet' href='\(Routes.weekAnswers.path())'>\(strings.toNewest)</a>")\
        \(if: answered.hasMore, more(answered.weeks.last))</div>
        """
    }

    private func row(_ answered: AnsweredWeek) -> HTML {
        let days = weekStart.week(ofNote: answered.week)
        return """
            <li id="week-\(answered.week.description)">\
            <h2><a href="\(Routes.week.path(days.lowerBound))">\(strings.days(from: days.lowerBound, to: days.upperBound))</a></h2>\
            <p class="hint">\(strings.question(answered.question))</p><p dir="auto">\(answered.answer.html)</p></li>
            """
    }

    private var empty: HTML {
        guard before == nil else {
            return EmptyState(picture: .unread, title: strings.nothingAnsweredBefore).html
        }
        return EmptyState(
            picture: .unread, title: strings.nothingAnswered, text: "\(strings.nothingAnsweredText)",
            way: (strings.today.map { Routes.week.path($0) } ?? Routes.thisWeek.path(), strings.answerThisWeek)
        ).html
    }

    private func more(_ last: AnsweredWeek?) -> HTML {
        let query: Query = last.map { ["before": $0.week.description] } ?? Query()
        return "<a class='button' href='\(Routes.weekAnswers.path(query: query))'>\(strings.showMore)</a>"
    }
}
