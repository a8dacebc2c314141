public import Foundation

/// Counts the instructions of a server that runs under QEMU's user mode: a measure that a busy machine doesn't change.
///
/// Start the server with ``launcher(_:)``, and read ``count(in:)`` before and after what is to be measured.
public struct InstructionCounter: Sendable {
    private let plugin: String

    /// Why there is no counter on this machine.
    public struct Unavailable: Error, CustomStringConvertible {
        /// What the script said.
        public let description: String
    }

    /// Compiles the plugin, and installs what is missing for it.
    ///
    /// - Throws: ``Unavailable`` where instructions can't be counted.
    public init() throws {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: #filePath).appending(path: "../../Instructions/prepare").standardized
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Unavailable(description: String(decoding: said, as: UTF8.self))
        }
        plugin = String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What runs a server so that its instructions are counted in a file of this folder.
    public func launcher(_ folder: URL) -> [String] {
        ["qemu-x86_64", "-plugin", "\(plugin),into=\(Self.file(in: folder).path)"]
    }

    /// How many instructions the server of this folder has executed by now.
    public func count(in folder: URL) throws -> UInt64 {
        let bytes = try Data(contentsOf: Self.file(in: folder))
        guard bytes.count == 8 else { throw TestFailure("Nothing is counted") }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }

    private static func file(in folder: URL) -> URL { folder.appending(path: "instructions") }
}
