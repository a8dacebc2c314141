import HindsightDomain
import Live
import Streams

/// A step with its mark, title and alarm.
struct StepMark {
    let strings: Strings
    let step: Step

    /// The button that ticks the step, or takes that back. The title is part of it, so that there is no small target to
    /// hit.
    ///
    /// - Parameter goal: the id of an element with the goal's title, on a page with several goals; nil for none.
    func button(tick: Observable<StepID>, untick: Observable<StepID>, of goal: String? = nil) -> HTML {
        (step.isDone ? untick : tick).form(
            value: step.id.description, "class='tick-form'",
            """
            <button class="tick\(step.isDone ? " done" : "")" id="tick-\(step.id.description)" \
            aria-pressed="\(step.isDone ? "true" : "false")"\(goal.map { " aria-describedby='\($0)'" })>\(words)</button>
            """)
    }

    /// The step without a button, for a goal whose steps can't be ticked.
    var html: HTML {
        """
        <p class="tick\(step.isDone ? " done" : "")">\(words)\
        <span class="visually-hidden">\(step.isDone ? strings.stepIsDone : strings.stepIsToDo)</span></p>
        """
    }

    private var words: HTML { Self.words(step.title, step.alarm.map { strings.words(for: $0) }) }

    /// The content of the button, or of the step without one.
    static func words(_ title: String, _ alarm: String? = nil) -> HTML {
        """
        <span class="mark" aria-hidden="true"></span><span class="words"><span class="step-title" dir="auto">\(title)</span>\
        \(alarm.map { "<span class='alarm'>\($0)</span>" })</span>
        """
    }
}
