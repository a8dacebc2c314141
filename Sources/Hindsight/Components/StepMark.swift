import HindsightDomain
import Live
import Streams

/// A step with its mark, title, day, alarm and repetition.
struct StepMark {
    let strings: Strings
    let step: Step
    /// Whether it is done, or repeats and was ticked today.
    let isTicked: Bool
    /// The pace of a step that repeats; nil to leave it out.
    let pace: Repetition.Pace?
    /// The number of days until the step's own day; nil to leave out whether that is today or over.
    let left: Int?

    /// The button that ticks the step, or takes that back. The title is part of it, so that there is no small target to
    /// hit.
    ///
    /// - Parameter goal: the id of an element with the goal's title, on a page with several goals; nil for none.
    func button(tick: Observable<StepID>, untick: Observable<StepID>, of goal: String? = nil) -> HTML {
        (isTicked ? untick : tick).form(
            value: step.id.description, "class='tick-form'",
            """
            <button class="tick\(isTicked ? step.isDone ? " done" : " done again" : "")" id="tick-\(step.id.description)" \
            aria-pressed="\(isTicked ? "true" : "false")"\(goal.map { " aria-describedby='\($0)'" })>\(words)</button>
            """)
    }

    /// The step without a button, for a goal whose steps can't be ticked.
    var html: HTML {
        """
        <p class="tick\(step.isDone ? " done" : "")">\(words)\
        <span class="visually-hidden">\(step.isDone ? strings.stepIsDone : strings.stepIsToDo)</span></p>
        """
    }

    private var words: HTML {
        Self.words(step.title, strings.facts(of: step, pace, left: left), isDue: left.map { $0 <= 0 } ?? false)
    }

    /// The content of the button, or of the step without one.
    static func words(_ title: String, _ facts: String? = nil, isDue: Bool = false) -> HTML {
        """
        <span class="mark" aria-hidden="true"></span><span class="words"><span class="step-title" dir="auto">\(title)</span>\
        \(facts.map { "<span class='alarm\(isDue ? " due" : "")'>\($0)</span>" })</span>
        """
    }
}

/// The tray of a goal's steps: nine places in rows of three, each empty, a hollow for a step to be done, or a stone for one
/// that is done.
struct StepTally {
    let strings: Strings
    /// The goal, whose tray on the page navigated to is the same element of the page transition.
    let goal: GoalID
    /// Row by row, whether the step in a place is done; nil for a place without a step.
    let places: [Bool?]

    init(strings: Strings, goal: GoalID, places: [Bool?]) {
        (self.strings, self.goal, self.places) = (strings, goal, places)
    }

    /// Creates the tray of steps whose places are not known: the stones come first.
    init(strings: Strings, goal: GoalID, done: Int, of total: Int) {
        self.init(
            strings: strings, goal: goal, places: (0..<Step.limit).map { $0 < total ? $0 < done : nil })
    }

    var html: HTML {
        let steps = places.compactMap(\.self)
        let words = strings.stepsDone(steps.count { $0 }, of: steps.count)
        return """
            <div class="well tally" role="img" aria-label="\(words)" data-shared="jewel-\(goal.description)">\(stones)</div>
            """
    }

    /// The nine places without the tray around them.
    var stones: HTML {
        let (stone, hollow, dot): (HTML, HTML, HTML) = ("<i class='on'></i>", "<i class='due'></i>", "<i></i>")
        return HTML(joining: places.map { isDone in isDone.map { $0 ? stone : hollow } ?? dot })
    }
}
