import Live
import LiveSite

/// An error page: what happened and what to do next.
struct ErrorPage {
    let strings: Strings
    let status: Int
    let frame: Frame
    /// Description of what happened; nil shows the text for the status.
    var text: String?

    var html: HTML {
        let isOurs = status >= 500
        let start = (Routes.home.path(), strings.toStart)
        let first =
            if isOurs {
                ("", strings.openAgain)
            } else if frame.isSignedIn {
                (Routes.completedGoals.path(), strings.seeGoals)
            } else {
                // The list would lead a visitor to the sign-in form.
                start
            }
        let second = frame.name == nil ? start : (Routes.activeGoals.path(), strings.toActiveGoals)
        return Layout(
            strings: strings, title: strings.title(strings.fault(status).heading), mainClass: "fault", frame: frame
        )
        .document(
            strings.faultPage(
                status, ornament: EmptyPicture.open.html, text: text ?? strings.goalFault(status),
                buttons: """
                    <a class="button primary" href="\(first.0)">\(first.1)</a>
                    \(if: second != first, "<a class='button' href='\(second.0)'>\(second.1)</a>")
                    """))
    }
}
