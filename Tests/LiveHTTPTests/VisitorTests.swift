import Hummingbird
import Live
import LiveTesting
import Streams
import Synchronization
import TestSupport
import Testing

@testable import LiveHTTP

/// A door: everybody can knock and say a name; who has said one goes on to the notes.
private struct DoorScreen: Screen {
    struct Model: ViewModel {
        struct Input {
            let name: Observable<String>
            let key: Observable<String>
            let enter: Observable<Void>
        }

        struct Output {
            let heard: Driver<String>
            let entered: Signal<String>
            let refused: Signal<Void>
        }

        func transform(input: Input) -> Output {
            let name = input.name.startWith("").share(replay: 1)
            let enter = input.enter.withLatestFrom(name).share()
            return Output(
                heard: name.asDriver(onErrorJustReturn: ""),
                entered: enter.filter { !$0.isEmpty }.asSignal(onErrorSignalWith: .never()),
                refused: enter.filter(\.isEmpty).map { _ in }.asSignal(onErrorSignalWith: .never()))
        }
    }

    var variant = ""

    func makeViewModel(_ page: Page) -> Model { Model() }

    func makeInput(_ page: Page) -> Model.Input { .init(name: page.input(), key: page.secret(), enter: page.input()) }

    func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
        """
        <main \(page.live)>\(page.flash())\
        \(input.enter.form("", "<input \(input.name, field: "name")><input \(input.key, field: "key")>"))
        \(output.heard.slot { "\($0)" })</main>
        """
    }

    func effects(_ page: Page, _ output: Model.Output) {
        page.setCookie(on: output.entered) {
            PageCookie(name: "pass", value: "of-\($0.prefix(20))", maxAge: .seconds(60))
        }
        page.navigate(on: output.entered, flash: { "Welcome, \($0)" }, to: { _ in "/door" })
        page.status(on: output.refused) { 422 }
    }
}

/// Who is signed in, and how often that was asked.
private final class Desk: Sendable {
    struct Closed: Error {}

    private let state = Mutex((isOpen: true, fails: false, readings: 0))

    var readings: Int { state.withLock { $0.readings } }

    func signOut() { state.withLock { $0.isOpen = false } }

    func fail() { state.withLock { $0.fails = true } }

    func visitor(_ request: Request) throws -> Visitor? {
        try state.withLock { state in
            state.readings += 1
            if state.fails { throw Closed() }
            guard state.isOpen, let user = request.cookie("user") else { return nil }
            return Visitor(owner: user, login: "login-of-\(user)", remaining: .seconds(90), csrf: "token-of-\(user)")
        }
    }
}

/// Serves the door to everybody, and a room to who is signed in.
private func withDoor(
    desk: Desk = Desk(), sessions: LiveSessions = LiveSessions(time: .virtual),
    makeRoom: @escaping @Sendable () async throws -> Void = {}, variant: @escaping @Sendable () -> String = { "" },
    _ use: @escaping @Sendable (HTTPVisitor) async throws -> Void
) async throws {
    var pages = LivePages(
        sessions: sessions, signingKey: Array(repeating: 1, count: 32), languages: ["en"], signIn: "/in",
        visitor: { try desk.visitor($0) })
    pages.page(Route("/door"), for: .anyone) { _ in DoorScreen() }
    pages.page(Route("/coin"), for: .anyone) { _ in DoorScreen(variant: variant()) }
    pages.page(Route("/room")) { _ in
        try await makeRoom()
        return DoorScreen()
    }
    let router = pages.router { status, _, _ in RenderedPage("<h1>\(status.code)</h1>") }
    try await withServer(router, sessions, logger: LogRecorder().logger, use)
}

/// Pages for everybody, and what they do beside their markup.
@Suite(.timeLimit(.minutes(15))) struct VisitorTests {
    @Test func aPageIsLiveForSomebodyWhoIsNotSignedIn() async throws {
        try await withDoor { guest in
            let door = try await guest.open("/door")
            #expect(guest.cookies["visitor"] != nil)
            try await door.stream { stream in
                try await door.send("name", "Ann")
                try await stream.next("heard", having: "Ann")
            }
        }
    }

    @Test func aGuestIsKnownAgainAndGetsOneCookie() async throws {
        try await withDoor { guest in
            let first = try await guest.get("/door")
            #expect(first.all("Set-Cookie").count == 1)
            let second = try await guest.get("/door")
            #expect(second.all("Set-Cookie").isEmpty)
            #expect(second.text.value(of: "data-csrf") != first.text.value(of: "data-csrf"), "masked anew")
        }
    }

    @Test func aGuestCannotTakeAnothersPage() async throws {
        try await withDoor { guest in
            let door = try await guest.open("/door")
            let other = guest.another()
            let own = try await other.open("/door")
            let headers = ["X-CSRF-Token": own.csrf]
            #expect(try await other.get(door.address).status == 410)
            #expect(
                try await other.send("POST", door.address, headers, body: Array("{\"inputs\":[]}".utf8)).status == 410)
        }
    }

    /// To sign in would not help somebody whose browser keeps no cookies.
    @Test func aPageForEverybodyNeverSendsToTheDoor() async throws {
        try await withDoor { guest in
            let door = try await guest.open("/door")
            let stranger = guest.another()
            #expect(try await stranger.get(door.address).text.contains("\"action\":\"reload\""))
            let headers = ["X-CSRF-Token": door.csrf, "Content-Type": "application/json"]
            let inputs = try await stranger.send("POST", door.address, headers, body: Array("{\"inputs\":[]}".utf8))
            #expect(inputs.status == 410)
        }
    }

    @Test func aGuestsPostCarriesItsToken() async throws {
        try await withDoor { guest in
            let door = try await guest.open("/door")
            let refused = try await guest.post("/door?input=enter", ["name": "Ann", "csrf": "another"])
            #expect(refused.status == 403)
            #expect(refused.text.contains("value=\"Ann\""))
            // The script sends it to the session that takes the page up.
            #expect(refused.text.contains(" data-typed>"))
            #expect(!door.text.contains("data-typed"))
            let taken = try await guest.post("/door?input=enter", ["name": "Ann", "csrf": door.csrf])
            #expect(taken.status == 303)
        }
    }

    @Test func aGuestIsNotSignedIn() async throws {
        try await withDoor { guest in
            _ = try await guest.get("/door")
            let room = try await guest.get("/room")
            #expect(room.status == 303)
            #expect(room["Location"] == "/in?next=%2Froom")
        }
    }

    @Test func underTLSCookiesAreOfThisHostAndTravelByTLSOnly() async throws {
        try await withDoor { guest in
            let answer = try await guest.get("/door", ["X-Forwarded-Proto": "https"])
            let cookie = try #require(answer.all("Set-Cookie").first)
            #expect(cookie.hasPrefix("__Host-visitor="))
            #expect(cookie.contains("Secure"))
            #expect(cookie.contains("HttpOnly"))
            #expect(!cookie.contains("Domain"))
        }
    }

    /// Its own outputs are not on that page.
    @Test func aPageIsNotTakenUpByAnotherScreenOfItsRoute() async throws {
        let sessions = LiveSessions(time: .virtual)
        let side = Mutex("heads")
        let variant: @Sendable () -> String = { side.withLock { $0 } }
        try await withDoor(sessions: sessions, variant: variant) { guest in
            let coin = try await guest.open("/coin")
            await sessions.find(coin.address)?.end()
            try await coin.stream { _ in }
            await sessions.find(coin.address)?.end()
            side.withLock { $0 = "tails" }
            #expect(try await guest.get(coin.address).status == 410)
        }
    }

    // MARK: Effects

    @Test func aPlainPostGoesWhereItsEffectsLead() async throws {
        try await withDoor { guest in
            let door = try await guest.open("/door")
            let answer = try await guest.post("/door?input=enter", ["name": "Ann & Bob", "csrf": door.csrf])
            #expect(answer.status == 303)
            #expect(answer["Location"] == "/door")
            let cookies = answer.all("Set-Cookie")
            #expect(
                cookies.contains {
                    $0.hasPrefix("pass=of-Ann%20%26%20Bob;") && $0.contains("HttpOnly") && $0.contains("Max-Age=60")
                })
            #expect(try await guest.send("HEAD", "/door").status == 200, "and leaves the flash to the page")
            let next = try await guest.get("/door")
            #expect(next.text.contains(">Welcome, Ann &amp; Bob</p>"))
            #expect(try await !guest.get("/door").text.contains("Welcome"))
        }
    }

    /// No browser takes a cookie of a megabyte, and many servers no head with one.
    @Test func ofALongFlashTheBeginningIsSaid() async throws {
        try await withDoor { guest in
            let door = try await guest.open("/door")
            let name = String(repeating: "긴 ", count: 4000)
            let answer = try await guest.post("/door?input=enter", ["name": name, "csrf": door.csrf])
            let flash = try #require(answer.all("Set-Cookie").first { $0.hasPrefix("flash=") })
            #expect((1000..<4096).contains(flash.utf8.count))
            #expect(try await guest.get("/door").text.contains("Welcome, 긴 긴"))
        }
    }

    @Test func aRefusalHasItsStatusAndNoSecret() async throws {
        try await withDoor { guest in
            let door = try await guest.open("/door")
            let answer = try await guest.post("/door?input=enter", ["key": "hunter2", "csrf": door.csrf])
            #expect(answer.status == 422)
            #expect(!answer.text.contains("hunter2"))
            #expect(answer.text.contains("data-secret"))
        }
    }

    @Test func aCookieIsFetchedByThePageAndNeverInItsStream() async throws {
        try await withDoor { guest in
            let door = try await guest.open("/door")
            try await door.stream { stream in
                _ = try await door.inputs([(1, "name", "Ann")], epoch: door.epoch)
                let enter = try await door.inputs([(2, "enter", "")], epoch: door.epoch)
                let events = try await stream.next(3)
                #expect(events.contains { $0.name == "entered" && $0.data.contains("type=\"cookie\"") })
                #expect(events.contains { $0.name == "entered" && $0.data.contains("type=\"navigate\"") })
                #expect(!events.contains { $0.data.contains("of-Ann") })
                let fetched = try await door.inputs([], epoch: door.epoch)
                #expect(
                    (enter.all("Set-Cookie") + fetched.all("Set-Cookie")).filter { $0.hasPrefix("pass=") }.count == 1)
            }
        }
    }

    // MARK: Identity

    @Test func whoARequestComesFromIsReadOnce() async throws {
        let desk = Desk()
        try await withDoor(desk: desk) { ann in
            ann.cookies = ["user": "ann"]
            let room = try await ann.open("/room")
            #expect(desk.readings == 1)
            _ = try await ann.post("/room?input=enter", ["name": "Ann", "csrf": room.csrf])
            #expect(desk.readings == 2)
            _ = try await ann.get("/nothing")
            #expect(desk.readings == 3)
            try await room.stream { _ in #expect(desk.readings == 4) }
        }
    }

    /// The page for the error is told in somebody's language, too.
    @Test func whoARequestComesFromIsNotAskedAgainOfAStoreThatFailed() async throws {
        let desk = Desk()
        try await withDoor(desk: desk) { ann in
            ann.cookies = ["user": "ann"]
            desk.fail()
            let answer = try await ann.get("/room")
            #expect(answer.status == 500)
            #expect(desk.readings == 1)
        }
    }

    @Test func aStreamEndsWithItsLogin() async throws {
        let sessions = LiveSessions(time: .virtual)
        try await withDoor(sessions: sessions) { ann in
            ann.cookies = ["user": "ann"]
            let room = try await ann.open("/room")
            try await room.stream { stream in
                await sessions.advance(by: .seconds(80))
                try await room.send("name", "still here")
                try await stream.next("heard", having: "still here")
                await sessions.advance(by: .seconds(11))
                #expect(try await stream.next() == nil)
            }
        }
    }

    @Test func aPageThatIsTakenUpWhileItsVisitorSignsOutStaysClosed() async throws {
        let (desk, sessions) = (Desk(), LiveSessions(time: .virtual))
        let isSigningOut = Mutex(false)
        // While the page is made again, its visitor signs out, which ends the pages that are there.
        let signOut: @Sendable () async throws -> Void = {
            guard isSigningOut.withLock({ $0 }) else { return }
            desk.signOut()
            await sessions.endAll(ofLogin: "login-of-ann")
        }
        try await withDoor(desk: desk, sessions: sessions, makeRoom: signOut) { ann in
            ann.cookies = ["user": "ann"]
            let room = try await ann.open("/room")
            await sessions.find(room.address)?.end()
            isSigningOut.withLock { $0 = true }
            #expect(try await ann.get(room.address).status == 410)
            #expect(sessions.count == 0)
        }
    }

    /// A page that is sent away would be loaded from a server that doesn't answer any more.
    @Test func aPageWhoseServerStopsWhileItComesBackIsToldToComeAgain() async throws {
        let sessions = LiveSessions(time: .virtual)
        let isStopping = Mutex(false)
        let stop: @Sendable () async throws -> Void = {
            if isStopping.withLock({ $0 }) { await sessions.close() }
        }
        try await withDoor(sessions: sessions, makeRoom: stop) { ann in
            ann.cookies = ["user": "ann"]
            let room = try await ann.open("/room")
            await sessions.find(room.address)?.end()
            isStopping.withLock { $0 = true }
            // The first one is there when it stops, the second one finds it stopped.
            for _ in 0..<2 { #expect(try await ann.get(room.address).status == 503) }
            #expect(try await room.inputs([(1, "add", "")]).status == 503)
            #expect(sessions.count == 0)
        }
    }
}
