import HindsightDomain
import Live

/// The header of a page about one completed goal.
struct GoalHeader {
    let strings: Strings
    let goal: CompletedGoal
    /// Name of the page, shown above the title.
    let kicker: String
    /// 1-based rank among the completed goals of one's own; nil for a sample, and when it is not known.
    var rank: Int?

    var html: HTML {
        """
        <nav><a class="back" href="\(Routes.completedGoals.path())">\(strings.completedGoals)</a></nav>
        <header class="goal-header" data-goal="goal-\(goal.id.description)">
        \(strings.picture(of: goal.jewel, of: goal.id))
        <div>
        <p class="kicker">\(kicker)</p>
        <h1 dir="auto"><a href="\(Routes.goal.path(goal.id))">\(goal.goal.title)</a></h1>
        <p class="dates"><span>\(strings.days(from: goal.goal.startDate, to: goal.goal.endDate, done: goal.day))</span> \
        <span>\(strings.duration(from: goal.goal.startDate, to: goal.goal.endDate, done: goal.day))</span>\
        \(rank.map { " <span>\(strings.ordinalGoal($0))</span>" })</p>
        </div>
        </header>
        """
    }
}

extension Strings {
    /// A form that restores the deleted goal or review whose page is at an address. It is a plain form because the
    /// current page is another screen than the one at that address.
    func undoDeletion(at address: String, csrf: String) -> HTML {
        """
        <form method="post" action="\(address)?input=undo">\(HTML.csrfField(csrf))\
        <button class="button">\(undo)</button></form>
        """
    }
}
