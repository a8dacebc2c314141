import Live

/// A row of links, one of which is to what the page shows.
struct FilterNav {
    struct Link {
        let address: String
        let words: String
        let isPresent: Bool
    }

    /// The label for screen readers.
    let label: String
    let links: [Link]
    /// Classes besides that of all such rows.
    var classes = ""

    var html: HTML {
        """
        <nav class="filters\(classes)" aria-label="\(label)"><ul class="filter" role="list">\(links.map { link in
            """
            <li><a href="\(link.address)"\(if: link.isPresent, " aria-current='page'")>\(link.words)</a></li>
            """
        })</ul></nav>
        """
    }
}
