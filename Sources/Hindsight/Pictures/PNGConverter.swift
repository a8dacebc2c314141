import Foundation
import LiveHTTP
import Subprocess

/// Draws SVG as PNG with librsvg, by its program `rsvg-convert`: each picture is a process of its own, which keeps neither
/// an event loop busy nor this process's memory.
struct PNGConverter: Sendable {
    /// The most bytes of a picture.
    private static let limit = 4 << 20
    private let patience: Duration
    private let command: Command
    private let work: WorkQueue

    /// - Parameters:
    ///   - folders: the folders in which programs are looked for.
    ///   - patience: the time that a picture may take.
    /// - Returns: nil if there is no `rsvg-convert`.
    init?(
        in folders: String = ProcessInfo.processInfo.environment["PATH"] ?? "", patience: Duration = .seconds(10)
    ) {
        let programs = folders.split(separator: ":").map { "\($0)/rsvg-convert" }
        guard let program = programs.first(where: FileManager.default.isExecutableFile),
            // Pages come before pictures.
            let command = Command("nice -n 10 \(program) --format=png", grace: .zero)
        else { return nil }
        self.command = command
        self.patience = patience
        var limits = WorkQueue.Limits()
        (limits.jobsPerOwner, limits.jobs) = (1, 4)
        work = WorkQueue(limits)
    }

    /// Returns the picture as PNG, in the size that the SVG has.
    ///
    /// - Parameter owner: the owner that it is drawn for.
    /// - Throws: `WorkQueue.Refusal` when too many are being drawn, of this owner or of all; ``Command/Failure``.
    func png(of svg: String, for owner: String) async throws -> [UInt8] {
        try await work.run(for: owner, within: patience) { [patience, command] _ in
            try await command.run([], input: Array(svg.utf8), output: .bytes(limit: Self.limit)) {
                try await Task.sleep(for: patience)
            }
        }
    }
}
