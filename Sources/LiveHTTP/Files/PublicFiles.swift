import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// The files that browsers load: script, style sheet, pictures. All files of a folder are read at the start and kept in
/// memory, compressed as far as it goes, so no request reads the disk, and no address can lead out of the folder.
///
/// ```swift
/// let files = try PublicFiles(folder: "Public")
/// files.address(of: "/live.js")          // "/assets/dQw4w9Wg/live.js"
/// ```
///
/// Each file has two addresses:
/// - the one with the fingerprint of its content, by which pages refer to it. A browser keeps what it got there for a
///   year and never asks again: what is changed has another address. That is the same for all pages of a process.
/// - its plain one (`/live.js`), for what is written by hand. A browser asks each time, and is told by the entity tag
///   that nothing has changed.
///
/// An older fingerprint, as of a page that was open while the server was renewed, leads to the file as it is now, which is
/// then not kept. In style sheets, SVG and the web app's manifest, references to other files of the folder become those
/// with fingerprints.
///
/// Files that are changed, added or removed while the process runs are seen within a second: what is looked at, once a
/// second at most and only when somebody asks, is when and how large they were. A folder that can't be read then changes
/// nothing. Files whose names begin with a dot are left out.
public final class PublicFiles: Sendable {
    /// The first segment of the addresses with fingerprints.
    static let prefix = "/assets/"

    private struct State {
        var folder: PublicFolder
        var lastLook: ContinuousClock.Instant
    }

    private let path: String
    private let state: Mutex<State>

    /// Reads a folder and compresses what is in it, which takes some tenths of a second.
    ///
    /// - Parameter folder: its path; the files in it and in its folders are served, and have to fit into memory.
    /// - Throws: Foundation's error when the folder or a file of it can't be read.
    public init(folder: String) throws {
        path = folder
        state = Mutex(State(folder: try PublicFolder(path: folder), lastLook: .now))
    }

    /// The addresses with fingerprints of all files, by their plain ones.
    public var addresses: [String: String] { current.addresses }

    /// The address with the fingerprint of a file.
    ///
    /// - Parameter path: its plain one, such as `/live.js`.
    /// - Returns: the same again when there is no such file.
    public func address(of path: String) -> String { addresses[path] ?? path }

    /// What a file says, as it is served.
    ///
    /// - Parameter path: its plain address, such as `/jewels.svg`.
    /// - Returns: nil when there is no such file, and when it isn't UTF-8.
    public func text(of path: String) -> String? { current.files[path]?.text }

    /// The files as they are now.
    private var current: PublicFolder {
        state.withLock { state in
            let now = ContinuousClock.now
            if now - state.lastLook >= .seconds(1) {
                state.lastLook = now
                lookAgain(&state)
            }
            return state.folder
        }
    }

    /// Looks at once whether something has changed.
    func lookAgain() { state.withLock { lookAgain(&$0) } }

    private func lookAgain(_ state: inout State) {
        if !state.folder.isUnchanged, let folder = try? PublicFolder(path: path) { state.folder = folder }
    }

    /// The answer to a request for a file; nil when it is for something else.
    ///
    /// - Throws: 406 when the request refuses each way in which the file could travel, 416 for a part beyond its end.
    func response(to request: Request) throws -> Response? {
        guard request.method == .get || request.method == .head else { return nil }
        let path = request.uri.path
        let folder = current
        if let file = folder.files[path] { return try file.response(to: request, isImmutable: false) }
        guard path.hasPrefix(Self.prefix) else { return nil }
        let rest = path.dropFirst(Self.prefix.count)
        guard let slash = rest.firstIndex(of: "/"), let file = folder.files[String(rest[slash...])] else { return nil }
        return try file.response(to: request, isImmutable: rest[..<slash] == file.fingerprint)
    }
}

/// Looks for a file where no page was found.
struct PublicFilesMiddleware: RouterMiddleware {
    typealias Context = LiveRequestContext

    let files: PublicFiles

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if let response = try files.response(to: request) { return response }
        return try await next(request, context)
    }
}
