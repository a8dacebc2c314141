import HindsightDomain
import Live
import LiveSite

// `jewels.svg` has the five cuts, lit from the upper left. Their tones are the custom properties j1 (lightest) to j5,
// set by the class of the `<svg>` that uses them. `levels.svg` shows how fulfilling a goal was, from a rough stone (1)
// to a polished brilliant (5), distinguished by form rather than by colour.

extension Strings {
    /// A jewel's picture, with its name for screen readers.
    ///
    /// - Parameter goal: the goal that the jewel belongs to, where the page navigated to shows the same jewel, so that
    ///   it is a shared element of the page transition; nil otherwise.
    func picture(of jewel: Jewel, of goal: GoalID? = nil) -> HTML {
        """
        <div class="well"\(goal.map { " data-shared=\"jewel-\($0.description)\"" })><svg class="jewel jewel-\(jewel.color.rawValue)" role="img" aria-label="\(name(of: jewel))">\
        <use href="\(asset("/jewels.svg"))#\(jewel.shape.rawValue)"></use></svg></div>
        """
    }

    /// A jewel's picture hidden from screen readers, for places where adjacent text says the same.
    func silentPicture(of jewel: Jewel) -> HTML {
        """
        <div class="well" aria-hidden="true"><svg class="jewel jewel-\(jewel.color.rawValue)">\
        <use href="\(asset("/jewels.svg"))#\(jewel.shape.rawValue)"></use></svg></div>
        """
    }

    /// The picture of a level of fulfilment, hidden from screen readers: its name is beside it.
    func picture(of level: Level) -> HTML {
        """
        <svg class="level-picture jewel-purple" aria-hidden="true">\
        <use href="\(asset("/levels.svg"))#level-\(level.rawValue)"></use></svg>
        """
    }
}

extension FormPage {
    /// The jewels beside the form of a page that says nothing else.
    static let jewels = [
        Jewel(color: .blue, shape: .pear), Jewel(color: .purple, shape: .brilliant), Jewel(color: .pink, shape: .heart),
    ]

    /// Creates a page with a tray of jewels above its heading.
    ///
    /// - Parameter tray: jewels shown in the three wells beside the form; nil for an empty well.
    init(
        strings: Strings, heading: String, lead: HTML? = nil, aside: HTML? = nil, tray: [Jewel?] = FormPage.jewels,
        notices: HTML? = nil, content: HTML, foot: HTML? = nil
    ) {
        self.init(
            ornament: """
                <div class="tray" aria-hidden="true">\(tray.map { jewel in
                    """
                    <div class="well">\(jewel.map { jewel in
                        """
                        <svg class="jewel jewel-\(jewel.color.rawValue)">\
                        <use href="\(strings.asset("/jewels.svg"))#\(jewel.shape.rawValue)"></use></svg>
                        """ as HTML
                    })</div>
                    """
                })</div>
                """,
            heading: heading, lead: lead, aside: aside, notices: notices, content: content, foot: foot)
    }
}

extension Strings {
    /// Completed goals with their jewels and the ways to their reviews. Its look is that of `look-back.css`.
    func list(of goals: [WonJewel]) -> HTML {
        """
        <ul class="won-list" role="list">\(goals.map { goal in
            let id = goal.id.description
            return """
                <li>\(silentPicture(of: goal.jewel))<div><h3 id="w\(id)" dir="auto">\
                <a href="\(Routes.goal.path(goal.id))">\(goal.title)</a></h3><p class="card-dates">\(day(goal.day))\
                \(if: goal.isSample, " <span class='badge'>\(sample)</span>")</p></div>\
                <a class="button\(if: goal.hasReview, " quiet")" id="r\(id)" href="\(Routes.review.path(goal.id))" \
                aria-labelledby="r\(id) w\(id)">\(goal.hasReview ? seeReview : writeReview)</a></li>
                """ as HTML
        })</ul>
        """
    }
}
