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
        return Layout(
            strings: strings, title: strings.title(strings.fault(status).heading), mainClass: "fault", frame: frame
        )
        .document(
            strings.faultPage(
                status, ornament: EmptyPicture.open.html, text: text ?? strings.goalFault(status),
                buttons: """
                    <a class="button primary" href="\(isOurs ? "" : Routes.completedGoals.path())">\
                    \(isOurs ? strings.openAgain : strings.seeGoals)</a>
                    \(frame.name == nil
                            ? "<a class='button' href='\(Routes.home.path())'>\(strings.toStart)</a>"
                            : "<a class='button' href='\(Routes.activeGoals.path())'>\(strings.toActiveGoals)</a>" as HTML)
                    """))
    }
}
