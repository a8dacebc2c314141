/// A field of a form for files, as a screen declares it; see `Page.files(_:)`.
public struct FileField: Hashable, Sendable {
    /// The types that a browser offers to choose from, as in the attribute `accept`: `image/png`, `.pdf`. A visitor can
    /// send any file all the same.
    public var types: [String]
    /// Number of files at most.
    public var count: Int
    /// Size of a file at most, in bytes.
    public var bytesPerFile: Int

    /// - Parameters:
    ///   - types: the types that a browser offers to choose from; empty for all.
    ///   - count: the number of files at most.
    ///   - bytesPerFile: the size of a file at most, in bytes.
    public init(types: [String] = [], count: Int = 1, bytesPerFile: Int) {
        self.types = types
        self.count = count
        self.bytesPerFile = bytesPerFile
    }

    /// Number of bytes of the field's text at most: its IDs, and a few reasons.
    var textLimit: Int { (count + 4) * (FileID.length + 1) }
}

/// The text of a field for files: IDs, and the reasons why files were not taken, with blanks between them:
/// `0f…3a !tooLarge`.
package struct FileFieldText {
    /// Suffix of the name of the checkboxes that take files out of a field.
    package static let removalSuffix = ".without"

    /// The IDs, each once.
    package private(set) var ids: [FileID] = []
    /// The reasons, each once.
    package private(set) var refusals: [FileRefusal] = []

    /// Reads a text of any kind. All that it has besides is ignored.
    ///
    /// - Parameters:
    ///   - text: the text; the caller limits its length.
    ///   - count: the number of IDs at most; those behind them are ignored, with the reason ``FileRefusal/surplus``.
    package init(_ text: String, count: Int = .max) {
        var known: Set<FileID> = []
        for token in text.utf8.split(separator: UInt8(ascii: " ")) {
            if token.first == UInt8(ascii: "!") {
                if let refusal = FileRefusal(rawValue: String(Substring(token.dropFirst()))) { add(refusal) }
            } else if let id = FileID(bytes: token), known.insert(id).inserted {
                if ids.count < count { ids.append(id) } else { add(.surplus) }
            }
        }
    }

    /// Adds a file at the end.
    package mutating func add(_ id: FileID) { ids.append(id) }

    /// Adds the reason why a file was not taken.
    package mutating func add(_ refusal: FileRefusal) {
        if !refusals.contains(refusal) { refusals.append(refusal) }
    }

    /// Removes files.
    package mutating func remove(_ others: Set<FileID>) { ids.removeAll { others.contains($0) } }

    /// The text.
    package var text: String { (ids.map(\.description) + refusals.map { "!" + $0.rawValue }).joined(separator: " ") }
}

/// The files that a page's field names, which are kept for it as long as it names them.
final class HeldFiles {
    private let files: (any WaitingFiles)?
    private let owner: String
    let field: FileField
    private var held: [FileID] = []

    init(_ files: (any WaitingFiles)?, of owner: String, for field: FileField) {
        self.files = files
        self.owner = owner
        self.field = field
    }

    /// Holds the files that the text of the field names, and releases those that it doesn't name any more.
    func take(_ text: String) -> SentFiles {
        var text = FileFieldText(text, count: field.count)
        let found = files?.hold(text.ids, of: owner) ?? []
        release()
        held = found.map(\.id)
        let known = Set(held)
        // A form that was posted as a whole was read before its page was known.
        let fitting = found.filter { $0.byteCount <= field.bytesPerFile }
        if fitting.count < found.count { text.add(.tooLarge) }
        return SentFiles(fitting, missing: text.ids.filter { !known.contains($0) }, refusals: text.refusals)
    }

    func release() {
        files?.release(held)
        held = []
    }
}
