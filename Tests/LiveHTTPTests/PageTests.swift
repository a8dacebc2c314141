import Live
import LiveTesting
import TestSupport
import Testing

@testable import LiveHTTP

/// Pages and their forms, as a browser without a script has them.
@Suite(.timeLimit(.minutes(15))) struct PageTests {
    @Test func aPageIsWholeAndNotKeptByCaches() async throws {
        try await withNotes { ann in
            let page = try await ann.get("/notes/7")
            #expect(page.status == 200)
            #expect(page["Content-Type"] == "text/html; charset=utf-8")
            #expect(page["Cache-Control"] == "private, no-cache")
            #expect(page["Vary"] == "Accept-Language, Cookie")
            #expect(page.text.contains("<h1>Note 7</h1>"))
            #expect(page.text.value(of: "data-csrf").map { FormToken.isToken($0, HTTPVisitor.secret) } == true)
            let field = page.text.between("name=\"csrf\" value=\"", "\"")
            #expect(field.map { FormToken.isToken($0, HTTPVisitor.secret) } == true)
        }
    }

    @Test func headIsAnsweredAsGetWithoutABody() async throws {
        try await withNotes { ann in
            for path in ["/notes/7", "/text", "/notes/none", "/nothing"] {
                let (get, head) = (try await ann.get(path), try await ann.send("HEAD", path))
                #expect(head.status == get.status)
                #expect(head.body.isEmpty)
                #expect(head["Content-Type"] == get["Content-Type"])
            }
        }
    }

    @Test(arguments: [("ko", "ko"), ("en-GB", "en"), ("fr", "en"), ("fr, ko;q=0.5", "ko")])
    func aPageSpeaksTheLanguageOfItsBrowser(header: String, language: String) async throws {
        try await withNotes { ann in
            let page = try await ann.get("/notes/7", ["Accept-Language": header])
            #expect(page.text.contains("<html lang=\"\(language)\">"))
        }
    }

    @Test func twoPagesAreTwoSessions() async throws {
        try await withNotes { ann in
            let (one, two) = (try await ann.open("/notes/7"), try await ann.open("/notes/7"))
            #expect(one.address != two.address)
            try await one.stream { stream in
                try await two.send("add")
                try await one.send("text", "mine")
                try await stream.next("echo", having: "mine")
                #expect(!stream.seen.contains { $0.name == "total" })
            }
        }
    }

    @Test(arguments: ["GET", "POST"])
    func whoIsNotSignedInIsSentToTheDoor(method: String) async throws {
        try await withNotes { ann in
            let answer = try await ann.another().send(method, "/notes/7")
            #expect(answer.status == 303)
            #expect(answer["Location"] == "/in?next=%2Fnotes%2F7")
        }
    }

    // MARK: Forms

    private func post(
        _ ann: HTTPVisitor, _ path: String = "/notes/7", text: String = "a & b", csrf: String? = HTTPVisitor.token,
        _ headers: [String: String] = [:]
    ) async throws -> HTTPAnswer {
        try await ann.post(path, ["text": text, "csrf": csrf].compactMapValues { $0 }, headers)
    }

    @Test func aFormThatIsTakenLeadsOn() async throws {
        try await withNotes { ann in
            for path in ["/notes/7", "/notes/7?input=save"] {
                let answer = try await post(ann, path)
                #expect(answer.status == 303)
                #expect(answer["Location"] == "/notes/7")
                #expect(answer.body.isEmpty)
            }
        }
    }

    @Test func aFormThatIsRefusedComesBackWithItsTextAndItsStatus() async throws {
        try await withNotes { ann in
            let answer = try await post(ann, text: "")
            #expect(answer.status == 422)
            #expect(answer.text.contains("Nothing is written"))
            // And it is live, as any page: a script takes it up from there.
            #expect(answer.text.value(of: "data-live") != nil)
        }
    }

    @Test func anInputThatStaysOnThePageIsAnsweredWithThePage() async throws {
        try await withNotes { ann in
            let answer = try await ann.post("/notes/7?input=add", ["csrf": HTTPVisitor.token])
            #expect(answer.status == 200)
            #expect(answer.text.contains("1 <button"))
        }
    }

    @Test(arguments: [nil, "", "wrong", "token-of-bob", "token-of-an", "token-of-ann "] as [String?])
    func aFormWithoutItsTokenComesBackWithItsTextAndTheRightToken(csrf: String?) async throws {
        try await withNotes { ann in
            let answer = try await post(ann, text: "</textarea><b>", csrf: csrf)
            #expect(answer.status == 403)
            #expect(answer.text.contains("<p id=\"problem\">staleForm</p>"))
            #expect(answer.text.between("<textarea", "</textarea>")?.unescaped.hasSuffix(">\n</textarea><b>") == true)
            let field = answer.text.between("name=\"csrf\" value=\"", "\"")
            #expect(field.map { FormToken.isToken($0, HTTPVisitor.secret) } == true)
            #expect(!answer.text.contains("Nothing is written"))
        }
    }

    @Test(arguments: ["remove", "nonsense", "", "data-live"])
    func anInputThatIsNotOfferedIsNotTaken(input: String) async throws {
        try await withNotes { ann in
            let answer = try await post(ann, "/notes/7?input=\(input)", text: "typed")
            #expect(answer.status == 409)
            #expect(answer.text.contains("<p id=\"problem\">notOffered</p>"))
            #expect(answer.text.contains("typed</textarea>"))
            #expect(answer.text.contains("0 </"))
        }
    }

    @Test(arguments: ["application/json", "text/plain", "multipart/form-data; boundary=x", "nonsense"])
    func aBodyOfAnotherTypeIsNoForm(type: String) async throws {
        try await withNotes { ann in
            let answer = try await ann.post("/notes/7", form: "text=x", ["Content-Type": type])
            #expect(answer.status == 415)
            #expect(answer.text.contains("<h1>415"))
        }
    }

    @Test(arguments: ["text=%", "text=%zz", "%=x", "text=%ff", "text=%c0%80"])
    func aMalformedFormIsABadRequest(form: String) async throws {
        try await withNotes { ann in
            let answer = try await ann.post("/notes/7", form: form)
            #expect(answer.status == 400)
            #expect(answer.text.contains("<h1>400"))
        }
    }

    @Test func aFormThatIsTooLargeIsRefusedAndAnotherOneTaken() async throws {
        try await withNotes { ann in
            let answer = try await post(ann, text: String(repeating: "x", count: FormBody.limit))
            #expect(answer.status == 413)
            #expect(answer["Connection"] == "close")
            #expect(answer.text.contains("<h1>413"))
            #expect(try await post(ann).status == 303)
        }
    }

    /// SEC21: three megabytes came back whole.
    @Test func aFormComesBackWithNoMoreOfATextThanItsFieldKeeps() async throws {
        try await withNotes { ann in
            let text = String(repeating: "x", count: 400 << 10)
            let answer = try await post(ann, text: text, csrf: "wrong")
            #expect(answer.status == 403)
            #expect(answer.text.contains(">\n\(text.prefix(10_001))</textarea>"))
        }
    }

    /// A framework on the other side of a form reads `f[]` and a space as it wrote them.
    @Test(arguments: ["f%5B%5D=1", "b=2&a=1", "a=1&a=2", "a", "q=x+y", "q=%20&q2=%ed%95%9c"])
    func aFormKeepsTheQueryOfItsPage(query: String) async throws {
        try await withNotes { ann in
            let page = try await ann.get("/notes/7?\(query)")
            let refused = try await post(ann, "/notes/7?\(query)&input=save", text: "")
            #expect(refused.status == 422)
            for page in [page, refused] {
                #expect(page.text.between("action=\"", "\"")?.unescaped == "/notes/7?\(query)&input=save")
            }
        }
    }
}
