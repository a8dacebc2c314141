/// The terms by which a product is found, for an index of FTS5.
///
/// The terms of a word are each two adjacent letters, and its last letter. So letters that stand side by side anywhere in
/// a word are a phrase of terms: the word 자전거 has the terms 자전, 전거 and 거, and "전거" is found in it as well as "자전거".
/// A single letter is the beginning of a term, since each letter of a word begins one.
enum ProductTerms {
    /// Number of letters of a product that are indexed at most; those of the name come first. A character can have several.
    private static let mostLetters = 2_000

    /// Returns the terms of a product, with spaces between them.
    static func terms(of product: NewProduct) -> String {
        let words = Keyword.words(of: product.name.text + "\n" + product.description.text, limit: mostLetters)
        var text = String.UnicodeScalarView()
        for word in words {
            for index in word.indices {
                if !text.isEmpty { text.append(" ") }
                text.append(contentsOf: word[index..<min(index + 2, word.endIndex)])
            }
        }
        return String(text)
    }

    /// Returns the query for products that have all words of a keyword.
    static func query(for keyword: Keyword) -> String {
        keyword.words.map { word in
            var terms = String.UnicodeScalarView()
            for index in 0..<max(word.count - 1, 1) {
                if !terms.isEmpty { terms.append(" ") }
                terms.append(contentsOf: word[index..<min(index + 2, word.endIndex)])
            }
            // Letters and digits only, so nothing in the quotes is an operator.
            return "\"\(String(terms))\"\(word.count == 1 ? "*" : "")"
        }.joined(separator: " ")
    }
}
