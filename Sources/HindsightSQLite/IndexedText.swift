import HindsightDomain

/// What is searched of a goal, in the form in which the index is told of it: the beginnings of its words and its runs of
/// syllables, each once, `w` or `s` before it, with a space between.
///
/// An entry of the index is taken out by telling it the same again. So the pieces are made of this text alone, whatever
/// the Unicode tables of a later version say. To change how they are made is a migration that makes the index anew.
struct IndexedText {
    /// So many scalars of a word are in the index. Of a longer one that is searched for, the rest is compared.
    private static let longestPrefix = 8
    /// More pieces of what is searched for would hardly leave fewer goals.
    private static let mostPieces = 24

    /// The whole text of a goal whose pieces would take too much: it is looked at in every search of its owner.
    private static let everywhere = "x"

    let text: String

    init(text: String) { self.text = text }

    /// The index of a goal takes about four times the bytes of its texts at most, and as many besides as short texts need.
    ///
    /// - Parameter texts: all that a goal has.
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
        // A piece stands in the index as what it has besides the piece before it, with a number of each and of the goal.
        var size = text.utf8.count
        for piece in Self.pieces(of: text, "") where size <= limit {
            size += 4 + (piece.unicodeScalars.last.map { UTF8.width($0) } ?? 0)
        }
        self.text = size <= limit ? text : Self.everywhere
    }

    /// The pieces by which the goal is found, as a text of the index: each syllable and each two that stand together, and
    /// the beginnings of each word.
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

    /// The question to the index: goals of the owner that have all the pieces, and those that are looked at in every search.
    /// They may lack what was searched for.
    static func match(_ query: SearchQuery, of owner: AccountID) -> String {
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
        // Each is one token: it has nothing but letters, digits and what is not ASCII.
        let asked = pieces.prefix(mostPieces).map { "\"\($0)\"" }.joined(separator: " ")
        return "(\(asked)) OR \"\(prefix)\(everywhere)\""
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
