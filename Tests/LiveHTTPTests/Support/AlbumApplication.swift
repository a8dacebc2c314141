import Foundation
import HTTPTypes
import Hummingbird
import Live
import Streams
import Synchronization
import TestSupport

@testable import LiveHTTP

/// A page with a form that takes a title and two pictures of at most 1,000 bytes.
struct AlbumModel: ViewModel {
    struct Input {
        let title: Observable<String>
        let pictures: Observable<SentFiles>
        let save: Observable<Void>
    }

    struct Output {
        let shown: Driver<String>
        let problem: Driver<String>
        let saved: Signal<Void>
    }

    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let pictures = input.pictures.startWith(SentFiles()).share(replay: 1)
        let title = input.title.startWith("").share(replay: 1)
        let save = input.save.withLatestFrom(Observable.combineLatest(title, pictures)).share()
        let isInOrder = { (title: String, pictures: SentFiles) in
            !title.isEmpty && !pictures.files.isEmpty && pictures.missing.isEmpty && pictures.refusals.isEmpty
        }
        return Output(
            shown: pictures.map { pictures in
                let files = pictures.files.map { "\($0.name):\($0.byteCount)" }.joined(separator: ",")
                let refusals = pictures.refusals.map(\.rawValue).joined(separator: ",")
                return "[\(files)] missing \(pictures.missing.count) refused [\(refusals)]"
            }.asDriver(onErrorJustReturn: ""),
            problem: save.map { isInOrder($0, $1) ? "" : "Not in order" }.startWith("")
                .asDriver(onErrorJustReturn: ""),
            saved: save.filter { isInOrder($0, $1) }.map { _ in }.asSignal(onErrorSignalWith: .never()))
    }
}

struct AlbumScreen: Screen {
    static let field = FileField(types: ["image/png"], count: 2, bytesPerFile: 1000)
    static let words = FileWords(remove: "Remove", cancel: "Cancel", retry: "Again") { $0.rawValue }

    var defaultInput: String? { "save" }

    func makeViewModel(_ page: Page) -> AlbumModel { AlbumModel() }

    func makeInput(_ page: Page) -> AlbumModel.Input {
        .init(title: page.input(limit: 100), pictures: page.files(Self.field), save: page.input())
    }

    func render(_ page: Page, _ input: AlbumModel.Input, _ output: AlbumModel.Output) -> HTML {
        """
        <!doctype html><html lang="en"><head><title>Album</title><script type="module" src="/pages.js" \
        data-runtime="/live.js" data-window="/window.js" data-typing="/typing.js"></script></head>
        <body><main id="main" \(page.live)>
        \(input.save.form("", """
            <input \(input.title, field: "title")>
            \(input.pictures.file(id: "pictures", words: Self.words))
            <button>Save</button>
            """))
        \(output.shown.slot("p") { "\($0)" })
        \(output.problem.slot("p") { "\($0)" })
        </main><div id="connection"></div></body></html>
        """
    }

    func effects(_ page: Page, _ output: AlbumModel.Output) {
        page.status(on: output.problem) { $0.isEmpty ? nil : 422 }
        page.redirect(on: output.saved) { "/saved" }
    }
}

/// A temporary folder for uploads, with a clock that a test moves.
final class UploadPlace: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID())")
    /// Time since now.
    private let passed = Mutex(Duration.zero)
    private let start = Duration.seconds(Date.now.timeIntervalSince1970)

    deinit { try? FileManager.default.removeItem(at: url) }

    func pass(_ time: Duration) { passed.withLock { $0 += time } }

    /// - Parameter sleep: waits for the end of a window in which a request has to bring bytes.
    func open(
        _ limits: UploadLimits = UploadLimits(),
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in try await Task.sleep(for: .seconds(3600)) }
    ) throws -> UploadFolder {
        try UploadFolder(
            at: url.path(percentEncoded: false), limits: limits, now: { self.start + self.passed.withLock(\.self) },
            sleep: sleep)
    }

    /// The names of all files on disk.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []).sorted()
    }
}

/// Serves the album to guests, and to whoever the cookie `user` names.
func withAlbum<Value: Sendable>(
    _ uploads: UploadFolder, files: PublicFiles? = nil, guestLifetime: Duration? = nil, trustsProxies: Bool = false,
    _ use: @escaping @Sendable (HTTPVisitor) async throws -> Value
) async throws -> Value {
    let sessions = LiveSessions(limits: .patient)
    var pages = LivePages(
        sessions: sessions, signingKey: Array(repeating: 1, count: 32), languages: ["en"], signIn: "/in",
        files: files, uploads: uploads, guestLifetime: guestLifetime, trustsProxies: trustsProxies,
        visitor: { request in
            request.cookie("user").map { Visitor(owner: $0, login: "login-of-\($0)", csrf: "token-of-\($0)") }
        })
    pages.page(Route("/album"), for: .anyone) { _ in AlbumScreen() }
    let router = pages.router { status, _, _ in RenderedPage("<!doctype html><h1>\(status.code)</h1>") }
    return try await withServer(router, sessions, logger: LogRecorder().logger, use)
}

extension HTTPPage {
    /// Sends a file for a field as the script does.
    func put(
        _ bytes: [UInt8], named name: String = "a.png", field: String = "pictures", _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        let usual = ["X-CSRF-Token": csrf, "Live-Field": field, "Live-File": name]
        return try await visitor.send("PUT", address, usual.merging(headers) { $1 }, body: bytes)
    }

    /// Sends a file and returns its ID.
    func id(of bytes: [UInt8], named name: String = "a.png") async throws -> String {
        let answer = try await put(bytes, named: name)
        guard answer.status == 201, let id = answer.text.split(separator: "\"").dropFirst(3).first else {
            throw TestFailure("\(answer.status) \(answer.text)")
        }
        return String(id)
    }
}

/// A form as a browser posts it when it has a field for files.
struct PostedForm {
    static let boundary = "----live7"
    static let headers = ["Content-Type": "multipart/form-data; boundary=\(boundary)"]
    private(set) var bytes: [UInt8] = []

    mutating func add(_ name: String, _ text: String) {
        bytes += "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n".utf8
    }

    mutating func add(_ name: String, file: String, _ content: [UInt8]) {
        bytes += "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"\(file)\"\r\n".utf8
        bytes += "Content-Type: image/png\r\n\r\n".utf8
        bytes += content + Array("\r\n".utf8)
    }

    /// The whole form.
    var whole: [UInt8] { bytes + Array("--\(Self.boundary)--\r\n".utf8) }
}
