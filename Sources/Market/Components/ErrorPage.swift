import Live
import LiveSite

/// An error page: what happened and what to do next.
struct ErrorPage {
    let strings: Strings
    let status: Int
    let frame: Frame

    var html: HTML {
        Layout(strings: strings, title: strings.fault(status).heading, mainClass: "fault", frame: frame).document(
            strings.faultPage(
                status, ornament: EmptyState.picture,
                buttons: """
                    \(if: status >= 500, "<a class='button primary' href=''>\(strings.openAgain)</a>")\
                    <a class="button\(if: status < 500, " primary")" href="\(Routes.products.path())">\(strings.toStart)</a>
                    """))
    }
}
