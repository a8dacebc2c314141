import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

/// What stands around every page, of whoever looks at it: their account, and what they have chosen.
struct Frame {
    var isSignedIn = false
    /// What the account's owner is called; nil in a demo account, and for nobody.
    var name: String?
    /// The token of the frame's forms; nil for a browser that is not known, which needs none.
    var csrf: String?
    /// Nil leaves it to the browser.
    var theme: Theme?
    /// Whether somebody is signed in of whom nobody knows where they are: their days are those of UTC.
    var lacksTimeZone = false
}

extension Frame {
    /// Around a live page.
    init(_ visit: Visit) {
        self.init(
            isSignedIn: !visit.isGuest, name: visit.ownerName, csrf: visit.csrf,
            theme: visit.theme.flatMap { Theme(rawValue: $0) },
            lacksTimeZone: !visit.isGuest && visit.timeZone == nil && visit.path != Routes.settings.path())
    }

    /// Around the answer to any other request.
    init(_ request: Request, _ visitor: Visitor?, _ pages: LivePages) {
        self.init(
            isSignedIn: visitor?.isGuest == false, name: visitor?.name, csrf: visitor?.makeFormToken(),
            theme: pages.theme(of: request, visitor).flatMap { Theme(rawValue: $0) })
    }
}
