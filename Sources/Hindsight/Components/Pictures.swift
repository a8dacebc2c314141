import HindsightDomain
import Live

// `jewels.svg` has the five cuts, lit from the upper left. Their tones are the custom properties j1 (lightest) to j5, set by
// the class of the picture that uses them. `levels.svg` shows how fulfilling a goal was: a rough stone (1) is cut and polished
// into a brilliant (5), told apart by form, not by colour.

extension Copy {
    /// A jewel's picture, with its name for those who don't see it.
    ///
    /// - Parameter goal: whose jewel it is, where the page that is gone to shows it too; nil where it stands for itself.
    func picture(of jewel: Jewel, of goal: GoalID? = nil) -> HTML {
        """
        <div class="well"\(goal.map { " data-shared=\"jewel-\($0.description)\"" })><svg class="jewel jewel-\(jewel.color.rawValue)" role="img" aria-label="\(name(of: jewel))">\
        <use href="\(asset("/jewels.svg"))#\(jewel.shape.rawValue)"></use></svg></div>
        """
    }

    /// The same, where words beside it say all there is to say.
    func silentPicture(of jewel: Jewel) -> HTML {
        """
        <div class="well" aria-hidden="true"><svg class="jewel jewel-\(jewel.color.rawValue)">\
        <use href="\(asset("/jewels.svg"))#\(jewel.shape.rawValue)"></use></svg></div>
        """
    }

    /// The picture of a level of fulfilment; its words stand beside it.
    func picture(of level: Level) -> HTML {
        """
        <svg class="level-picture jewel-purple" aria-hidden="true">\
        <use href="\(asset("/levels.svg"))#level-\(level.rawValue)"></use></svg>
        """
    }
}
