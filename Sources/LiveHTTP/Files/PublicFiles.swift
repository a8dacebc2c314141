import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// The files that browsers load: script, style sheet, pictures. All files of a folder are read at the start and kept in
/// memory, compressed, so no request reads the disk, and no address can lead out of the folder.
///
/// ```swift
/// let files = try PublicFiles(folder: "Public")
/// files.address(of: "/live.js")          // "/assets/dQw4w9Wg/live.js"
/// ```
///
/// Each file has two addresses:
/// - one with the fingerprint of its content, which pages use. A browser caches the file from there for a year and
///   never asks again, since a changed file has another address. All pages of a process use the same one.
/// - its plain one (`/live.js`), for references written by hand. A browser asks each time, and is told by the entity
///   tag that nothing has changed.
///
/// An outdated fingerprint, as from a page that was open while the server was updated, returns the current file, which
/// is then not cached. In style sheets, SVG and the web app's manifest, references to other files of the folder are
/// replaced with addresses with fingerprints.
///
/// Files that are changed, added or removed while the process runs are noticed within a second: their modification
/// times and sizes are compared at most once a second, and only when a page or a file is requested. If the folder can't
/// be read then, the old files stay. Files whose names begin with a dot are ignored.
public final class PublicFiles: Sendable {
    /// First segment of the addresses with fingerprints.
    static let prefix = "/assets/"

    private struct State {
        var folder: PublicFolder
        var lastLook: ContinuousClock.Instant
    }

    private let path: String
    private let site: String?
    private let state: Mutex<State>

    /// Reads a folder and compresses its files, which takes some tenths of a second.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder; the files in it and in its subfolders are served, and must fit into memory.
    ///   - site: the name of a subfolder whose files take the place of those with the same names in the folder, for several
    ///     sites that share their scripts: with `market`, `/market/robots.txt` is also `/robots.txt`. Nil for none.
    /// - Throws: Foundation's error when the folder or a file of it can't be read.
    public init(folder: String, site: String? = nil) throws {
        (path, self.site) = (folder, site)
        state = Mutex(State(folder: try PublicFolder(path: folder, site: site), lastLook: .now))
    }

    /// The addresses with fingerprints of all files, by their plain ones.
    public var addresses: [String: String] { current.addresses }

    /// A text that changes with the files' addresses, and with the executable: with all that pages are made from besides
    /// data.
    var fingerprint: String { current.fingerprint }

    /// The modification time and size of the executable.
    static let executable: String = {
        let attributes = Bundle.main.executablePath.flatMap { try? FileManager.default.attributesOfItem(atPath: $0) }
        let changedAt = attributes?[.modificationDate] as? Date
        return "\(changedAt?.timeIntervalSince1970 ?? 0) \(attributes?[.size] as? Int ?? 0)"
    }()

    /// Returns the address with the fingerprint of a file.
    ///
    /// - Parameter path: the plain address, such as `/live.js`.
    /// - Returns: the plain address when there is no such file.
    public func address(of path: String) -> String { addresses[path] ?? path }

    /// Returns the text of a file, as it is served.
    ///
    /// - Parameter path: the plain address, such as `/jewels.svg`.
    /// - Returns: nil when there is no such file, or when it isn't UTF-8.
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

    /// Checks at once whether files have changed.
    func lookAgain() { state.withLock { lookAgain(&$0) } }

    private func lookAgain(_ state: inout State) {
        if !state.folder.isUnchanged, let folder = try? PublicFolder(path: path, site: site) { state.folder = folder }
    }

    /// Returns the answer to a request for a file; nil when it is for something else.
    ///
    /// - Throws: 406 when the request refuses each available coding, 416 for a part beyond the end.
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

/// A middleware that looks for a file where no page was found.
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
