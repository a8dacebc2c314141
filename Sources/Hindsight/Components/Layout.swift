import Live

/// What every page has around its own part: head, header, footer, the state of the line.
struct Layout {
    let copy: Copy
    /// The document's title, whole.
    let title: String
    /// The page, which gives its visitor's header; nil for one that is not live.
    var page: Page?
    /// A class for the main part.
    var mainClass = ""

    private var visit: Visit? { page?.visit }

    func document(_ main: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="\(copy.language.rawValue)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <meta name="theme-color" content="#f4f1f4" media="(prefers-color-scheme: light)">
        <meta name="theme-color" content="#17131b" media="(prefers-color-scheme: dark)">
        <title>\(title)</title>
        <link rel="stylesheet" href="/hindsight.css">
        <link rel="icon" href="/icon.svg" type="image/svg+xml">
        <script type="module" src="/pages.js" data-runtime="/live.js" data-window="/window.js" data-typing="/typing.js">\
        </script>
        \(if: page != nil, "<script type='module' src='/live.js'></script><script type='module' src='/window.js'></script>")
        </head>
        <body>
        <a class="skip" href="#main">\(copy.skipToContent)</a>
        \(header)
        <main id="main" tabindex="-1"\(if: !mainClass.isEmpty, " class='\(mainClass)'") \(page?.live)>
        \(page?.flash("class='notice done'"))
        \(problem)
        \(main)
        </main>
        <footer class="site-footer">
        <p>\(copy.tagline)</p>
        \(if: visit != nil, "<p>\(copy.demoIsPrivate)</p>")
        </footer>
        \(connection)
        </body>
        </html>
        """
    }

    private var header: HTML {
        """
        <header class="site-header">
        <a class="wordmark" href="\(visit == nil ? Routes.home.path() : Routes.completedGoals.path())">\
        <svg class="jewel jewel-purple" aria-hidden="true"><use href="/jewels.svg#brilliant"></use></svg>\
        \(copy.appName)</a>
        \(visit.flatMap { $0.isGuest ? nil : account($0) })
        </header>
        """
    }

    private func account(_ visit: Visit) -> HTML {
        """
        <div class="account">
        <span class="badge">\(copy.demoAccount)</span>
        <form method="post" action="\(Routes.signOut.path())">\(HTML.csrfField(visit.csrf))\
        <button class="button quiet">\(copy.signOut)</button></form>
        </div>
        """
    }

    private var problem: HTML? {
        visit?.problem.map { problem in
            "<div class='notice alert' role='alert'><p>\(copy.message(problem))</p></div>"
        }
    }

    private var connection: HTML {
        """
        <div id="connection" role="status" aria-live="polite">
        <span data-when="live">\(copy.live)</span>
        <span data-when="connecting">\(copy.connecting)</span>
        <span data-when="reconnecting">\(copy.reconnecting)</span>
        <span data-when="offline">\(copy.offline)</span>
        <span data-when="toolarge">\(copy.tooLarge)</span>
        <span data-when="ended">\(copy.ended) <a href="">\(copy.reload)</a></span>
        </div>
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
