import Live
import LiveSite

/// A page of headings and paragraphs that everybody can read: `/help`, `/privacy` and `/offline`.
struct InfoPage {
    /// A part of the page.
    struct Section {
        let heading: String
        let paragraphs: [HTML]
    }

    let strings: Strings
    let frame: Frame
    let heading: String
    let lead: String
    let sections: [Section]
    /// Further sections.
    var end: HTML = ""
    /// The address of the page, with the origin of the site.
    let address: String
    /// A page for a browser without a connection, which nobody searches for.
    var isOffline = false

    var html: HTML {
        Layout(
            strings: strings, title: strings.title(heading), sheets: ["/forms.css", "/later.css"],
            script: isOffline ? "/offline.js" : nil, frame: frame,
            publicHead: isOffline
                ? nil
                : """
                <meta name="description" content="\(lead)">
                <link rel="canonical" href="\(address)">
                """
        ).document(
            """
            \(if: isOffline, seenNotice)
            <h1>\(heading)</h1>
            <p class="lead">\(lead)</p>
            <div class="settings"\(if: isOffline, " id='seen-lists'")>
            \(sections.map { section in
                """
                <section><header><h2>\(section.heading)</h2></header>\
                \(section.paragraphs.map { "<p>\($0)</p>" as HTML })</section>
                """ as HTML
            })
            \(end)
            </div>
            """)
    }

    /// The notice that the browser's worker puts on a list that was seen before, with `{time}` and `{day}` filled in.
    private var seenNotice: HTML {
        "<template id=\"seen-notice\"><div class=\"notice\" id=\"seen\"><p>\(strings.seenNotice)</p></div></template>"
    }
}
