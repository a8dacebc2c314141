import HindsightDomain
import Hummingbird
import Live
import LiveHTTP

/// The visitor's data that is shown around every page: account, theme and time zone state.
struct Frame {
    var isSignedIn = false
    /// Name of the account's owner; nil in a demo account and for visitors who aren't signed in.
    var name: String?
    /// CSRF token of the frame's forms; nil for a browser without an identity, which needs none.
    var csrf: String?
    /// The chosen theme; nil follows the browser's setting.
    var theme: Theme?
    /// Whether the visitor is signed in without a known time zone, so that days are those of UTC. Always false on the
    /// settings page.
    var lacksTimeZone = false
}

extension Frame {
    /// Makes the frame of a live page.
    init(_ visit: Visit) {
        self.init(
            isSignedIn: !visit.isGuest, name: visit.ownerName, csrf: visit.csrf,
            theme: visit.theme.flatMap { Theme(rawValue: $0) },
            lacksTimeZone: !visit.isGuest && visit.timeZone == nil && visit.path != Routes.settings.path())
    }

    /// Makes the frame of the response to any other request.
    init(_ request: Request, _ visitor: Visitor?, _ pages: LivePages) {
        self.init(
            isSignedIn: visitor?.isGuest == false, name: visitor?.name, csrf: visitor?.makeFormToken(),
            theme: pages.theme(of: request, visitor).flatMap { Theme(rawValue: $0) })
    }
}

extension LivePages {
    /// The words for whoever sends a request.
    func strings(for request: Request, _ visitor: Visitor?) -> Strings {
        Strings(language: language(of: request, visitor), timeZone: visitor?.timeZone, assets: assets)
    }
}

extension Visit {
    /// The owner of the page, as the store knows it.
    var account: AccountID {
        get throws {
            guard let account = AccountID(owner) else { throw HTTPError(.unauthorized) }
            return account
        }
    }
}
