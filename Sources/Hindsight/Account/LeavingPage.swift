import HindsightDomain
import Live
import LiveSite

/// Asks before a demo account is left for good: by signing out (`/logout`), or for a new one (`/demo`).
struct LeavingPage {
    enum Way { case signingOut, newDemo }

    /// The field by which the form for a new demo account says that the old one is given up.
    static let consent = "leaves"

    let strings: Strings
    let frame: Frame
    let way: Way
    /// Content of the account; nil for one that can be signed in to again.
    let content: AccountContent?

    private var question: String {
        switch way {
        case .signingOut: content == nil ? strings.signOutQuestion : strings.leaveDemoQuestion
        case .newDemo: strings.newDemoQuestion
        }
    }

    var html: HTML {
        Layout(strings: strings, title: strings.title(question), mainClass: "fault", frame: frame).document(
            """
            \(EmptyPicture.closed.html)
            <h1>\(question)</h1>
            \(content.map { "<p class='what'>\(strings.demoLoss($0))</p>" })
            <div class="buttons">
            <a class="button primary" href="\(Routes.completedGoals.path())">\(strings.stay)</a>
            <form method="post" action="\(action)" data-forget>\(frame.csrf.map { HTML.csrfField($0) })\
            \(if: way == .newDemo, newDemoFields)\
            <button class="button danger">\(button)</button></form>
            </div>
            """)
    }

    private var newDemoFields: HTML {
        """
        <input type="hidden" name="\(Self.consent)" value="yes"><input type="hidden" name="timeZone" data-time-zone>
        """
    }

    private var action: String { way == .signingOut ? Routes.signOut.path() : Routes.demo.path() }

    private var button: String {
        switch way {
        case .signingOut: content == nil ? strings.signOut : strings.leaveDemo
        case .newDemo: strings.replaceDemo
        }
    }
}
