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

    /// Copies files into another folder.
    ///
    /// - Returns: the names of those that are not there: a file can be removed meanwhile.
    /// - Throws: Foundation's error.
    static func copy(_ names: [String], from path: String, to copy: String) throws -> [String] {
        let files = FileManager.default
        return try names.filter { name in
            do {
                try files.copyItem(atPath: "\(path)/\(name)", toPath: "\(copy)/\(name)")
                return false
            } catch {
                if files.fileExists(atPath: "\(path)/\(name)") { throw error }
                return true
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
