import HindsightDomain
import LiveSQL

/// The searchable text of a goal, in the form from which its index entry is made: the indexed beginnings of its words
/// and its runs of syllables, each once, prefixed with `w` or `s` and separated by spaces.
///
/// An entry of the index is removed by giving the index the same terms again. So the terms are made from this text
/// alone, whatever the Unicode tables of a later version say. A change to how they are made requires a migration that
/// rebuilds the index.
struct IndexedText {
    /// Number of scalars of a word that are indexed. The rest of a longer search term is compared with the text itself.
    private static let longestPrefix = 8
    /// Number of pieces of a search that are looked up at most. More would hardly exclude further goals.
    private static let mostPieces = 24

    /// The text of a goal whose pieces would take too much space: such a goal is examined in every search of its owner.
    static let everywhere = "x"

    let text: String

    init(text: String) { self.text = text }

    /// Makes the text of a goal. Its index entry takes at most about four times the bytes of its texts, plus 512 bytes.
    ///
    /// - Parameter texts: all texts of the goal.
    init(of texts: [String]) {
        let limit = 4 * texts.reduce(0) { $0 + $1.utf8.count } + 512
        var known: Set<String> = []
        var text = ""
        for normal in texts.map({ SearchText($0) }) {
            for run in normal.runs() {
                let beginnings = run.isOfSyllables ? [run.range.lowerBound] : normal.beginnings(in: run.range)
                for start in beginnings {
                    let scalars = normal.scalars[start..<run.range.upperBound]
                    let chunk = Self.piece(
                        "", run.isOfSyllables ? "s" : "w",
                        run.isOfSyllables ? scalars : scalars.prefix(Self.longestPrefix))
                    guard known.insert(chunk).inserted else { continue }
                    if !text.isEmpty { text += " " }
                    text += chunk
                }
            }
            if text.utf8.count > limit { break }
        }
        // The index stores a piece as its difference from the piece before it, with a number for the piece and one for
        // the goal.
        var size = text.utf8.count
        for piece in Self.pieces(of: text, "") where size <= limit {
            size += 4 + (piece.unicodeScalars.last.map { UTF8.width($0) } ?? 0)
        }
        self.text = size <= limit ? text : Self.everywhere
    }

    /// Returns the pieces that the goal is found by, separated by spaces: each syllable and each two adjacent
    /// syllables, and the beginnings of each word, each prefixed with the owner's number.
    func terms(of owner: AccountID) -> String {
        Self.pieces(of: text, owner.description).joined(separator: " ")
    }

    private static func pieces(of text: String, _ prefix: String) -> Set<String> {
        var pieces: Set<String> = []
        for chunk in text.split(separator: " ") {
            let scalars = Array(chunk.unicodeScalars)
            if chunk == everywhere {
                pieces.insert(prefix + everywhere)
            } else if scalars[0] == "s" {
                for index in 1..<scalars.count {
                    pieces.insert(piece(prefix, scalars[0], scalars[index...index]))
                    if index + 1 < scalars.count {
                        pieces.insert(piece(prefix, scalars[0], scalars[index...index + 1]))
                    }
                }
            } else {
                for end in 1...min(scalars.count - 1, longestPrefix) {
                    pieces.insert(piece(prefix, scalars[0], scalars[1...end]))
                }
            }
        }
        return pieces
    }

    /// Returns the parameter of the statements that search: goals of the owner that have all the pieces, and those that are
    /// examined in every search. They are candidates, which may lack the whole search terms.
    static func match(_ query: SearchQuery, of owner: AccountID, _ dialect: SQLDialect) -> String {
        var pieces: [String] = []
        let prefix = owner.description
        for term in query.terms {
            let scalars = term.scalars[...]
            if !term.isOfSyllables {
                pieces.append(piece(prefix, "w", scalars.prefix(longestPrefix)))
            } else if scalars.count == 1 {
                pieces.append(piece(prefix, "s", scalars))
            } else {
                for index in 0..<scalars.count - 1 { pieces.append(piece(prefix, "s", scalars[index...index + 1])) }
            }
        }
        // Each is one token: it contains only letters, digits and non-ASCII characters.
        let asked = pieces.prefix(mostPieces)
        switch dialect {
        case .sqlite:
            let all = asked.map { "\"\($0)\"" }.joined(separator: " ")
            return "(\(all)) OR \"\(prefix)\(everywhere)\""
        case .postgres: return asked.joined(separator: " ")
        }
    }

    private static func piece(
        _ owner: String, _ mark: Unicode.Scalar, _ scalars: ArraySlice<Unicode.Scalar>
    ) -> String {
        var piece = owner.unicodeScalars
        piece.append(mark)
        piece.append(contentsOf: scalars)
        return String(piece)
    }
}
