import CPostgres

/// The address of a database: `postgres://USER:PASSWORD@HOST:PORT/NAME?sslmode=verify-full`, with any parameter of libpq
/// (PostgreSQL's documentation, "Connection Strings").
///
/// The rest comes from libpq's environment variables, such as `PGPASSWORD` and `PGSSLMODE`, and from the
/// password file. Its description never contains a password.
public struct PostgresAddress: Hashable, Sendable, CustomStringConvertible {
    let text: String
    /// The address without the password.
    public let description: String

    /// - Parameter text: the address.
    /// - Throws: ``PostgresOpenError`` when libpq can't read it.
    public init(_ text: String) throws(PostgresOpenError) {
        guard Self.schemes.contains(where: text.hasPrefix) else {
            throw PostgresOpenError(malformed: "The address of a PostgreSQL database begins with postgres://.")
        }
        // Its message would quote the address with the password.
        guard let first = PQconninfoParse(text, nil) else { throw Self.malformed }
        defer { PQconninfoFree(first) }
        var found: [String: String] = [:]
        var option = first
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        // A password that isn't encoded ends up in one of these.
        guard !["host", "port", "dbname"].contains(where: { found[$0]?.contains("@") == true }),
            found["port"]?.allSatisfy({ "0123456789,".contains($0) }) != false
        else { throw Self.malformed }
        self.text = text
        let user = found["user"].map { "\($0)@" } ?? ""
        let port = found["port"].map { ":\($0)" } ?? ""
        description = "postgres://\(user)\(found["host"] ?? "")\(port)/\(found["dbname"] ?? "")"
    }

    private static let malformed = PostgresOpenError(
        malformed: "The address of the PostgreSQL database can't be read: it has the form "
            + "postgres://USER:PASSWORD@HOST:PORT/NAME, and its parts are percent-encoded.")

    private static let schemes = ["postgres://", "postgresql://"]

    /// Whether a text is meant as the address of a PostgreSQL database, and not as the path of a file.
    public static func isAddress(_ text: String) -> Bool { schemes.contains(where: text.hasPrefix) }
}
