/// An error of a ``PostgresDatabase`` while it is in use.
public enum PostgresError: Error, Sendable, CustomStringConvertible {
    /// The server refused a statement.
    case refused(PostgresFault)
    /// There is no connection: the server can't be reached, or has closed it. The reason is one sentence. Nothing was changed.
    case unavailable(String)
    /// All connections were in use for longer than a job may wait, or too many jobs waited. Nothing was changed.
    case busy
    /// The connection was lost while a transaction was being committed: it is not known whether its changes are there. A job
    /// with an idempotency key can be requested again.
    case unknownOutcome
    /// A column holds NULL, or a value of another type than the one that is read.
    case unreadable(column: Int)

    /// The reason, for logs. It contains no values of statements or rows.
    public var description: String {
        switch self {
        case .refused(let fault): "\(fault)"
        case .unavailable(let reason): reason
        case .busy: "All connections to PostgreSQL are in use."
        case .unknownOutcome: "The connection to PostgreSQL was lost during a commit."
        case .unreadable(let column): "Column \(column) can't be read."
        }
    }
}

/// The server's reason for refusing a statement.
public struct PostgresFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The SQLSTATE: five letters or digits (PostgreSQL's documentation, appendix A).
    public let state: String
    /// The server's sentence; nil for those that could contain a value of the statement.
    public let message: String?
    /// The name of the violated constraint; nil for another fault.
    public let constraint: String?

    init(state: String, message: String, constraint: String?) {
        self.state = state
        let isPlain = Self.plainClasses.contains { state.hasPrefix($0) } || Self.plainStates.contains(state)
        self.message = isPlain ? message : nil
        self.constraint = constraint
    }

    /// Classes whose sentences name tables and constraints at most: transactions, constraints, conflicts, resources, locks,
    /// and the operator's doing. Others quote what they are about.
    private static let plainClasses = ["23", "25", "40", "53", "55", "57"]
    /// A missing right, a missing column, a table that exists already.
    private static let plainStates = ["42501", "42703", "42P07"]

    /// Whether the transaction succeeds when it is run again: it met another one (serialization failure or deadlock).
    public var isConflict: Bool { state == "40001" || state == "40P01" }
    /// Whether a unique constraint is violated.
    public var violatesUniqueness: Bool { state == "23505" }

    /// The reason, for logs.
    public var description: String {
        "PostgreSQL \(state)\(message.map { ": \($0)" } ?? "")"
    }
}

/// The reason why a database can't be opened, in words for the operator who starts the program.
public struct PostgresOpenError: Error, Sendable, CustomStringConvertible {
    /// One sentence that names the database, without a password, and the problem.
    public let description: String

    init(_ address: PostgresAddress, _ problem: String) {
        description = "The database \(address) \(problem)."
    }

    init(malformed problem: String) { description = problem }
}
