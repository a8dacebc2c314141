/// The files that visitors have sent, each of which waits for the form that its owner sends after it.
///
/// `UploadFolder` in `LiveHTTP` stores them on disk. A page reaches them by ``Visit/files``.
public protocol WaitingFiles: AnyObject, Sendable {
    /// Returns a file of an owner; nil for one that is unknown, forgotten, or somebody else's.
    func file(_ id: FileID, of owner: String) -> WaitingFile?

    /// Keeps files while a page names them, until ``release(_:)`` is called for each that was returned.
    ///
    /// - Returns: those that are the owner's, in the order of the IDs.
    func hold(_ ids: [FileID], of owner: String) -> [WaitingFile]

    /// Ends what ``hold(_:of:)`` began, once for each ID.
    func release(_ ids: [FileID])

    /// Forgets files and deletes them; unknown ones are ignored. They are forgotten when the call begins, and deleted when
    /// it returns.
    func discard(_ ids: [FileID]) async

    /// Stores a file that is in memory.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - name: the file's name on the visitor's device.
    ///   - limit: the size of the file at most, in bytes.
    ///   - owner: the visitor (``Visit/owner``).
    /// - Throws: ``FileRefusal``.
    func add(_ bytes: [UInt8], named name: String, upTo limit: Int, of owner: String) async throws -> WaitingFile
}

/// A file that a visitor has sent.
public struct WaitingFile: Hashable, Sendable {
    /// The name that the server has given it.
    public var id: FileID
    /// The file's name on the visitor's device, made safe to show. It says nothing about the content.
    public var name: String
    /// Size in bytes.
    public var byteCount: Int
    /// Path of the file on the server. It is there until the file is discarded.
    public var path: String

    /// - Parameters:
    ///   - id: the name that the server has given it.
    ///   - name: the file's name on the visitor's device.
    ///   - byteCount: the size in bytes.
    ///   - path: the path of the file on the server.
    public init(id: FileID, name: String, byteCount: Int, path: String) {
        self.id = id
        self.name = name
        self.byteCount = byteCount
        self.path = path
    }

    /// Returns a file's name that is safe to show: what comes behind the last slash, without control characters and those
    /// that turn the direction of text, at most 100 characters of it.
    ///
    /// - Parameter text: the name as a browser has sent it. No more than 1,000 scalars of its end are read.
    public static func name(from text: String) -> String {
        var end: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars.reversed().prefix(1000) {
            if scalar == "/" || scalar == "\\" { break }
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: continue
            default: end.append(scalar)
            }
            if end.count == 100 { break }
        }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: end.reversed())
        return String(name)
    }
}

/// The reason why a file was not taken.
public enum FileRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// It is larger than its field takes.
    case tooLarge
    /// It has no bytes.
    case empty
    /// The field has as many files as it takes.
    case surplus
    /// The visitor, or the visitor's network, has sent as many files as are allowed for now.
    case tooMany
    /// The server can't take a file at the moment.
    case busy
    /// It did not arrive as a whole, or could not be stored.
    case failed
    /// It was taken, and has been deleted since.
    case missing
}

/// The value of a field for files: those that wait for its form.
public struct SentFiles: Hashable, Sendable {
    /// The visitor's files, in the order in which they were added to the field.
    public var files: [WaitingFile]
    /// Files that the field names and that are not there any more, so that they have to be chosen again. The field names
    /// them once: a script takes them out, and says so in their rows.
    public var missing: [FileID]
    /// The reasons why files were not taken that the browser has sent with the form itself, each once. (A script shows
    /// them by itself.)
    public var refusals: [FileRefusal]

    /// - Parameters:
    ///   - files: the visitor's files.
    ///   - missing: files that are not there any more.
    ///   - refusals: the reasons why files were not taken.
    public init(_ files: [WaitingFile] = [], missing: [FileID] = [], refusals: [FileRefusal] = []) {
        self.files = files
        self.missing = missing
        self.refusals = refusals
    }
}
