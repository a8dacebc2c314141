import LiveSQL

/// Statements on the list of products, and how they are searched: all in which the engines differ.
///
/// SQLite searches an index of FTS5, and PostgreSQL a `tsvector` with an index of the kind GIN. Both have the terms of
/// ``ProductTerms`` with their places, so both find the same, but for one thing: PostgreSQL keeps 256 places of a term.
struct ProductLists: Sendable {
    /// Returns a row for each product of `?2` pages from the page `?1` on, or of the last page, each with the number of
    /// products on all pages and the number of the first page. Without a product it is one row.
    let pages: String
    /// Returns the same of the products that match the query `?2`, of `?3` pages.
    let foundPages: String
    /// Returns the rows of the products whose IDs are in the JSON array `?1`.
    let among: String
    /// Adds the terms `?2` of the product `?1` to the index.
    let index: String
    /// Replaces the terms of the product `?1`.
    let indexAgain: String
    private let dialect: SQLDialect

    var all: [String] { [pages, foundPages, among, index, indexAgain] }

    init(_ dialect: SQLDialect) {
        self.dialect = dialect
        let (least, greatest, matches, terms, asked) =
            switch dialect {
            case .sqlite:
                ("min", "max", "productSearch MATCH ?2", "?2", "json_each(?1) AS asked")
            case .postgres:
                (
                    "least", "greatest", "productSearch.terms @@ CAST(?2 AS tsquery)", "CAST(?2 AS tsvector)",
                    "(SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(?1 AS json))) AS asked (value)"
                )
            }
        let (row, cover, size) = (ProductStatements.row, ProductStatements.cover, ProductPage.size)
        let most = ProductPage.mostProducts

        /// The number of the page that is read when the page `?1` is asked for, of so many products.
        func page(of count: String) -> String {
            "\(greatest)(1, \(least)(?1, (\(count) + \(size - 1)) / \(size)))"
        }

        func offset(of count: String, from source: String) -> String {
            "(SELECT \(size) * (\(page(of: count)) - 1) FROM \(source))"
        }

        let tallied = "\(least)(tally.products, \(most))"
        pages = """
            SELECT total.count, \(page(of: "total.count")), \(row)
            FROM (SELECT \(tallied) AS count FROM tally WHERE tally.id = 1) AS total
            LEFT JOIN (
                SELECT listed.id FROM product AS listed INDEXED BY product_listed
                WHERE listed.id <= 9223372036854775807 ORDER BY listed.id DESC
                LIMIT \(size) * ?2 OFFSET \(offset(of: tallied, from: "tally WHERE tally.id = 1"))
            ) AS found ON true
            LEFT JOIN product ON product.id = found.id
            \(cover)
            """
        // The oldest product that is searched: a search reads no more entries of the index than the list has.
        let oldest = """
            coalesce((
                SELECT oldest.id FROM product AS oldest INDEXED BY product_listed
                WHERE oldest.id <= 9223372036854775807 ORDER BY oldest.id DESC
                LIMIT 1 OFFSET \(most - 1)
            ), 0)
            """
        let found = "\(matches) AND productSearch.rowid >= \(oldest)"
        foundPages = """
            WITH total (count) AS MATERIALIZED (SELECT COUNT(*) FROM productSearch WHERE \(found))
            SELECT total.count, \(page(of: "total.count")), \(row)
            FROM total
            LEFT JOIN (
                SELECT productSearch.rowid AS id FROM productSearch WHERE \(found) ORDER BY productSearch.rowid DESC
                LIMIT \(size) * ?3 OFFSET \(offset(of: "total.count", from: "total"))
            ) AS found ON true
            LEFT JOIN product ON product.id = found.id
            \(cover)
            """
        among = "SELECT \(row) FROM \(asked) CROSS JOIN product ON product.id = asked.value \(cover)"
        index = "INSERT INTO productSearch (rowid, terms) VALUES (?1, \(terms))"
        indexAgain = "UPDATE productSearch SET terms = \(terms) WHERE rowid = ?1"
    }

    /// Returns terms as the index takes them.
    func terms(_ terms: [String]) -> String {
        switch dialect {
        case .sqlite: terms.joined(separator: " ")
        // Letters and digits only, so nothing in the quotes ends them.
        case .postgres: terms.enumerated().map { "'\($1)':\($0 + 1)" }.joined(separator: " ")
        }
    }

    /// Returns the query for products that have all phrases.
    func query(_ phrases: [ProductTerms.Phrase]) -> String {
        switch dialect {
        case .sqlite:
            phrases.map { "\"\($0.terms.joined(separator: " "))\"\($0.isBeginning ? "*" : "")" }.joined(separator: " ")
        case .postgres:
            phrases.map { phrase in
                let terms = phrase.terms.map { "'\($0)'\(phrase.isBeginning ? ":*" : "")" }
                return "(\(terms.joined(separator: " <-> ")))"
            }.joined(separator: " & ")
        }
    }
}
