import Foundation
import Testing

/// The SQL that every server with PostgreSQL's protocol has.
public enum CommonGround {
    /// Functions of standard SQL, or of each known engine.
    private static let functions: Set = [
        "abs", "cast", "check", "coalesce", "count", "date", "exists", "greatest", "least", "length", "max", "min",
        "nullif", "row_number", "substr", "sum",
    ]
    /// Words and operators that aren't standard SQL.
    private static let words = [
        "&&", "::", "@>", "@@", "ANY", "ARRAY", "DISTINCT ON", "FOR UPDATE", "ILIKE", "LATERAL", "LISTEN",
        "ON CONFLICT",
        "RETURNING", "SAVEPOINT", "SERIALIZABLE", "SKIP LOCKED", "USING GIN", "json", "jsonb", "plpgsql", "regclass",
        "tableoid", "timestamptz", "tsquery", "tsvector", "xid8",
    ]

    /// Expects that what statements use beyond it stands in the documentation of LivePostgres.
    ///
    /// - Parameter statements: the statements, in PostgreSQL's language.
    public static func expectDocumented(
        _ statements: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let made = Set(statements.compactMap { $0.firstMatch(of: /CREATE FUNCTION (\w+)\(/)?.1 })
        var used: Set<String> = []
        for statement in statements {
            // Not what stands in quotation marks.
            let text = statement.replacing(/'[^']*'/, with: "''")
            for match in text.matches(of: /(?<name>[A-Za-z_]\w*)\(/) where !made.contains(match.name) {
                let isWord = words.contains(match.name.uppercased())
                if !isWord { used.insert(match.name.lowercased()) }
            }
            for word in words {
                let pattern = word.first!.isLetter ? "\\b\(word)\\b" : NSRegularExpression.escapedPattern(for: word)
                if text.range(of: pattern, options: [.regularExpression, .caseInsensitive]) != nil {
                    used.insert(word)
                }
            }
        }
        #expect(!used.isEmpty, sourceLocation: sourceLocation)
        let missing = used.subtracting(functions).subtracting(try documented())
        #expect(missing.sorted() == [], sourceLocation: sourceLocation)
    }

    /// The words in the table of the documentation.
    private static func documented() throws -> Set<String> {
        let file = URL(filePath: #filePath).appending(
            path: "../../../Sources/LivePostgres/LivePostgres.docc/LivePostgres.md")
        let guide = try String(contentsOf: file.standardized, encoding: .utf8)
        let table = guide.split(separator: "### Beyond the common ground of SQL").last?.split(separator: "## Topics")
            .first
        // Links have two backticks.
        let plain = (table ?? "").replacing("``", with: "")
        return Set(plain.matches(of: /`([^`]+)`/).map { String($0.1) })
    }
}
