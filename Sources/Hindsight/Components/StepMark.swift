import HindsightDomain
import Live
import Streams

/// A step with its mark, title, alarm and repetition.
struct StepMark {
    let strings: Strings
    let step: Step
    /// Whether it is done, or repeats and was ticked today.
    let isTicked: Bool
    /// The pace of a step that repeats; nil to leave it out.
    let pace: Repetition.Pace?

    /// The button that ticks the step, or takes that back. The title is part of it, so that there is no small target to
    /// hit.
    ///
    /// - Parameter goal: the id of an element with the goal's title, on a page with several goals; nil for none.
    func button(tick: Observable<StepID>, untick: Observable<StepID>, of goal: String? = nil) -> HTML {
        (isTicked ? untick : tick).form(
            value: step.id.description, "class='tick-form'",
            """
            <button class="tick\(isTicked ? " done" : "")" id="tick-\(step.id.description)" \
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

    private var words: HTML { Self.words(step.title, strings.facts(of: step, pace)) }

    /// The content of the button, or of the step without one.
    static func words(_ title: String, _ facts: String? = nil) -> HTML {
        """
        <span class="mark" aria-hidden="true"></span><span class="words"><span class="step-title" dir="auto">\(title)</span>\
        \(facts.map { "<span class='alarm'>\($0)</span>" })</span>
        """
    }
}
