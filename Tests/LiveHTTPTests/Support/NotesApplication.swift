import HTTPTypes
import Hummingbird
import Live
import Logging
import Streams
import Synchronization
import TestSupport

@testable import LiveHTTP

/// A page with a form, a button, and a button that is there only at times.
struct NoteModel: ViewModel {
    struct Input {
        let text: Observable<String>
        let add: Observable<Void>
        let pick: Observable<Int>
        let remove: Observable<Void>
        let save: Observable<Void>
    }

    struct Output {
        let total: Driver<Int>
        let echo: Driver<String>
        let picked: Driver<Int>
        let problem: Driver<String>
        let saved: Signal<Void>
    }

    let bag = DisposeBag()

    func transform(input: Input) -> Output {
        let steps = Observable<Int>.merge([input.add.map { 1 }, input.remove.map { -1 }])
        let text = input.text.startWith("").share(replay: 1)
        let save = input.save.withLatestFrom(text).share()
        return Output(
            total: steps.scan(0) { $0 + $1 }.startWith(0).asDriver(onErrorJustReturn: 0),
            echo: text.asDriver(onErrorJustReturn: ""),
            picked: input.pick.startWith(0).asDriver(onErrorJustReturn: 0),
            problem: save.map { $0.isEmpty ? "Nothing is written" : "" }.startWith("").asDriver(onErrorJustReturn: ""),
            saved: save.filter { !$0.isEmpty }.map { _ in }.asSignal(onErrorSignalWith: .never()))
    }
}

struct NoteScreen: Screen {
    let note: String

    var defaultInput: String? { "save" }

    func makeViewModel(_ page: Page) -> NoteModel { NoteModel() }

    func makeInput(_ page: Page) -> NoteModel.Input {
        .init(
            text: page.input(limit: 10_000), add: page.input(), pick: page.input(), remove: page.input(),
            save: page.input())
    }

    func render(_ page: Page, _ input: NoteModel.Input, _ output: NoteModel.Output) -> HTML {
        """
        <!doctype html><html lang="\(page.visit.language)"><main \(page.live)>
        <h1>Note \(note)</h1>
        <p id="problem">\(page.visit.problem.map { "\($0)" } ?? "")</p>
        \(input.save.form("", "<textarea \(input.text, area: "text")>\(input.text, content: "")</textarea>"))
        <button \(input.add)>add</button><button \(input.pick, value: "3")>pick</button>
        \(output.total.slot { "\($0) \(if: $0 > 0, "<button \(input.remove)>remove</button>")" })
        \(output.echo.slot { "\($0)" })
        \(output.picked.slot { "\($0)" })
        \(output.problem.slot("p") { "\($0)" })
        \(output.saved.moment { "<p>saved</p>" })
        </main></html>
        """
    }

    func effects(_ page: Page, _ output: NoteModel.Output) {
        page.status(on: output.problem) { $0.isEmpty ? nil : 422 }
        page.redirect(on: output.saved) { "/notes/\(note)" }
    }
}

/// Who is signed in stands in the cookie `user`, as a test writes it.
private func visitor(_ request: Request) -> Visitor? {
    request.cookie("user").map { Visitor(owner: $0, login: "login-of-\($0)", csrf: "token-of-\($0)") }
}

/// Pages at `/notes/{id}`, with all that an app has around its pages; whoever is not signed in is sent to `/in`.
///
/// What the tests over real sockets ask of the runtime's interface stands in this file; they themselves speak HTTP only.
func makeRouter(
    sessions: LiveSessions, key: UInt8, files: PublicFiles?, effect: EffectCount
) -> LiveRouter {
    struct Foreseen: Error {}
    struct Unforeseen: Error {}
    var pages = LivePages(
        sessions: sessions, signingKey: Array(repeating: key, count: 32), languages: ["en", "ko"], signIn: "/in",
        files: files, visitor: { visitor($0) })
    pages.page(Route("/notes/{id}", String.self)) { visit, note in
        switch note {
        case "none": throw HTTPError(.notFound)
        case "busy": throw Foreseen()
        case "broken": throw Unforeseen()
        default: NoteScreen(note: note)
        }
    }
    let router = pages.router(
        statusOf: { $0 is Foreseen ? .serviceUnavailable : nil },
        errorPage: { status, request, _ in
            RenderedPage("<!doctype html><h1>\(status.code) \(request.head.path ?? "")</h1>")
        })
    for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
        router.on("/effect", method: method) { request, context in
            _ = try await context.form(request)
            effect.add()
            return "done"
        }
    }
    router.get("/text") { _, _ in "text" }
    return router
}

/// Serves notes to Ann, who is signed in, while a test runs.
func withNotes<Value: Sendable>(
    limits: ConnectionLimits = .patient, key: UInt8 = 1, logger: Logger = LogRecorder().logger,
    files: PublicFiles? = nil, effect: EffectCount = EffectCount(),
    _ use: @escaping @Sendable (HTTPVisitor) async throws -> Value
) async throws -> Value {
    let sessions = LiveSessions(limits: .patient)
    let router = makeRouter(sessions: sessions, key: key, files: files, effect: effect)
    return try await withServer(router, sessions, limits: limits, logger: logger) { visitor in
        visitor.cookies = ["user": "ann"]
        return try await use(visitor)
    }
}

extension HTTPVisitor {
    /// Somebody else, who is signed in too.
    var bob: HTTPVisitor {
        let bob = another()
        bob.cookies = ["user": "bob"]
        return bob
    }

    /// What is behind Ann's token.
    static let secret = "token-of-ann"
    /// Ann's token, as some page has it.
    static var token: String { FormToken.mask(secret) }
}

/// How often a route of the app's own was reached.
final class EffectCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
}
