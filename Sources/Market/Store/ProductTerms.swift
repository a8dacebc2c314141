/// The terms by which a product is found, for an index that knows their places.
///
/// The terms of a word are each two adjacent letters, and its last letter. So letters that stand side by side anywhere in
/// a word are a phrase of terms: the word 자전거 has the terms 자전, 전거 and 거, and "전거" is found in it as well as "자전거".
/// A single letter is the beginning of a term, since each letter of a word begins one.
enum ProductTerms {
    /// Number of letters of a product that are indexed at most; those of the name come first. A character can have several.
    private static let mostLetters = 2_000

    /// Number of terms of a keyword that are searched for. A search for more takes too long where a text repeats its letters.
    private static let mostTerms = 16

    /// Returns the terms of a product, in their order.
    static func terms(of product: NewProduct) -> [String] {
        terms(of: product.name.text, product.description.text)
    }

    /// Returns the terms of a product with these texts, in their order.
    static func terms(of name: String, _ description: String) -> [String] {
        let words = Keyword.words(of: name + "\n" + description, limit: mostLetters)
        return words.flatMap { word in
            word.indices.map { String(String.UnicodeScalarView(word[$0..<min($0 + 2, word.endIndex)])) }
        }
    }

    /// Terms that stand one after the other.
    struct Phrase {
        let terms: [String]
        /// Whether the only term is a letter, which terms begin with.
        let isBeginning: Bool
    }

    /// Returns the phrases of products that have all words of a keyword. Of words that have more than ``mostTerms`` together,
    /// each is found by its beginning; and a letter that repeats itself is found by two of it.
    static func phrases(of keyword: Keyword) -> [Phrase] {
        let words = keyword.words.map { word in
            var terms: [ArraySlice<Unicode.Scalar>] = []
            for index in 0..<max(word.count - 1, 1) {
                let term = word[index..<min(index + 2, word.endIndex)]
                if terms.last.map({ $0.elementsEqual(term) }) != true { terms.append(term) }
            }
            return terms
        }
        // The words take turns, so that none is left out for a long one.
        var counts = words.map { _ in 0 }
        var left = mostTerms
        while left > 0,
            let next = words.indices.filter({ counts[$0] < words[$0].count }).min(by: { counts[$0] < counts[$1] })
        {
            counts[next] += 1
            left -= 1
        }
        return zip(words, counts).map { terms, count in
            Phrase(
                terms: terms.prefix(count).map { String(String.UnicodeScalarView($0)) },
                isBeginning: terms[0].count == 1)
        }
    }
}
