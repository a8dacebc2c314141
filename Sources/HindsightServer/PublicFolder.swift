import ArgumentParser
import Foundation

/// Where the files are that browsers load.
enum PublicFolder {
    /// The given folder, or `Public` in the working directory or in a folder above the executable.
    static func find(_ given: String?) throws -> String {
        if let path = given ?? ProcessInfo.processInfo.environment["HINDSIGHT_PUBLIC"] {
            guard isPublicFolder(path) else { throw ValidationError("There is no live.js in the folder \(path).") }
            return path
        }
        var candidates = [URL(filePath: FileManager.default.currentDirectoryPath)]
        var folder = Bundle.main.bundleURL.resolvingSymlinksInPath()
        while folder.pathComponents.count > 1 {
            candidates.append(folder)
            folder.deleteLastPathComponent()
        }
        for candidate in candidates {
            let path = candidate.appending(path: "Public").path
            if isPublicFolder(path) { return path }
        }
        throw ValidationError("The folder Public was not found. Name it with --public.")
    }

    private static func isPublicFolder(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/live.js")
    }
}
