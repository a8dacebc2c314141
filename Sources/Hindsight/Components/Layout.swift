import HindsightDomain
import Live
import LiveSite

/// The parts that every page has around its main content: head, header, footer and connection state.
struct Layout {
    let strings: Strings
    /// The complete title of the document.
    let title: String
    /// The page's connection to its visit and session; nil for a page that is not live.
    var page: Page?
    /// Class of the `<main>` element; empty for none.
    var mainClass = ""
    /// Paths of style sheets besides those of all pages. They stay loaded in the window after the page is left, so
    /// their rules only use classes of their own.
    var sheets: [String] = []
    /// Path of a script that only this page has; nil for none. The window reloads the whole document to open such a
    /// page.
    var script: String?
    /// Whether the page stays connected. A page with a form that is only submitted as a whole needn't.
    var isLive = true
    /// Whether the page has text fields, whose text may be too long to send.
    var takesText = false
    /// The visitor's data for a page that is not live; a live page takes them from its visit.
    var frame = Frame()
    /// Metadata for search engines and link previews; nil for a private page, which gets `noindex`.
    var publicHead: HTML?

    func document(_ main: HTML) -> HTML {
        let shown = page.map { Frame($0.visit) } ?? frame
        var document = Document(strings: strings, title: title)
        document.page = page
        document.isLive = isLive
        document.takesText = takesText
        document.theme = shown.theme
        document.paper = (light: "#f4f1f4", dark: "#17131b")
        document.metadata = publicHead
        document.links = links(shown)
        document.script = script
        document.header = header(shown)
        document.mainClass = mainClass
        document.hint = shown.lacksTimeZone ? timeZoneHint : nil
        document.footer = footer(shown)
        return document.html(main)
    }

    private func links(_ shown: Frame) -> HTML {
        """
        <link rel="stylesheet" href="\(strings.asset("/hindsight.css"))">\
        \(if: shown.isSignedIn, "<link rel=\"stylesheet\" href=\"\(strings.asset("/goals.css"))\">")\
        \(sheets.map { "<link rel=\"stylesheet\" href=\"\(strings.asset($0))\" data-own>" })
        <link rel="icon" href="\(strings.asset("/icon.svg"))">
        <link rel="apple-touch-icon" href="\(strings.asset("/icon-180.png"))">
        <link rel="manifest" href="\(strings.asset("/hindsight.webmanifest"))">
        """
    }

    private func header(_ shown: Frame) -> HTML {
        """
        <header class="site-header">
        <a class="wordmark" href="\(shown.isSignedIn ? Routes.today.path() : Routes.home.path())">\
        <svg class="jewel jewel-purple" aria-hidden="true"><use href="\(strings.asset("/jewels.svg"))#brilliant"></use></svg>\
        \(strings.appName)</a>
        \(if: shown.isSignedIn, places)
        \(shown.isSignedIn ? account(shown) : waysIn)
        </header>
        """
    }

    /// Links to the main pages of an account.
    private var places: HTML {
        func link(_ address: String, _ name: String, _ prefixes: [String]) -> HTML {
            "<a href='\(address)'\(if: isHere(prefixes), " aria-current='true'")>\(name)</a>"
        }
        return """
            <nav class="places" aria-label="\(strings.places)">\
            \(link(Routes.today.path(), strings.todayHeading, ["/today"]))\
            \(link(Routes.activeGoals.path(), strings.goals, ["/goals"]))\
            \(link(Routes.thisWeek.path(), strings.lookBack, ["/weeks", "/years", "/jewels", "/timeline"]))\
            \(link(Routes.search.path(), strings.search, ["/search"]))</nav>
            """
    }

    private func isHere(_ prefixes: [String]) -> Bool {
        let here = page?.visit.path ?? ""
        return prefixes.contains { here.hasPrefix($0) }
    }

    /// The account's menu. Signing out is confirmed only in a demo account, which nobody can sign in to again.
    private func account(_ shown: Frame) -> HTML {
        """
        <div class="account">
        \(if: shown.name == nil, "<a class=\"button quiet\" href=\"\(registration)\">\(strings.keepIt)</a>")
        <details class="menu" data-menu>
        <summary class="button quiet owner" aria-label="\(strings.account): \(shown.name ?? strings.demoAccount)">\
        <span\(if: shown.name == nil, " class='badge'") dir="auto">\(shown.name ?? strings.demoAccount)</span></summary>
        <div class="menu-body">
        \(if: shown.name != nil, "<a class='button quiet' href='\(Routes.people.path())'>\(strings.people)</a>")\
        <a class="button quiet" href="\(Routes.settings.path())"\(if: isHere(["/settings"]), " aria-current='true'")>\
        \(strings.settings)</a>
        \(shown.name == nil ? leave : signOut(shown.csrf))
        </div></details>
        </div>
        """
    }

    private func signOut(_ csrf: String?) -> HTML {
        """
        <form method="post" action="\(Routes.signOut.path())" data-forget>\(csrf.map { HTML.csrfField($0) })\
        <button class="button quiet">\(strings.signOut)</button></form>
        """
    }

    private var leave: HTML {
        """
        <a class="button quiet" href="\(Routes.signOut.path())">\(strings.signOut)</a>
        """
    }

    /// Whoever came for an invitation comes back to it.
    private var registration: String { Routes.register.path(query: page?.visit.inviting ?? Query()) }

    private var waysIn: HTML {
        """
        <div class="account">
        <a class="button quiet" href="\(page?.visit.signInPath ?? Routes.signIn.path())">\(strings.signIn)</a>
        <a class="button quiet" href="\(registration)">\(strings.signUp)</a>
        </div>
        """
    }

    /// The hint to set the time zone, shown only without a script: a script sends the browser's time zone by itself.
    private var timeZoneHint: HTML {
        """
        <p class="hint without-script">\(strings.timeZoneUnknown) \
        <a href="\(Routes.settings.path())#timeZone">\(strings.setTimeZone)</a></p>
        """
    }

    private func footer(_ shown: Frame) -> HTML {
        """
        <footer class="site-footer">
        <div><p>\(strings.tagline)</p>\(if: shown.isSignedIn && shown.name == nil, "<p>\(strings.demoIsPrivate)</p>")\
        <p><a href="\(Routes.help.path())">\(strings.help)</a> · \
        <a href="\(Routes.privacy.path())">\(strings.privacy)</a></p></div>
        \(ChoiceForm(
            strings: strings, action: Routes.choices.path(), theme: shown.theme, csrf: shown.csrf,
            fields: shown.lacksTimeZone ? "<input type='hidden' name='timeZone' data-time-zone='learn'>" : nil
        ).html)
        </footer>
        """
    }
}
