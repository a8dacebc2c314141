import Foundation

/// The files of a folder, as they were when it was read.
struct PublicFolder: Sendable {
    /// By the path below the folder, with a slash before it.
    private(set) var files: [String: PublicFile] = [:]
    /// The addresses with fingerprints, by the same.
    private(set) var addresses: [String: String] = [:]
    /// Of each file and each folder, when it was changed last and how large it was.
    private var marks: [String: Mark] = [:]

    private struct Mark: Equatable {
        var changedAt: Date?
        var size: Int?

        /// Nil for what is not there.
        init?(of path: String) {
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
            changedAt = attributes[.modificationDate] as? Date
            size = attributes[.size] as? Int
        }
    }

    init(path folder: String) throws {
        var contents: [String: [UInt8]] = [:]
        // A folder's own mark changes with what is added to it and removed from it.
        marks[folder] = Mark(of: folder)
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            let path = folder + "/" + name
            var isFolder = ObjCBool(false)
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            // Before it is read: what is changed while it is read differs from this.
            marks[path] = Mark(of: path)
            if !isFolder.boolValue { contents["/" + name] = Array(try Data(contentsOf: URL(filePath: path))) }
        }
        for path in contents.keys.sorted() { add(path, contents, referredBy: []) }
    }

    /// Whether the files are as they were.
    var isUnchanged: Bool { marks.allSatisfy { path, mark in Mark(of: path) == mark } }

    /// Adds a file behind those that it refers to, since their fingerprints are a part of it. Of files that refer to each
    /// other, one keeps the plain address of the other.
    private mutating func add(_ path: String, _ contents: [String: [UInt8]], referredBy: Set<String>) {
        guard files[path] == nil, var bytes = contents[path] else { return }
        let kind = FileKind(path: path)
        if kind.hasReferences {
            let above = referredBy.union([path])
            bytes = FileReferences.replacing(in: bytes) { other in
                guard !above.contains(other) else { return nil }
                add(other, contents, referredBy: above)
                return addresses[other]
            }
        }
        let file = PublicFile(bytes, kind)
        files[path] = file
        addresses[path] = PublicFiles.prefix + file.fingerprint + path
    }
}
