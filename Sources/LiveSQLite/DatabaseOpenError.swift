import Foundation
import GRDB

/// The reason why the database can't be opened or copied, in words for the operator who runs the command.
public struct DatabaseOpenError: Error, Sendable, CustomStringConvertible {
    /// The file; `nil` for memory.
    public let path: String?
    /// One sentence that names the file and the problem.
    public let message: String
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// The same as ``message``.
    public var description: String { message }

    /// - Parameter problem: the rest of the sentence after the file's name.
    init(path: String?, problem: String, cause: (any Error)? = nil) {
        self.path = path
        self.message = "The database \(path.map { "'\($0)'" } ?? "in memory") \(problem)."
        self.cause = cause
    }

    init(path: String?, cause: any Error) {
        let problem =
            switch (cause as? DatabaseError)?.resultCode {
            case DatabaseError.SQLITE_NOTADB?: "is not an SQLite database"
            case DatabaseError.SQLITE_CANTOPEN?: "can't be opened: is it a file, and may this user read and write it?"
            case DatabaseError.SQLITE_READONLY?, DatabaseError.SQLITE_PERM?: "can't be written to"
            case DatabaseError.SQLITE_BUSY?: "is in use by another process"
            case DatabaseError.SQLITE_CORRUPT?: "is damaged"
            default: "can't be opened (\(cause))"
            }
        self.init(path: path, problem: problem, cause: cause)
    }

    /// Throws if the folder is missing or `path` is itself a folder. SQLite reports a missing folder like a missing
    /// permission, and they are fixed differently.
    static func checkFolder(of path: String) throws(DatabaseOpenError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw DatabaseOpenError(path: path, problem: "can't be opened: there is no folder '\(folder)'")
        }
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return }
        throw DatabaseOpenError(path: path, problem: "can't be opened: it is a folder")
    }
}
