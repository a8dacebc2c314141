import Live
import LiveSite

/// An error page: what happened and what to do next.
struct FaultPage {
    let copy: Copy
    let status: Int
    let frame: Frame
    /// Description of what happened; nil shows the text for the status.
    var text: String?

    var html: HTML {
        let isOurs = status >= 500
        return Layout(copy: copy, title: copy.title(copy.fault(status).heading), mainClass: "fault", frame: frame)
            .document(
                copy.faultPage(
                    status, text: text ?? copy.goalFault(status),
                    buttons: """
                        <a class="button primary" href="\(isOurs ? "" : Routes.completedGoals.path())">\
                        \(isOurs ? copy.openAgain : copy.seeGoals)</a>
                        \(frame.name == nil
                            ? "<a class='button' href='\(Routes.home.path())'>\(copy.toStart)</a>"
                            : "<a class='button' href='\(Routes.activeGoals.path())'>\(copy.toActiveGoals)</a>" as HTML)
                        """))
    }
}
