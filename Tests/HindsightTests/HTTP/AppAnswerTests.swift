import Foundation
import HTTPTypes
import HindsightDomain
import Live
import LiveTesting
import TestSupport
import Testing

@testable import Hindsight

/// What every answer of the app carries, and what no answer may.
@Suite(.timeLimit(.minutes(15))) struct AppAnswerTests {
    private static let files = [
        "/live.js": "text/javascript", "/hindsight.css": "text/css", "/goals.css": "text/css",
        "/look-back.css": "text/css", "/forms.css": "text/css",
        "/jewels.svg": "image/svg+xml",
        "/levels.svg": "image/svg+xml", "/icon.svg": "image/svg+xml",
        "/favicon.ico": "image/", "/robots.txt": "text/plain",
    ]

    private func expectSecurity(_ answer: HTTPAnswer, _ what: String) {
        #expect(answer["X-Content-Type-Options"] == "nosniff", "\(what)")
        // JSON is no document.
        if answer["Content-Type"]?.hasPrefix("application/json") == true { return }
        let policy = answer["Content-Security-Policy"] ?? ""
        for directive in [
            "default-src 'self'", "frame-src 'none'", "object-src 'none'", "media-src 'none'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ] {
            #expect(policy.contains(directive), "\(what)")
        }
        for hole in ["unsafe-", "http:", "https:", "*", "data:"] { #expect(!policy.contains(hole), "\(what)") }
        #expect(["same-origin", "no-referrer"].contains(answer["Referrer-Policy"]), "\(what)")
    }

    @Test func everyAnswerCarriesTheSecurityHeaders() async throws {
        try await withAccount { account in
            let (address, visitor) = (account.editor, account.visitor)
            let live = try await account.open()
            let paths =
                ["/", "/goals/completed", address, "/nothing", "/goals/abc/review", "/healthz", "/readyz"]
            for path in paths { expectSecurity(try await account.get(path), path) }
            let answers: [(Int, HTTPAnswer)] = [
                (400, try await visitor.post(address, form: "%")),
                (403, try await account.post(address, csrf: "wrong")),
                (413, try await account.post(address, ["text": String(repeating: "x", count: 5_000_000)])),
                (415, try await visitor.post(address, form: "{}", ["Content-Type": "application/json"])),
                (422, try await account.post(address)),
                (410, try await account.get("/live/x.y")),
                (401, try await visitor.another().get(live.address)),
                (200, try await live.post("{\"inputs\": []}")),
                (200, try await visitor.send("HEAD", "/")),
            ]
            for (status, answer) in answers {
                #expect(answer.status == status)
                expectSecurity(answer, "\(status)")
            }
            expectSecurity(try await visitor.send("PUT", address), "PUT")
            for answer in [
                try await visitor.another().post("/demo"), try await visitor.another().get("/goals/completed"),
                try await account.post(address, free.with(["level": "3"])),
            ] {
                #expect(answer.status == 303)
                #expect(answer["Cross-Origin-Opener-Policy"] == "same-origin")
                #expect(answer["Content-Security-Policy"] == nil)
                #expect(answer.body.isEmpty)
            }
        }
    }

    /// Nothing more: they come with every first page.
    @Test func aFileIsReadAsNothingElseAndMayDoNothingByItself() async throws {
        try await withApp { app in
            let tag = try #require(try await app.visitor.get("/live.js")["ETag"])
            var answers = [try await app.visitor.get("/live.js", ["If-None-Match": tag])]
            for path in Self.files.keys { answers.append(try await app.visitor.get(path)) }
            for answer in answers {
                // A script and a style sheet are no documents, whoever opens them.
                let isPart = ["text/javascript", "text/css"].contains { answer["Content-Type"]?.hasPrefix($0) == true }
                #expect(answer["Content-Security-Policy"] == (isPart ? nil : "default-src 'none'"))
                #expect(answer["X-Content-Type-Options"] == "nosniff")
                #expect(answer["Permissions-Policy"] == nil)
            }
        }
    }

    @Test func theStreamIsReadAsNothingElseAndPassesProxies() async throws {
        try await withAccount { account in
            try await account.open().stream { stream in
                let headers = stream.head.headerFields
                #expect(headers[.contentType]?.hasPrefix("text/event-stream") == true)
                #expect(headers[.cacheControl] == "no-store")
                #expect(headers.first { $0.name.rawName.lowercased() == "x-accel-buffering" }?.value == "no")
                #expect(headers[.xContentTypeOptions] == "nosniff")
                #expect(headers[.contentLength] == nil)
            }
        }
    }

    @Test func privatePagesAreNotKeptByCaches() async throws {
        try await withAccount { account async throws in
            for path in ["/", "/goals/completed", DemoAccount.address(account.goals[0]), "/goals/abc/review"] {
                let answer = try await account.get(path)
                #expect(answer["Cache-Control"] == "private, no-cache", "\(path)")
                #expect(answer["Vary"] == "Accept-Language, Cookie", "\(path)")
            }
        }
    }

    // MARK: Cookies

    private func attributes(_ cookie: String?) -> Set<String> {
        Set((cookie ?? "").split(separator: ";").dropFirst().map { $0.drop { $0 == " " }.lowercased() })
    }

    @Test func theCookieIsForTheServerAndThisSiteOnly() async throws {
        try await withApp { app in
            // Attributes come in any order, and cookies in one text would be parted from each other by a comma.
            let plain = try #require(try await app.visitor.another().post("/demo").all("Set-Cookie").first)
            #expect(attributes(plain).isSuperset(of: ["httponly", "samesite=lax", "path=/"]))
            #expect(!attributes(plain).contains("secure"), "by plain HTTP on one's own machine")
            let token = plain.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)[1]
            #expect(token.count >= 32)
            let secure = try await app.visitor.another().post("/demo", [:], ["X-Forwarded-Proto": "https"])
            for cookie in secure.all("Set-Cookie") { #expect(attributes(cookie).contains("secure"), "\(cookie)") }
        }
    }

    @Test func byTLSNoOtherHostCanSetTheCookie() async throws {
        try await withApp { app in
            let answer = try await app.visitor.another().post("/demo", [:], ["X-Forwarded-Proto": "https"])
            #expect(answer["Set-Cookie"]?.hasPrefix("__Host-") == true)
        }
    }

    /// Also the one that tells the next page what was done.
    @Test func byTLSEveryCookieTravelsByTLSOnly() async throws {
        try await withApp { app in
            let account = try await DemoAccount(app.visitor.byTLS)
            let saved = try await account.post(account.editor, free.with(["level": "3"]))
            #expect(saved["Location"] == account.editor)
            let left = try await account.post("/logout")
            let cookies = saved.all("Set-Cookie") + left.all("Set-Cookie")
            #expect(cookies.count == 3)
            for cookie in cookies { #expect(attributes(cookie).contains("secure"), "\(cookie)") }
        }
    }

    /// It left the first account's cookie and streams behind, which nobody could reach any more.
    @Test func aSecondDemoEndsTheFirst() async throws {
        try await withAccount { account in
            let before = account.visitor.copy()
            let page = try await account.open()
            #expect(try await account.visitor.post("/demo", ["leaves": "yes"]).status == 303)
            let status = try await before.get("/goals/completed").status
            let live = try await before.send("HEAD", page.address).status
            #expect(status == 303)
            #expect(live == 401)
        }
    }

    @Test func signingOutTakesTheCookieAway() async throws {
        try await withAccount { account in
            let cookies = try await account.post("/logout").all("Set-Cookie")
            let cookie = cookies.first { $0.hasPrefix("hindsight=") }
            #expect(attributes(cookie).isSuperset(of: ["max-age=0", "httponly"]))
        }
    }

    @Test func theCookieIsNoPartOfAnyPage() async throws {
        try await withAccount { account in
            let secrets = account.visitor.secrets
            for path in ["/", "/goals/completed", DemoAccount.address(account.goals[0])] {
                let page = try await account.get(path).text
                for secret in secrets { #expect(!page.contains(secret), "\(path)") }
            }
        }
    }

    // MARK: Documents and files

    @Test(arguments: ["/", "/goals/completed", "/healthz", "/live.js", "/nothing"])
    func headAnswersAsGetWithoutABody(path: String) async throws {
        try await withAccount { account in
            let (get, head) = (try await account.get(path), try await account.visitor.send("HEAD", path))
            #expect(head.status == get.status)
            #expect(head.body.isEmpty)
            #expect(head["Content-Type"] == get["Content-Type"])
        }
    }

    /// V8: whoever asks for neither Korean nor English reads English.
    @Test(
        arguments: [
            (nil, "en"), ("", "en"), ("*", "en"), ("de", "en"), ("fr", "en"), ("ja,zh;q=0.9", "en"), ("en", "en"),
            ("en-US,en;q=0.9", "en"), ("ko-KR,ko;q=0.9,en;q=0.8", "ko"), ("en;q=0.8,ko;q=0.9", "ko"),
            ("fr-FR,en;q=0.5", "en"), ("de,ko;q=0.5", "ko"), ("EN-gb", "en"), ("en;q=0,ko;q=0.1", "ko"),
            ("en;q=abc", "en"), (",;;q=,", "en"), ("en;q=0.9;x=y , ko;q=0.1", "en"),
            (String(repeating: "x", count: 5000), "en"),
        ] as [(String?, String)])
    func theLanguageFollowsTheBrowser(header: String?, language: String) async throws {
        try await withApp { app in
            for path in ["/", "/nothing"] {
                let answer = try await app.visitor.another(language: header).get(path)
                #expect(answer.text.contains("<html lang=\"\(language)\">"))
                #expect(answer["Vary"]?.lowercased().contains("accept-language") == true)
            }
        }
    }

    /// V8: also in a demo account, on the pages of errors, and in what is sent in the name of the app.
    @Test func whoeverAsksForNeitherLanguageHasEnglishEverywhere() async throws {
        try await withApp(sendsMail: true) { app in
            let visitor = app.visitor.another(language: "de")
            #expect(try await visitor.post("/demo").status == 303)
            let pages = ["/goals/completed", "/settings", "/settings/reminders", "/nothing", "/logout"]
            for path in pages {
                #expect(try await visitor.get(path).text.contains("<html lang=\"en\">"), "\(path)")
            }
            let list = try await visitor.get("/goals/completed").text
            let titles = list.all(between: "dir=\"auto\">", "<").joined()
            #expect(!titles.isEmpty && titles.firstMatch(of: /[가-힣]/) == nil)
            // The calendar of an account that has chosen no language speaks as the page did on which it was made.
            let csrf = try await visitor.formToken("/settings/reminders")
            let made = try await visitor.post(
                "/settings/reminders?input=calendar", ["csrf": csrf, "value": "make"]
            ).text
            let address = try #require(made.firstMatch(of: /\/calendar\/[A-Za-z0-9_-]+\.ics/).map { String($0.0) })
            #expect(try await visitor.get(address).text.contains("PRODID:-//Hindsight//Hindsight//EN"))
            // A mail to somebody who has chosen none.
            let other = app.visitor.another(language: "ja")
            let token = try await other.formToken("/register")
            let fields = ["csrf": token, "email": "yuki@example.com", "password": Member.password, "consent": "yes"]
            #expect(try await other.post("/register", fields).status == 200)
            let mail = try #require(await app.mails(1).first)
            #expect((mail.subject + mail.text).firstMatch(of: /[가-힣]/) == nil)
        }
    }

    @Test func aLanguageThatTheAppDoesNotSpeakIsEnglish() {
        #expect(Strings(language: "fr", timeZone: nil, assets: [:]).language == .english)
        #expect(Strings(language: "ko", timeZone: nil, assets: [:]).language == .korean)
    }

    /// No address with a host anywhere, but for the names of XML's namespaces; no script and no style in a document.
    @Test func nothingOfAThirdPartyIsLoadedAndNothingIsInline() async throws {
        try await withAccount { account in
            let pages = [
                "/", "/goals/completed", account.editor, DemoAccount.address(account.reviewed[0]), "/nothing", "/help",
                "/privacy", "/offline",
            ]
            let inline = /<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=|javascript:/
            for path in pages + Self.files.keys {
                let text = try await account.get(path).text
                    .replacing("http://www.w3.org/2000/svg", with: "")
                    .replacing("http://www.w3.org/1999/xlink", with: "")
                    .replacing("\"http://\(account.visitor.authority)/", with: "\"/")
                #expect(text.firstMatch(of: /https?:\/\/|["'(]\/\//) == nil, "\(path)")
                guard pages.contains(path) else { continue }
                #expect(text.firstMatch(of: inline) == nil, "\(path)")
            }
        }
    }

    @Test func filesHaveAnEntityTagAndTheirType() async throws {
        try await withApp { app in
            for (path, type) in Self.files {
                let answer = try await app.visitor.get(path)
                #expect(answer["Content-Type"]?.hasPrefix(type) == true, "\(path)")
                let tag = try #require(answer["ETag"])
                #expect(try await app.visitor.get(path, ["If-None-Match": tag]).status == 304)
            }
        }
    }

    @Test func pagesReferToFilesByTheirFingerprints() async throws {
        try await withAccount { account in
            for path in ["/", "/goals/completed", account.editor, DemoAccount.address(account.reviewed[0]), "/nothing"]
            {
                let page = try await account.get(path).text
                let files = page.matches(of: /(?:href|src|content)=["'](?:http:\/\/[^\/]+)?(\/[^"'#]+\.[a-z]+)["'#]/)
                #expect(files.count >= 5, "\(path)")
                for address in Set(files.map { String($0.1) }) {
                    let file = try await account.get(address)
                    #expect(file.status == 200, "\(path) \(address)")
                    #expect(file["Cache-Control"] == "max-age=31536000, immutable", "\(path) \(address)")
                }
            }
        }
    }

    @Test func onlyTheStartIsForSearchEngines() async throws {
        try await withAccount { account in
            for path in ["/goals/completed", account.editor, "/nothing", "/logout", "/demo"] {
                #expect(try await account.get(path).text.contains("<meta name='robots' content='noindex'>"), "\(path)")
            }
            let home = try await account.get("/", ["X-Forwarded-Proto": "https"]).text
            #expect(!home.contains("noindex"))
            let site = "https://\(account.visitor.authority)"
            #expect(home.contains("<link rel=\"canonical\" href=\"\(site)/\">"))
            #expect(home.value(of: "content") != nil)
            for name in ["title", "description", "image", "url", "locale"] {
                #expect(home.between("property=\"og:\(name)\" content=\"", "\"")?.isEmpty == false, "\(name)")
            }
            let picture = try #require(home.between("property=\"og:image\" content=\"\(site)", "\""))
            #expect(try await account.get(picture)["Content-Type"] == "image/png")
        }
    }

    @Test func theAppCanBeInstalled() async throws {
        struct Manifest: Decodable {
            struct Icon: Decodable { let src, sizes, type: String, purpose: String? }
            let name: String
            let icons: [Icon]
        }
        try await withApp { app in
            let page = try await app.visitor.get("/").text
            let address = try #require(page.between("<link rel=\"manifest\" href=\"", "\""))
            let answer = try await app.visitor.get(address)
            #expect(answer["Content-Type"] == "application/manifest+json")
            let manifest = try JSONDecoder().decode(Manifest.self, from: Data(answer.body))
            #expect(manifest.icons.contains { $0.purpose == "maskable" })
            #expect(Set(manifest.icons.map(\.sizes)).isSuperset(of: ["192x192", "512x512"]))
            for icon in manifest.icons {
                let picture = try await app.visitor.get(icon.src)
                #expect(picture["Content-Type"] == icon.type)
                // The size stands behind the first sixteen bytes of a PNG.
                guard icon.type == "image/png" else { continue }
                let side = picture.body[16..<20].reduce(0) { $0 << 8 | Int($1) }
                #expect("\(side)x\(side)" == icon.sizes)
            }
            let touch = try #require(page.between("<link rel=\"apple-touch-icon\" href=\"", "\""))
            #expect(try await app.visitor.get(touch)["Content-Type"] == "image/png")
        }
    }

    @Test func aPartBeyondTheEndOfAFileIsADesigned416() async throws {
        try await withApp { app in
            let answer = try await app.visitor.get("/live.js", ["Range": "bytes=10000000-"])
            #expect(answer.status == 416)
            #expect(answer.text.isDesignedFault)
            #expect(answer["Content-Range"]?.hasPrefix("bytes */") == true)
        }
    }

    @Test func thePageIsCompleteBeforeAnyScriptRuns() async throws {
        try await withAccount { account in
            let page = try await account.get("/goals/completed").text
            #expect(page.rows.count == 10)
            let count = /data-output="retrospectCount"[^>]*><a href='[^']*'>You can write <em>\d+ goal reviews<\/em>!/
            #expect(page.firstMatch(of: count) != nil)
        }
    }

    @Test func healthAndReadinessAnswer() async throws {
        try await withApp { app async throws in
            #expect(try await app.visitor.get("/healthz").text == "ok\n")
            #expect(try await app.visitor.get("/readyz").text == "ready\n")
            app.store.fail(.ping)
            #expect(try await app.visitor.get("/healthz").status == 200)
            #expect(try await app.visitor.get("/readyz").status == 503)
        }
    }
}
