import Foundation
import GRDB
import HTTPTypes
import HindsightDomain
import Live
import LiveHTTP
import LiveSQLite
import Streams
import TestSupport
import Testing

@testable import Hindsight
@testable import HindsightStore

/// Every route and every input, as everybody who has no business there. What isn't in the table fails the test.
@Suite(.timeLimit(.minutes(20))) struct RouteTableTests {
    /// Who sends a request that is about the things of somebody else, the owner.
    fileprivate enum Sender: String, CaseIterable {
        /// Without any cookie, known by the cookie of guests, with a session of the owner that is expired or signed out.
        case nobody, guest, expired, ended
        /// Signed in to another account.
        case demo, stranger
        /// The owner's own browser, with a token of somebody else, or sent on its way by a page of another site.
        case wrongToken, foreignOrigin, crossSite

        var isForged: Bool { [.wrongToken, .foreignOrigin, .crossSite].contains(self) }
    }

    /// A route and what each gets there: the status, and where it is led.
    ///
    /// With a plus the request may change something that is the sender's own. Without one nothing changes at all. What is
    /// the owner's changes in no case.
    fileprivate struct Row {
        let request: String
        /// Of those who aren't signed in.
        let outside: String
        let demo: String
        let stranger: String
        /// What the owner gets for a request that was forged.
        let forged: String
        /// What is sent with a form.
        var fields: [String: String] = [:]

        init(
            _ request: String, _ outside: String, _ demo: String, _ stranger: String, _ forged: String,
            _ fields: [String: String] = [:]
        ) {
            self.request = request
            self.outside = outside
            self.demo = demo
            self.stranger = stranger
            self.forged = forged
            self.fields = fields
        }

        var method: String { String(request.prefix { $0 != " " }) }
        var path: String { String(request.drop { $0 != " " }.dropFirst()) }
        var isLive: Bool { path == "/live/{token}" }

        /// Whether the sender has come to a page of their own.
        func isOpen(_ expected: String) -> Bool {
            let closed = [
                "401", "403", "404", "303 /login", "303 /register", "303 /goals/completed", "303 /goals/active",
                "303 /today",
            ]
            return !isLive && !closed.contains(expected)
        }

        func expected(of sender: Sender) -> String {
            switch sender {
            // It has pages of its own, and this is none of them.
            case .guest where isLive: stranger
            case .nobody, .guest, .expired, .ended: outside
            case .demo: demo
            case .stranger: stranger
            // The first takes no token: it makes a new visitor, and asks whoever is one. The others lead on who is signed in.
            case .wrongToken where ["POST /demo", "POST /register", "POST /login"].contains(request): stranger
            case .wrongToken, .foreignOrigin, .crossSite: forged
            }
        }
    }

    private static let tryToGetIn = ["email": "mina@example.com", "password": "not the password"]

    private static let table = [
        //   Route                              nobody           demo                     stranger                 forged
        Row("GET /", "200", "200", "303 /today", "303 /today"),
        Row("GET /help", "200", "200", "200", "200"),
        Row("GET /privacy", "200", "200", "200", "200"),
        Row("GET /offline", "200", "200", "200", "200"),
        Row("GET /demo", "303 /", "200", "200", "200"),
        Row("POST /demo", "+303 /goals/completed", "303 /demo", "303 /demo", "403", ["timeZone": "Asia/Seoul"]),
        Row("GET /logout", "303 /", "200", "200", "200"),
        Row("POST /logout", "303 /", "+303 /", "+303 /", "403"),
        Row("POST /choices", "303 /", "+303 /", "+303 /", "403", ["language": "ko", "theme": "dark"]),
        Row("GET /welcome", "303 /login", "303 /goals/active", "303 /goals/completed", "303 /goals/completed"),
        Row("GET /healthz", "200", "200", "200", "200"),
        Row("GET /readyz", "200", "200", "200", "200"),

        Row("GET /register", "200", "200", "303 /today", "303 /today"),
        Row(
            "POST /register", "200", "200", "303 /today", "403",
            tryToGetIn.merging(["consent": "yes"]) { $1 }),
        Row("GET /register/confirm", "200", "200", "200", "200"),
        Row("POST /register/confirm", "422", "422", "422", "403", ["password": "not the password"]),
        Row("GET /login", "200", "200", "303 /today", "303 /today"),
        Row("POST /login", "422", "422", "303 /today", "403", tryToGetIn),
        Row("GET /reset", "200", "200", "200", "200"),
        Row("POST /reset", "200", "200", "200", "403", ["email": "nobody@example.com"]),
        Row("GET /reset/password", "200", "200", "200", "200"),
        Row("POST /reset/password", "422", "422", "422", "403", ["newPassword": "short"]),

        Row("GET /settings", "303 /login", "200", "200", "200"),
        Row("POST /settings", "401", "+303 /settings", "+303 /settings", "403", ["theme": "dark", "language": "ko"]),
        Row("GET /settings/activity", "303 /login", "200", "200", "200"),
        Row("POST /settings/activity", "401", "409", "409", "403"),
        Row("GET /settings/export", "303 /login", "200", "200", "200"),
        Row("GET /settings/import", "303 /login", "200", "200", "200"),
        // A form without a file; with one: ImportTests.
        Row("POST /settings/import", "303 /login", "415", "415", "403"),
        Row("GET /settings/password", "303 /login", "303 /register", "200", "200"),
        Row(
            "POST /settings/password", "401", "303 /register", "422", "403",
            ["password": "not the password", "newPassword": "another wooden ladder"]),
        Row("GET /settings/email", "303 /login", "303 /register", "200", "200"),
        Row(
            "POST /settings/email", "401", "303 /register", "422", "403",
            ["password": "not the password", "email": "else@example.com"]),
        Row("GET /settings/email/confirm", "303 /login", "303 /register", "200", "200"),
        Row("POST /settings/email/confirm", "401", "303 /register", "410", "403"),
        Row("GET /settings/reminders", "303 /login", "200", "200", "200"),
        Row("POST /settings/reminders", "401", "409", "409", "403"),
        Row("GET /calendar/{file}", "404", "404", "404", "404"),
        Row("GET /settings/delete", "303 /login", "303 /register", "200", "200"),
        Row("POST /settings/delete", "401", "303 /register", "422", "403", ["password": "not the password"]),

        Row("GET /today", "303 /login", "200", "200", "200"),
        Row("POST /today", "401", "409", "409", "403"),
        Row("GET /goals/completed", "303 /login", "200", "200", "200"),
        Row("POST /goals/completed", "401", "409", "409", "403"),
        Row("GET /goals/active", "303 /login", "200", "200", "200"),
        Row("POST /goals/active", "401", "409", "409", "403"),
        Row("GET /goals/stored", "303 /login", "200", "200", "200"),
        Row("POST /goals/stored", "401", "409", "409", "403"),
        Row("GET /goals/new", "303 /login", "200", "200", "200"),
        Row("POST /goals/new", "401", "422", "422", "403", ["title": ""]),
        Row("GET /goals/{id}/review", "303 /login", "404", "404", "200"),
        Row("POST /goals/{id}/review", "401", "404", "404", "403", free.with(["level": "1"])),
        Row("GET /goals/{id}/picture", "303 /login", "404", "404", "200"),
        Row("GET /goals/{id}", "303 /login", "404", "404", "200"),
        Row("POST /goals/{id}", "401", "404", "404", "403", ["stepTitle": "Walk", "value": "1"]),
        Row("GET /jewels", "303 /login", "200", "200", "200"),
        Row("POST /jewels", "401", "409", "409", "403"),
        Row("GET /jewels/picture", "303 /login", "200", "200", "200"),
        Row("GET /years", "303 /login", "200", "200", "200"),
        Row("POST /years", "401", "409", "409", "403"),
        Row("GET /years/{year}", "303 /login", "200", "200", "200"),
        Row("POST /years/{year}", "401", "409", "409", "403"),
        Row("GET /weeks", "303 /login", "200", "200", "200"),
        Row("POST /weeks", "401", "+303 /weeks", "+303 /weeks", "403", ["answer": "A walk."]),
        Row("GET /weeks/answers", "303 /login", "200", "200", "200"),
        Row("POST /weeks/answers", "401", "409", "409", "403"),
        Row("GET /weeks/{day}", "303 /login", "200", "200", "200"),
        Row(
            "POST /weeks/{day}", "401", "+303 /weeks/2026-11-10", "+303 /weeks/2026-11-10", "403", ["answer": "A walk."]
        ),
        Row("GET /timeline/performed", "303 /login", "200", "200", "200"),
        Row("POST /timeline/performed", "401", "409", "409", "403"),
        Row("GET /timeline/received", "303 /login", "303 /register", "200", "200"),
        Row("POST /timeline/received", "401", "303 /register", "409", "403"),
        Row("GET /people", "303 /login", "303 /register", "200", "200"),
        Row("POST /people", "401", "303 /register", "409", "403"),
        Row("GET /invitations/{token}", "200", "200", "200", "200"),
        Row("POST /invitations/{token}", "409", "409", "409", "403"),
        // The owner's page is for followers.
        Row("GET /people/{handle}", "404", "404", "404", "200"),
        Row("POST /people/{handle}", "404", "404", "404", "403"),
        Row("GET /people/{handle}/{goal}", "404", "404", "404", "200"),
        Row("POST /people/{handle}/{goal}", "404", "404", "404", "403"),
        Row("GET /settings/page", "303 /login", "303 /register", "200", "200"),
        Row("POST /settings/page", "401", "303 /register", "422", "403", ["handle": "no handle"]),
        Row("GET /search", "303 /login", "200", "200", "200"),
        Row("POST /search", "401", "409", "409", "403"),
        Row("GET /live/{token}", "401", "410", "410", "200"),
        Row("POST /live/{token}", "401", "410", "410", "403"),
    ]

    /// The inputs of each page. A page that has two screens has those of both.
    static let inputs: [String: [String]] = [
        "/register": names(
            RegisterScreen.Model.Input(
                emailTextField: .never(), passwordTextField: .never(), consent: .never(), timeZone: .never(),
                emailLeft: .never(),
                passwordLeft: .never(), register: .never())),
        "/register/confirm": form, "/login": form, "/reset": form, "/reset/password": form, "/settings": settings,
        "/settings/password": form, "/settings/email": form, "/settings/email/confirm": form,
        "/settings/delete": form, "/settings/activity": [],
        "/jewels": [], "/years": [], "/years/{year}": [], "/weeks": week, "/weeks/{day}": week, "/weeks/answers": [],
        "/settings/reminders": names(
            ReminderScreen.Model.Input(
                calendar: .never(), steps: .never(), ends: .never(), week: .never(), weekMinute: .never(),
                save: .never(), endpoint: .never(), publicKey: .never(), authSecret: .never(), subscribe: .never(),
                remove: .never(), test: .never())),
        "/today": names(
            TodayScreen.Model.Input(
                tick: .never(), untick: .never(), finish: .never(), putAwayAnswer: .never(), goalChanges: .never(),
                days: .never())),
        "/timeline/performed": timeline, "/timeline/received": timeline,
        "/people": names(
            ConnectionsScreen.Model.Input(
                viewDidAppear: .never(), headerRefresh: .never(), footerRefresh: .never(), invite: .never(),
                change: .never(), changes: .never())),
        "/invitations/{token}": names(InvitationScreen.Model.Input(handle: .never(), answer: .never())),
        "/people/{handle}": names(
            PersonScreen.Model.Input(headerRefresh: .never(), footerRefresh: .never(), changes: .never())),
        "/people/{handle}/{goal}": names(
            SharedGoalScreen.Model.Input(headerRefresh: .never(), applaud: .never(), changes: .never())),
        "/settings/page": names(
            OwnPageScreen.Model.Input(handle: .never(), visibility: .never(), submit: .never())),
        "/goals/completed": boxes, "/goals/active": boxes, "/goals/stored": boxes,
        "/search": names(
            SearchScreen.Model.Input(
                viewDidAppear: .never(), query: .never(), fetchNextPage: .never(), refresh: .never(),
                goalChanges: .never(), noteChanges: .never())),
        "/goals/new": names(
            GoalFormScreen.Model.Input(
                title: .never(), startDate: .never(), endDate: .never(), endless: .never(), reminderEnabled: .never(),
                save: .never(), goalChanges: .never())),
        "/goals/{id}": names(
            GoalDetailScreen.Model.Input(
                viewDidAppear: .never(), tick: .never(), untick: .never(), finishStep: .never(), moveUp: .never(),
                moveDown: .never(), placeStep: .never(), removeStep: .never(),
                undoRemoval: .never(), editStep: .never(), cancelStep: .never(), saveEdit: .never(),
                editTitle: .never(), repeats: .never(), times: .never(), dueOn: .never(), alarmTime: .never(),
                monday: .never(),
                tuesday: .never(), wednesday: .never(), thursday: .never(), friday: .never(), saturday: .never(),
                sunday: .never(), stepTitle: .never(), saveStep: .never(), edit: .never(), recover: .never(),
                delete: .never(), undo: .never(), celebrated: .never(), reviewNow: .never(), finish: .never(),
                completedOn: .never(), undoCompletion: .never(), extend: .never(), pause: .never(),
                resume: .never(), share: .never(), takeUp: .never(), notNow: .never(),
                goalChanges: .never())),
        "/goals/{id}/review": names(
            ReviewEditorScreen.Model.Input(
                styleSelected: .never(), liked: .never(), lacked: .never(), learned: .never(), longedFor: .never(),
                text: .never(), levelSelected: .never(), save: .never(), discardDraft: .never(),
                undoDiscard: .never(), keepMine: .never(), takeOther: .never(), goalChanges: .never()))
            + names(
                ReviewViewerScreen.Model.Input(
                    edit: .never(), delete: .never(), undo: .never(), goalChanges: .never())),
    ]

    /// Pages whose inputs are offered when there is more than they show, or when they could not be read again; and an
    /// invitation, which its owner can't answer.
    private static let offersNothingAtFirst: Set = [
        "/people/{handle}", "/people/{handle}/{goal}", "/invitations/{token}",
    ]

    private static let timeline = names(
        EventsScreen.Model.Input(
            headerRefresh: .never(), footerRefresh: .never(), selection: .never(), applaud: .never(),
            stopApplauding: .never(), paused: .never(), showWaiting: .never(), changes: .never(), days: .never()))

    private static let week = names(
        WeekScreen.Model.Input(answer: .never(), save: .never(), goalChanges: .never(), noteChanges: .never()))

    private static let boxes = names(
        GoalBoxScreen.Model.Input(
            viewDidAppear: .never(), segmentSelection: .never(), selection: .never(), fetchNextPage: .never(),
            refresh: .never(), delete: .never(), undo: .never(), goalChanges: .never()))

    private static let form = names(
        FormScreen.Model.Input(
            email: .never(), password: .never(), newPassword: .never(), remember: .never(), next: .never(),
            kept: .never(), submit: .never()))

    private static let settings = names(
        SettingsScreen.Model.Input(
            displayName: .never(), language: .never(), theme: .never(), timeZone: .never(), weekStart: .never(),
            submit: .never()))

    private static func names(_ input: Any) -> [String] { Mirror(reflecting: input).children.compactMap(\.label) }

    /// The owner, and what there is to be had.
    actor Scene {
        let app: ServedApp
        let owner: Member
        /// Paths with the owner's ids and tokens in them, by the route.
        let addresses: [String: [String]]
        let pages: [HTTPPage]
        /// Those who have changed nothing so far are taken again.
        private var people: [Sender: Person] = [:]
        private typealias Rows = [Int64: Set<String>]
        /// The rows as they were found last; nil when something may have changed since.
        private var lastRows: Rows?

        private struct Person {
            let visitor: HTTPVisitor
            /// The token that they send.
            let csrf: String?
            /// An account of their own.
            var account: AccountID?
        }

        static let marker = "Nobody else’s"

        init(_ app: ServedApp, _ email: String = "mina@example.com") async throws {
            let owner = try await app.member(email, marker: Self.marker)
            let active = try await app.fixture.addGoal(
                "\(Self.marker) walk", until: "9999-12-31", steps: ["\(Self.marker) step", "2"], of: owner.id
            ).id
            let stored = try await app.fixture.addGoal(
                "\(Self.marker) paint", .stored, steps: ["\(Self.marker) step"], of: owner.id
            ).id
            let accounts = app.fixture.accounts
            let new = NewAccount(
                email: try EmailAddress("other-\(email)"), isConfirmed: false,
                password: try PasswordHash(Password(new: Member.password, email: ""), cost: .none))
            let links: [(path: String, link: AccountLink)] = [
                ("/register/confirm", .registration(new)), ("/reset/password", .reset(owner.id)),
                ("/settings/email/confirm", .email(owner.id, try EmailAddress("new-\(email)"))),
            ]
            let pages = [
                try await owner.visitor.open("/goals/completed"), try await owner.visitor.open(owner.unreviewed),
            ]
            let handle = try Handle(typed: String(email.prefix { $0 != "@" }).replacing("-", with: "_"))
            _ = try await app.fixture.store.setPage(handle: handle, visibility: .followers, of: owner.id)
            _ = try await app.fixture.store.share(.goalAndReview, of: owner.id, owner.goals[0])
            _ = try await app.fixture.store.invite(by: owner.id)
            let connections = try await app.fixture.store.connections(of: owner.id, limit: 1)
            let invitation = try #require(connections?.invitations.first).token
            var addresses = [
                "/invitations/{token}": [Routes.invitation.path(invitation)],
                "/goals/new": [
                    "/goals/new", "/goals/new?finished=1", Routes.newGoal.path(query: ["from": "\(owner.goals[0])"]),
                ],
                "/goals/{id}": [Routes.goal.path(owner.goals[0]), Routes.goal.path(active), Routes.goal.path(stored)],
                "/goals/{id}/picture": owner.goals.map { Routes.goalPicture.path($0) },
                "/goals/{id}/review": [owner.reviewed, owner.reviewed + "?edit=1", owner.unreviewed],
                "/live/{token}": pages.map(\.address), "/years/{year}": ["/years/2026"],
                "/weeks/{day}": ["/weeks/2026-11-10"], "/people/{handle}": [Routes.person.path(handle)],
                "/people/{handle}/{goal}": [Routes.sharedGoal.path(handle, owner.goals[0])],
                "/calendar/{file}": ["/calendar/nothing", "/calendar/\(SecretToken().text).ics"],
            ]
            for (path, link) in links {
                addresses[path] = [path + "?token=\(try await accounts.createLink(link).text)"]
            }
            self.app = app
            self.owner = owner
            self.pages = pages
            self.addresses = addresses
        }

        nonisolated func addresses(of path: String) -> [String] { addresses[path] ?? [path] }

        /// Somebody who has done nothing yet.
        private func person(_ sender: Sender) async throws -> Person {
            switch sender {
            case .nobody: return Person(visitor: app.browser(), csrf: nil)
            case .guest:
                let visitor = app.browser()
                return Person(visitor: visitor, csrf: try await visitor.formToken("/login"))
            case .expired, .ended:
                let start = SessionStart()
                guard let session = try await app.fixture.accounts.beginSession(of: owner.id, start) else {
                    throw TestFailure("There is no session")
                }
                let visitor = app.browser(cookies: session.jar)
                // It was not used before, so that nothing is known of it in memory.
                let csrf = Visitor(session.signedIn, now: .distantPast).makeFormToken()
                if sender == .ended {
                    try await app.fixture.accounts.endSession(session.token)
                } else {
                    try await app.execute(
                        "UPDATE accountSession SET createdAt = 1, expiresAt = 2 WHERE tokenHash = ?",
                        [session.token.hash])
                }
                return Person(visitor: visitor, csrf: csrf)
            case .demo:
                let session = try await app.fixture.accounts.createDemoAccount(
                    goals: [], language: .english, timeZone: nil)
                let visitor = app.browser(cookies: session.jar)
                let csrf = try await visitor.formToken("/goals/completed")
                return Person(visitor: visitor, csrf: csrf, account: session.signedIn.account)
            case .stranger:
                let stranger = try await app.member("\(UUID().uuidString)@example.com")
                return Person(visitor: stranger.visitor, csrf: stranger.csrf, account: stranger.id)
            case .wrongToken:
                let csrf = try await app.browser().formToken("/login")
                return Person(visitor: owner.visitor.copy(), csrf: csrf)
            case .foreignOrigin, .crossSite: return Person(visitor: owner.visitor.copy(), csrf: owner.csrf)
            }
        }

        /// Sends a request as somebody, and looks at what has become of the database.
        fileprivate func check(_ row: Row, _ address: String, input: String? = nil, as sender: Sender) async throws {
            // Otherwise they would be told that they try too often.
            try await app.fixture.database.writer.write { try $0.execute(sql: "DELETE FROM attempt") }
            let known = people[sender]
            let person = if let known { known } else { try await person(sender) }
            if known == nil { lastRows = nil }
            people[sender] = person
            let visitor = person.visitor.copy()
            var headers: [String: String] = [:]
            if sender == .foreignOrigin { headers["Origin"] = "https://evil.example" }
            if sender == .crossSite { headers["Sec-Fetch-Site"] = "cross-site" }
            let before: Rows
            if let lastRows { before = lastRows } else { before = try await rows() }
            let changes = try await changeCount()
            let answer: HTTPAnswer
            if row.method == "GET" {
                answer = try await visitor.get(address, headers)
            } else if row.isLive {
                headers["X-CSRF-Token"] = person.csrf ?? ""
                headers["Content-Type"] = "application/json"
                let body = "{\"inputs\": [{\"n\": 1, \"name\": \"\(input ?? "refresh")\", \"value\": \"yes\"}]}"
                answer = try await visitor.send("POST", address, headers, body: Array(body.utf8))
            } else {
                let query = input.map { (address.contains("?") ? "&" : "?") + "input=\($0)" } ?? ""
                var fields = row.fields
                fields["csrf"] = person.csrf
                answer = try await visitor.post(address + query, fields, headers)
            }
            let told = "\(row.method) \(address) \(input ?? "") as \(sender.rawValue)"
            let place = answer["Location"].map { " " + $0.prefix { $0 != "?" } } ?? ""
            let expected = row.expected(of: sender)
            // Most requests change no row; reading all of them would take most of the time.
            let after = try await changeCount() == changes ? before : rows()
            let mayChange: Bool
            if input != nil, row.isOpen(expected) {
                // What somebody does on a page of their own is theirs.
                #expect(answer.status < 500, "\(told)")
                mayChange = true
            } else {
                #expect("\(answer.status)\(place)" == expected.replacing("+", with: ""), "\(told)")
                mayChange = expected.hasPrefix("+")
            }
            #expect(after[owner.id.rawValue] == before[owner.id.rawValue], "\(told)")
            lastRows = after
            if mayChange {
                (people[sender], lastRows) = (nil, nil)
                // The rows would become too many.
                if let account = person.account {
                    _ = try await app.fixture.accounts.deleteAccount(account, SessionStart())
                    _ = try await app.fixture.accounts.purgeExpired()
                }
            } else {
                #expect(after == before, "\(told)")
            }
            if !sender.isForged { #expect(!answer.text.contains(Self.marker), "\(told)") }
        }

        /// The number of rows that were inserted, changed or deleted so far, in any table.
        private func changeCount() async throws -> Int {
            try await app.fixture.database.writer.read { $0.totalChangesCount }
        }

        /// Attempts are counted, what was tried stands in the owner's log, and what somebody asks for by mail is nothing yet.
        private func rows() async throws -> Rows {
            try await app.rowsByOwner(except: ["attempt", "accountLog", "accountLink"])
        }
    }

    @Test func everyRouteStandsInTheTable() async throws {
        let routes = try await withApp { app in app.routes }
        #expect(routes.sorted() == Self.table.map(\.request).sorted())
        let pages = routes.filter {
            $0.hasPrefix("POST ") && !["/demo", "/logout", "/choices", "/settings/import"].contains($0.dropFirst(5))
        }
        #expect((Self.inputs.keys + ["/live/{token}"]).sorted() == pages.map { String($0.dropFirst(5)) }.sorted())
    }

    @Test func everyRouteRefusesWhoeverHasNoBusinessThere() async throws {
        try await withApp(sendsMail: true) { app in
            let scene = try await Scene(app)
            for row in Self.table {
                for address in scene.addresses(of: row.path) {
                    for sender in Sender.allCases { try await scene.check(row, address, as: sender) }
                }
            }
        }
    }

    @Test func everyInputRefusesWhoeverHasNoBusinessThere() async throws {
        try await withApp(sendsMail: true) { app in
            let scene = try await Scene(app)
            for row in Self.table where row.method == "POST" {
                let inputs = row.isLive ? Self.inputs.values.flatMap(\.self) : Self.inputs[row.path] ?? []
                for address in scene.addresses(of: row.path) {
                    for input in Set(inputs).sorted() {
                        for sender in Sender.allCases { try await scene.check(row, address, input: input, as: sender) }
                    }
                }
            }
            // The owner's page has heard nothing of it.
            for page in scene.pages {
                let reply = try await page.inputs([])
                #expect(reply.text.contains("\"applied\":0"), "\(reply.text)")
            }
        }
    }

    /// D8: who asks for the headers of a page has not seen it, and changes nothing.
    @Test func askingForTheHeadersOfAPageChangesNothing() async throws {
        try await withApp(sendsMail: true) { app in
            let scene = try await Scene(app)
            // A session that the page behind a registration ends.
            let other = try await app.fixture.accounts.beginSession(of: scene.owner.id, SessionStart())
            let ends = Int64(app.fixture.clock.now.timeIntervalSince1970 * 1000) + 30_000
            try await app.execute(
                "UPDATE accountSession SET expiresAt = ?1, endsAt = ?1 WHERE tokenHash = ?2", [ends, other?.token.hash])
            for row in Self.table where row.method == "GET" && !row.isLive {
                for address in scene.addresses(of: row.path) {
                    let before = try await app.rows(except: ["probe"])
                    let answer = try await scene.owner.visitor.send("HEAD", address)
                    #expect(answer.status < 500 && answer.body.isEmpty, "\(address)")
                    #expect(try await app.rows(except: ["probe"]) == before, "\(address)")
                }
            }
        }
    }

    /// Otherwise something could be sent that nobody has thought of.
    @Test func noPageOffersAnInputThatIsNotInTheTable() async throws {
        try await withApp(sendsMail: true) { app in
            let scene = try await Scene(app)
            let guest = app.browser()
            for (path, known) in Self.inputs {
                for address in scene.addresses(of: path) {
                    var page = try await scene.owner.visitor.get(address)
                    if page.status == 303 { page = try await guest.get(address) }
                    #expect(page.status == 200, "\(address)")
                    let main = try #require(page.text.between("<main", "</main>"))
                    var offered = main.all(between: "data-input=\"", "\"") + main.all(between: "data-left=\"", "\"")
                    for action in main.all(between: "action=\"", "\"") {
                        if let input = action.unescaped.firstMatch(of: /[?&]input=([^&]*)/) {
                            offered.append(String(input.1))
                        }
                    }
                    #expect(
                        (known.isEmpty || Self.offersNothingAtFirst.contains(path)) == offered.isEmpty, "\(address)")
                    #expect(Set(offered).subtracting(known) == [], "\(address)")
                }
            }
        }
    }
}
