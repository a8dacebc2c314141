public import Foundation

/// Counts the instructions of a server that runs under QEMU's user mode: a measure that a busy machine doesn't change.
///
/// Start the server with ``launcher(_:)``, and wait for its ``Rest`` before and after what is to be measured.
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
        process.executableURL = URL(filePath: #filePath).appending(path: "../prepare").standardized
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

    /// Number of instructions that the server of this folder has executed by now.
    public func count(in folder: URL) throws -> UInt64 {
        let bytes = try Data(contentsOf: Self.file(in: folder))
        guard bytes.count == 8 else { throw Unavailable(description: "Nothing is counted") }
        return bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }

    /// Finds the moment at which a server has nothing to do.
    public struct Rest {
        /// The count at the last look.
        public private(set) var count: UInt64 = 0
        private let counter: InstructionCounter
        private let folder: URL
        private let process: Int32
        private var looks = 0

        /// - Parameters:
        ///   - counter: the counter.
        ///   - folder: the folder of the server.
        ///   - process: the id of the server's process.
        public init(_ counter: InstructionCounter, _ folder: URL, process: Int32) {
            (self.counter, self.folder, self.process) = (counter, folder, process)
        }

        /// Looks once more, some milliseconds after the last time.
        ///
        /// - Returns: whether the count stands still: nothing else tells the end of all work. On a busy machine it also
        ///   stands still while a thread waits for a processor, which such a thread's state says.
        public mutating func look() throws -> Bool {
            let now = try counter.count(in: folder)
            (count, looks) = (now, now == count && !InstructionCounter.isRunnable(process) ? looks + 1 : 0)
            return looks >= 3
        }
    }

    /// Whether a thread of a process executes something, or waits for a processor to do so. Only Linux knows.
    private static func isRunnable(_ process: Int32) -> Bool {
        let threads = "/proc/\(process)/task"
        return (try? FileManager.default.contentsOfDirectory(atPath: threads))?.contains { thread in
            let fields = try? String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8)
            // The state follows the program's name, which stands in parentheses.
            return fields?.split(separator: ")").last?.hasPrefix(" R") ?? false
        } ?? false
    }

    private static func file(in folder: URL) -> URL { folder.appending(path: "instructions") }
}
