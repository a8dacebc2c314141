import Live
import LiveSite

/// A page of headings and paragraphs that everybody can read: `/help` and `/privacy`.
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
    /// The address of the page, with the origin of the site.
    let address: String

    var html: HTML {
        Layout(
            strings: strings, title: strings.title(heading), sheets: ["/forms.css"], frame: frame,
            publicHead: """
                <meta name="description" content="\(lead)">
                <link rel="canonical" href="\(address)">
                """
        ).document(
            """
            <h1>\(heading)</h1>
            <p class="lead">\(lead)</p>
            <div class="settings">
            \(sections.map { section in
                """
                <section><header><h2>\(section.heading)</h2></header>\
                \(section.paragraphs.map { "<p>\($0)</p>" as HTML })</section>
                """ as HTML
            })
            </div>
            """)
    }
}
