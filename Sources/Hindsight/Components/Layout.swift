import HindsightDomain
import Live

/// The parts that every page has around its main content: head, header, footer and connection state.
struct Layout {
    let copy: Copy
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

    private var isOpen: Bool { page != nil && isLive }

    private var shown: Frame { page.map { Frame($0.visit) } ?? frame }

    func document(_ main: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="\(copy.language.rawValue)"\(shown.theme.map { " data-theme='\($0.rawValue)'" })>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        \(colors)
        <title>\(title)</title>
        \(publicHead ?? "<meta name='robots' content='noindex'>")
        <link rel="stylesheet" href="\(copy.asset("/hindsight.css"))">\
        \(if: shown.isSignedIn, "<link rel='stylesheet' href='\(copy.asset("/goals.css"))'>")\
        \(sheets.map { "<link rel='stylesheet' href='\(copy.asset($0))' data-own>" })
        <link rel="icon" href="\(copy.asset("/icon.svg"))">
        <link rel="apple-touch-icon" href="\(copy.asset("/icon-180.png"))">
        <link rel="manifest" href="\(copy.asset("/hindsight.webmanifest"))">
        <script type="module" src="\(copy.asset("/pages.js"))" data-runtime="\(copy.asset("/live.js"))" \
        data-window="\(copy.asset("/window.js"))" data-typing="\(copy.asset("/typing.js"))"></script>
        \(if: isOpen, liveScripts)\
        \(script.map { "<script type='module' src='\(copy.asset($0))' data-runtime></script>" })
        </head>
        <body>
        <a class="skip" href="#main">\(copy.skipToContent)</a>
        \(header)
        <main id="main" tabindex="-1"\(if: !mainClass.isEmpty, " class='\(mainClass)'") \(if: isOpen, page?.live ?? "")>
        \(page?.flash("class='notice done' data-timeout='5000'"))
        \(if: shown.lacksTimeZone, timeZoneHint)
        \(problem)
        \(main)
        </main>
        \(footer)
        \(connection)
        </body>
        </html>
        """
    }

    /// Modules that the script of a live page imports, named here so that they load early.
    private var liveScripts: HTML {
        """
        <script type="module" src="\(copy.asset("/live.js"))"></script>\
        <script type="module" src="\(copy.asset("/window.js"))"></script>
        """
    }

    /// Meta elements for the colour scheme of the page and the colour of the browser's interface.
    private var colors: HTML {
        switch shown.theme {
        case .light: "<meta name='color-scheme' content='light'>\n<meta name='theme-color' content='#f4f1f4'>"
        case .dark: "<meta name='color-scheme' content='dark'>\n<meta name='theme-color' content='#17131b'>"
        case nil:
            """
            <meta name="color-scheme" content="light dark">
            <meta name="theme-color" content="#f4f1f4" media="(prefers-color-scheme: light)">
            <meta name="theme-color" content="#17131b" media="(prefers-color-scheme: dark)">
            """
        }
    }

    private var header: HTML {
        """
        <header class="site-header">
        <a class="wordmark" href="\(shown.isSignedIn ? Routes.activeGoals.path() : Routes.home.path())">\
        <svg class="jewel jewel-purple" aria-hidden="true"><use href="\(copy.asset("/jewels.svg"))#brilliant"></use></svg>\
        \(copy.appName)</a>
        \(if: shown.isSignedIn, places)
        \(shown.isSignedIn ? shown.name.map(account) ?? demo : waysIn)
        </header>
        """
    }

    /// Links to the main pages of an account.
    private var places: HTML {
        let here = page?.visit.path ?? ""
        func link(_ address: String, _ name: String, _ prefixes: [String]) -> HTML {
            "<a href='\(address)'\(if: prefixes.contains { here.hasPrefix($0) }, " aria-current='true'")>\(name)</a>"
        }
        return """
            <nav class="places" aria-label="\(copy.places)">\
            \(link(Routes.activeGoals.path(), copy.goals, ["/goals"]))\
            \(link(Routes.thisWeek.path(), copy.lookBack, ["/weeks", "/years", "/jewels"]))\
            \(link(Routes.search.path(), copy.search, ["/search"]))\
            \(link(Routes.settings.path(), copy.settings, ["/settings"]))</nav>
            """
    }

    /// The account's links. Signing out needs no confirmation: the owner can sign in again.
    private func account(_ name: String) -> HTML {
        """
        <div class="account">
        <a class="button quiet owner" href="\(Routes.settings.path())" aria-label="\(copy.settings): \(name)"><span dir="auto">\(name)</span></a>
        <form method="post" action="\(Routes.signOut.path())" data-forget>\(shown.csrf.map { HTML.csrfField($0) })\
        <button class="button quiet">\(copy.signOut)</button></form>
        </div>
        """
    }

    private var demo: HTML {
        """
        <div class="account">
        <span class="badge">\(copy.demoAccount)</span>
        <a class="button quiet" href="\(Routes.register.path())">\(copy.keepIt)</a>
        <a class="button quiet" href="\(Routes.signOut.path())">\(copy.signOut)</a>
        </div>
        """
    }

    private var waysIn: HTML {
        """
        <div class="account">
        <a class="button quiet" href="\(Routes.signIn.path())">\(copy.signIn)</a>
        <a class="button quiet" href="\(Routes.register.path())">\(copy.signUp)</a>
        </div>
        """
    }

    /// The hint to set the time zone, shown only without a script: a script sends the browser's time zone by itself.
    private var timeZoneHint: HTML {
        """
        <p class="hint without-script">\(copy.timeZoneUnknown) \
        <a href="\(Routes.settings.path())#timeZone">\(copy.setTimeZone)</a></p>
        """
    }

    private var footer: HTML {
        """
        <footer class="site-footer">
        <div><p>\(copy.tagline)</p>\(if: shown.isSignedIn && shown.name == nil, "<p>\(copy.demoIsPrivate)</p>")\
        \(if: shown.isSignedIn, "<p><a href=\"\(Routes.about)\">\(copy.about)</a></p>")</div>
        <form class="choices" method="post" action="\(Routes.choices.path())">\(shown.csrf.map { HTML.csrfField($0) })\
        \(if: shown.lacksTimeZone, "<input type='hidden' name='timeZone' data-time-zone='learn'>")
        <div role="group" aria-label="\(copy.languageChoice)">\(Language.allCases.map { language in
            choice("language", language.rawValue, copy.name(of: language), language == copy.language, language)
        })</div>
        <div role="group" aria-label="\(copy.themeChoice)">\
        \(choice("theme", "system", copy.systemTheme, shown.theme == nil))\
        \(choice("theme", Theme.light.rawValue, copy.lightTheme, shown.theme == .light))\
        \(choice("theme", Theme.dark.rawValue, copy.darkTheme, shown.theme == .dark))</div>
        </form>
        </footer>
        """
    }

    private func choice(
        _ field: String, _ value: String, _ name: String, _ isChosen: Bool, _ language: Language? = nil
    ) -> HTML {
        """
        <button name="\(field)" value="\(value)"\(language.map { " lang='\($0.rawValue)'" }) \
        aria-pressed="\(isChosen ? "true" : "false")">\(name)</button>
        """
    }

    private var problem: HTML? {
        page?.visit.problem.map { problem in
            "<div class='notice alert' role='alert'><p>\(copy.message(problem))</p></div>"
        }
    }

    private var connection: HTML {
        """
        <div id="connection" role="status" aria-live="polite">
        <span data-when="live">\(copy.live)</span>
        <span data-when="reconnecting">\(copy.reconnecting)</span>
        <span data-when="offline">\(copy.offline)</span>
        \(if: isOpen, liveStates)
        </div>
        """
    }

    /// Texts for the connection states that only a live page has.
    private var liveStates: HTML {
        """
        <span data-when="connecting">\(copy.connecting)</span>
        \(if: takesText, "<span data-when=\"toolarge\">\(copy.tooLarge)</span>")
        <span data-when="ended">\(copy.ended) <a href="">\(copy.reload)</a></span>
        """
    }
}

extension Copy {
    func message(_ problem: Visit.Problem) -> String {
        switch problem {
        case .staleForm: staleForm
        case .notOffered: notOffered
        case .unfinished: unfinished
        }
    }
}
