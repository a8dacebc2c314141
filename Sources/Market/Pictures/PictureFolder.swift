import Foundation

/// The folder of the pictures' files, beside the database. All functions block: they run outside the event loops.
struct PictureFolder: Sendable {
    /// Beginning of the names of files that are being written. Files with a dot at the beginning are not served.
    private static let unfinished = ".new-"

    let path: String

    /// Makes the folder if it isn't there, and removes files that a process that was killed has not finished.
    ///
    /// - Throws: Foundation's error.
    init(path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasPrefix(Self.unfinished) {
            try FileManager.default.removeItem(atPath: place(of: name))
        }
    }

    /// Returns the size of all files, in bytes.
    func size() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: path).reduce(0) { $0 + (size(of: $1) ?? 0) }
    }

    /// Returns the size of a file, in bytes; nil when there is none.
    func size(of name: String) -> Int? {
        var found = stat()
        return stat(place(of: name), &found) == 0 ? Int(found.st_size) : nil
    }

    /// Writes a file as a whole or not at all. When it returns the file is on the disk, also after a power failure.
    ///
    /// - Throws: `CocoaError` and `POSIXError`.
    func write(_ bytes: [UInt8], to name: String) throws {
        let new = place(of: Self.unfinished + name)
        do {
            try Data(bytes).write(to: URL(filePath: new))
            try synchronize(new)
            guard rename(new, place(of: name)) == 0 else { throw Self.failure }
            try synchronize(path)
        } catch {
            unlink(new)
            throw error
        }
    }

    /// Removes a file; it's no error when there is none.
    ///
    /// - Throws: `POSIXError`.
    func remove(_ name: String) throws {
        guard unlink(place(of: name)) == 0 || errno == ENOENT else { throw Self.failure }
    }

    /// Copies all files into a new folder that only its owner can read. A file that is removed meanwhile is left out.
    ///
    /// - Throws: Foundation's error, also when something with that path is there.
    static func copy(_ path: String, to copy: String) throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: copy, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        guard files.fileExists(atPath: path) else { return }
        for name in try files.contentsOfDirectory(atPath: path) where !name.hasPrefix(unfinished) {
            do { try files.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy)/\(name)") } catch {
                if files.fileExists(atPath: "\(path)/\(name)") { throw error }
            }
        }
    }

    private func place(of name: String) -> String { "\(path)/\(name)" }

    private func synchronize(_ path: String) throws {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { throw Self.failure }
        defer { close(file) }
        guard fsync(file) == 0 else { throw Self.failure }
    }

    private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
