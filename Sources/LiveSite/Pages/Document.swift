import Live

/// The document around a page's main content: the head, a link to skip to the content, notices, and the state of the
/// connection. An app has one place that makes it, with its own sheets, header and footer.
///
/// A page is changed in the window without a reload by `pages.js`, which loads `live.js`, `window.js` and `typing.js`
/// where a page needs them; all four are files of the site, as is `uploads.js` for a page with a field for files. A `later.js` of the site is loaded at the first key, when the
/// reader comes back to the page, or when a grip or a link that shares is pressed.
public struct Document<Strings: SiteStrings> {
    let strings: Strings
    let title: String
    /// The page's connection to its visit and session; nil for a page that is not live.
    public var page: Page?
    /// Whether the page stays connected. A page with a form that is only submitted as a whole needn't.
    public var isLive = true
    /// Whether the page has text fields, whose text may be too long to send.
    public var takesText = false
    /// The chosen theme; nil follows the browser's setting.
    public var theme: Theme?
    /// Colours of the browser's interface beside a light and a dark page, in CSS notation.
    public var paper = (light: "#ffffff", dark: "#000000")
    /// Metadata for search engines and link previews; nil for a private page, which gets `noindex`.
    public var metadata: HTML?
    /// Links of the head: style sheets, icons, manifest. A sheet that only some pages have is marked with `data-own`;
    /// it stays loaded in the window after the page is left, so its rules only use classes of its own.
    public var links: HTML = ""
    /// Path of a script that only this page has; nil for none. The window reloads the whole document to open such a
    /// page.
    public var script: String?
    /// The site's header, before the main content.
    public var header: HTML = ""
    /// Class of the `<main>` element; empty for none.
    public var mainClass = ""
    /// A notice that is shown before the page's own; nil for none.
    public var hint: HTML?
    /// The site's footer, after the main content.
    public var footer: HTML = ""

    /// - Parameters:
    ///   - strings: the site's strings.
    ///   - title: the complete title of the document.
    public init(strings: Strings, title: String) {
        (self.strings, self.title) = (strings, title)
    }

    private var isOpen: Bool { page != nil && isLive }

    /// Returns the document with this main content.
    public func html(_ main: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="\(strings.language.rawValue)"\(theme.map { " data-theme='\($0.rawValue)'" })>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        \(colors)
        <title>\(title)</title>
        \(metadata ?? "<meta name='robots' content='noindex'>")
        \(links)
        <script type="module" src="\(strings.asset("/pages.js"))" data-runtime="\(strings.asset("/live.js"))" \
        data-window="\(strings.asset("/window.js"))" data-typing="\(strings.asset("/typing.js"))"></script>
        \(if: isOpen, liveScripts)\
        \(script.map { "<script type='module' src='\(strings.asset($0))' data-runtime></script>" })
        </head>
        <body>
        <a class="skip" href="#main">\(strings.skipToContent)</a>
        \(header)
        <main id="main" tabindex="-1"\(if: !mainClass.isEmpty, " class='\(mainClass)'") \(if: isOpen, page?.live ?? "")>
        \(page?.flash("class='notice done' data-timeout='5000'"))
        \(hint)
        \(problem)
        \(main)
        </main>
        \(footer)
        <div id="connection" role="status" aria-live="polite">
        <span data-when="live">\(strings.live)</span>
        <span data-when="reconnecting">\(strings.reconnecting)</span>
        <span data-when="offline">\(strings.offline)</span>
        \(if: isOpen, liveStates)
        </div>
        </body>
        </html>
        """
    }

    /// Modules that the script of a live page imports, named here so that they load early.
    private var liveScripts: HTML {
        """
        <script type="module" src="\(strings.asset("/live.js"))"></script>\
        <script type="module" src="\(strings.asset("/window.js"))"></script>
        """
    }

    /// Meta elements for the colour scheme of the page and the colour of the browser's interface.
    private var colors: HTML {
        switch theme {
        case .light:
            "<meta name='color-scheme' content='light'>\n<meta name='theme-color' content='\(paper.light)'>"
        case .dark:
            "<meta name='color-scheme' content='dark'>\n<meta name='theme-color' content='\(paper.dark)'>"
        case nil:
            """
            <meta name="color-scheme" content="light dark">
            <meta name="theme-color" content="\(paper.light)" media="(prefers-color-scheme: light)">
            <meta name="theme-color" content="\(paper.dark)" media="(prefers-color-scheme: dark)">
            """
        }
    }

    private var problem: HTML? {
        page?.visit.problem.map { problem in
            "<div class='notice alert' role='alert'><p>\(strings.message(problem))</p></div>"
        }
    }

    /// Texts for the connection states that only a live page has.
    private var liveStates: HTML {
        """
        <span data-when="connecting">\(strings.connecting)</span>
        \(if: takesText, "<span data-when=\"toolarge\">\(strings.tooLarge)</span>")
        <span data-when="ended">\(strings.ended) <a href="">\(strings.reload)</a></span>
        """
    }
}
