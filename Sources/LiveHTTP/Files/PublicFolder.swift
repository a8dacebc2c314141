import Crypto
import Foundation
import Live

#if canImport(Darwin)
    import Darwin
#else
    // With Glibc alone, "stat" isn't found: the first module that includes its header is taken for its owner.
    import CDispatch
    import Glibc
#endif

/// The files of a folder, as they were when it was read.
struct PublicFolder: Sendable {
    /// The files, by the path below the folder, with a slash before it.
    private(set) var files: [String: PublicFile] = [:]
    /// The addresses with fingerprints, by the same path.
    private(set) var addresses: [String: String] = [:]
    /// A text that changes with the addresses, and with the executable.
    private(set) var fingerprint = ""
    /// The modification time and size of each file and each folder.
    private var marks: [String: Mark] = [:]

    private struct Mark: Equatable {
        var seconds: Int
        var nanoseconds: Int
        var size: Int64

        /// Reads the attributes of a path; nil when there is nothing. `FileManager` would also look up the names of the
        /// owner and of the group: 43,000 instructions for each file, of a request once a second.
        init?(of path: String) {
            var found = stat()
            guard stat(path, &found) == 0 else { return nil }
            #if canImport(Darwin)
                let time = found.st_mtimespec
            #else
                let time = found.st_mtim
            #endif
            (seconds, nanoseconds, size) = (Int(time.tv_sec), Int(time.tv_nsec), Int64(found.st_size))
        }
    }

    init(path folder: String, site: String? = nil) throws {
        var contents: [String: [UInt8]] = [:]
        // The modification time of a folder changes when files are added or removed.
        marks[folder] = Mark(of: folder)
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
            let path = folder + "/" + name
            var isFolder = ObjCBool(false)
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            // Read before the content: if the file changes while it is read, the attributes differ afterwards.
            marks[path] = Mark(of: path)
            if !isFolder.boolValue { contents["/" + name] = Array(try Data(contentsOf: URL(filePath: path))) }
        }
        if let site {
            for (path, bytes) in contents where path.hasPrefix("/\(site)/") {
                contents[String(path.dropFirst(site.utf8.count + 1))] = bytes
            }
        }
        for path in contents.keys.sorted() { add(path, contents, referredBy: []) }
        let lines = [PublicFiles.executable] + addresses.values.sorted()
        fingerprint = Base64URL.encode(Array(SHA256.hash(data: Data(lines.joined(separator: "\n").utf8)).prefix(9)))
    }

    /// Whether no file has changed since the folder was read.
    var isUnchanged: Bool { marks.allSatisfy { path, mark in Mark(of: path) == mark } }

    /// Adds a file after those that it refers to, since their fingerprints are a part of it. Of files that refer to
    /// each other, one keeps the plain address of the other.
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
