import Logging
import TestSupport
import Testing

@testable import Hindsight

/// The review form by plain posts: the right status, a clear message, nothing lost.
@Suite(.timeLimit(.minutes(15))) struct ReviewFormTests {
    @Test func anOverLongAnswerIsNamedAtItsFieldAndComesBack() async throws {
        try await withAccount { account in
            let long = String(repeating: "x", count: 501)
            let answer = try await account.review(account.unreviewed[0], guided.with(["liked": long]))
            #expect(answer.status == 422)
            let error = answer.text.fieldError("liked")
            #expect(error?.contains("Please shorten it by 1 character: 500 is the limit.") == true)
            #expect(answer.text.fieldError("lacked") == "")
            #expect(answer.text.contains(">501</span> / 500"))
            #expect(answer.text.textarea("liked") == long)
            #expect(answer.text.textarea("lacked") == guided["lacked"])
            #expect(answer.text.isChecked("level", "4"))
        }
    }

    /// The page that offered to bring a draft back refused to: it had no such input.
    @Test(arguments: [false, true]) func aDroppedDraftIsBroughtBackByThePageThatSaysSo(isEditing: Bool) async throws {
        try await withAccount { account async throws in
            let address = isEditing ? DemoAccount.address(account.reviewed[0]) + "?edit=1" : account.editor
            let input = address + (isEditing ? "&" : "?") + "input="
            let typed = guided.with(["liked": "Typed first", "level": ""])
            #expect(try await account.post(input + "save", typed).status == 422)
            #expect(try await account.post(input + "discardDraft").status == 303)
            let page = try await account.get(address).text
            #expect(page.textarea("liked") != "Typed first")
            #expect(page.unescaped.contains("action=\"\(input)undoDiscard\""))
            #expect(try await account.post(input + "undoDiscard")["Location"] == address)
            #expect(try await account.get(address).text.textarea("liked") == "Typed first")
        }
    }

    @Test func anOverLongFreeReviewIsNamedAtItsField() async throws {
        try await withAccount { account in
            let long = String(repeating: "👍🏽", count: 3001)
            let answer = try await account.review(account.unreviewed[0], ["style": "free", "text": long])
            #expect(answer.status == 422)
            let error = answer.text.fieldError("text")
            #expect(error?.contains("Please shorten it by 1 character: 3,000 is the limit.") == true)
        }
    }

    @Test func exactlyAsLongAsAllowedIsSaved() async throws {
        try await withAccount { account async throws in
            let long = String(repeating: "👍🏽", count: 3000)
            let fields = ["style": "free", "text": "  \(long)\n"]
            #expect(try await account.review(account.unreviewed[0], fields).status == 303)
            #expect(try await account.answers(account.unreviewed[0]) == [long])
            let accents = String(repeating: "é", count: 500)
            let four = guided.mapValues { $0 == "guided" ? $0 : accents }
            #expect(try await account.review(account.unreviewed[1], four).status == 303)
        }
    }

    @Test(arguments: ["", "   ", "\r\n\t ", "\u{3000}\u{2003}"])
    func anAnswerThatIsLeftOutIsNotShown(blank: String) async throws {
        try await withAccount { account async throws in
            let goal = account.unreviewed[0]
            #expect(try await account.review(goal, guided.with(["learned": blank])).status == 303)
            let written = ["liked", "lacked", "longedFor"].compactMap { guided[$0] }
            #expect(try await account.answers(goal) == written)
            // One who edits it can still write it.
            #expect(try await account.get("/goals/\(goal)/review?edit=1").text.textarea("learned") == "")
        }
    }

    @Test(arguments: ["", "   ", "\r\n\t ", "\u{3000}\u{2003}"])
    func fourBlanksAreNoReview(blank: String) async throws {
        try await withAccount { account async throws in
            let blanks = ["liked": blank, "lacked": blank, "learned": blank, "longedFor": blank]
            let answer = try await account.review(account.unreviewed[0], guided.with(blanks))
            #expect(answer.status == 422)
            #expect(answer.text.fieldError("answers")?.contains("at least one of the four") == true)
            #expect(answer.text.contains("role=\"alert\"") && answer.text.contains("Please fix this"))
            #expect(try await account.answers(account.unreviewed[0]) == [])
        }
    }

    @Test(arguments: [false, true])
    func aSavedReviewLeadsToTheNextOneAndIsShownAlsoWhenThatCannotBeRead(isDown: Bool) async throws {
        try await withApp { app in
            let account = try await app.account()
            #expect(try await account.review(account.unreviewed[0], guided).status == 303)
            if isDown { app.store.fail(.goalsOverview) }
            let page = try await account.get(account.editor)
            #expect(page.status == 200)
            #expect(page.text.contains("Your review is saved"))
            #expect(page.text.contains("Next: ") != isDown)
            app.store.mend()
            #expect(try await !account.get(account.editor).text.contains("Next: "))
        }
    }

    @Test func anEmptyFormNamesEverythingThatIsMissing() async throws {
        try await withAccount { account async throws in
            let answer = try await account.post(account.editor)
            #expect(answer.status == 422)
            #expect(answer.text.contains("Please fix 2 things"))
            #expect(answer.text.fieldError("answers")?.contains("at least one of the four") == true)
            #expect(answer.text.fieldError("level")?.contains("choose how fulfilling") == true)
        }
    }

    @Test(arguments: ["9", "0", "-1", "abc", "", "4.0", " 4", "٤", "1e0", "99999999999999999999"])
    func aLevelThatDoesNotExistIsRefusedWithTheTextKept(level: String) async throws {
        try await withAccount { account in
            let answer = try await account.post(account.editor, free.with(["level": level]))
            #expect(answer.status == 422)
            #expect(answer.text.fieldError("level")?.contains("choose how fulfilling") == true)
            #expect(answer.text.textarea("text") == free["text"])
            #expect(answer.text.isChecked("style", "free"))
        }
    }

    @Test func aStyleThatDoesNotExistIsNoStyle() async throws {
        try await withAccount { account in
            let fields = guided.with(["style": "sonnet", "level": "3", "liked": ""])
            let answer = try await account.post(account.editor, fields)
            #expect(answer.status == 422)
            #expect(answer.text.textarea("lacked") == guided["lacked"])
        }
    }

    @Test(arguments: ["", "wrong", "é", String(repeating: "x", count: 100_000)])
    func aWrongTokenSavesNothingAndLosesNothing(csrf: String) async throws {
        try await withAccount { account in
            let fields = free.with(["level": "3"])
            let answer = try await account.post(account.editor, fields, csrf: csrf)
            #expect(answer.status == 403)
            #expect(answer.text.contains("nothing was done") && answer.text.contains("role='alert'"))
            #expect(answer.text.textarea("text") == free["text"])
            #expect(answer.text.isChecked("level", "3"))
            #expect(try await account.answers(account.unreviewed[0]).isEmpty)
            let token = answer.text.between("name=\"csrf\" value=\"", "\"")
            #expect(try await account.post(account.editor, fields, csrf: token).status == 303, "pressing again works")
        }
    }

    @Test func aMissingTokenSavesNothing() async throws {
        try await withAccount { account in
            let answer = try await account.visitor.post(account.editor, free.with(["level": "3"]))
            #expect(answer.status == 403)
            #expect(answer.text.textarea("text") == free["text"])
            #expect(try await account.answers(account.unreviewed[0]).isEmpty)
        }
    }

    @Test func theTokenOfAnotherAccountSavesNothing() async throws {
        try await withApp { app in
            let (account, other) = (try await app.account(), try await app.account())
            let answer = try await account.post(account.editor, free.with(["level": "3"]), csrf: other.csrf)
            #expect(answer.status == 403)
            #expect(try await account.answers(account.unreviewed[0]).isEmpty)
        }
    }

    @Test func aWrongTokenDeletesNothing() async throws {
        try await withAccount { account in
            let goal = account.reviewed[0]
            let before = try await account.answers(goal)
            #expect(!before.isEmpty)
            let answer = try await account.post(DemoAccount.address(goal) + "?input=delete", csrf: "wrong")
            #expect(answer.status == 403)
            #expect(try await account.answers(goal) == before)
        }
    }

    private static let malformed = [
        "text=%", "text=%4", "text=%zz", "%=x", "text=ok&level=%G0", "text=%ff", "text=%c0%80", "text=%ed%a0%80",
        // A byte that is no UTF-8 stands where the X is.
        "text=X",
    ]

    @Test(arguments: malformed) func aMalformedFormIsADesigned400(form: String) async throws {
        try await withAccount { account in
            let type = ["Content-Type": "application/x-www-form-urlencoded"]
            let body = form.utf8.map { $0 == UInt8(ascii: "X") ? 0xFF : $0 }
            let answer = try await account.visitor.send("POST", account.editor, type, body: body)
            #expect(answer.status == 400)
            #expect(answer.text.isDesignedFault)
        }
    }

    @Test(arguments: ["", "&&&", "=", "text", "=&text=a=b=c&&", "text=a&text=b"])
    func anOddButWellFormedFormIsNoServerError(form: String) async throws {
        try await withAccount { account async throws in
            #expect(try await account.visitor.post(account.editor, form: form).status == 403)
        }
    }

    @Test(arguments: ["application/json", "text/plain", "multipart/form-data; boundary=x", "nonsense"])
    func aFormOfAnotherTypeIsADesigned415(type: String) async throws {
        try await withAccount { account in
            let answer = try await account.visitor.post(account.editor, form: "text=x", ["Content-Type": type])
            #expect(answer.status == 415)
            #expect(answer.text.isDesignedFault)
        }
    }

    @Test func aFormOfTenMegabytesIsADesigned413() async throws {
        try await withAccount { account in
            let answer = try await account.post(account.editor, ["text": String(repeating: "x", count: 10_000_000)])
            #expect(answer.status == 413)
            #expect(answer.text.isDesignedFault)
            #expect(answer.text.contains("too large"))
            #expect(try await account.get(account.editor).status == 200)
        }
    }

    @Test func aFormThatAnnouncesTenMegabytesIsNotWaitedFor() async throws {
        try await withAccount { account in
            let cookie = account.visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let head = """
                POST \(account.editor) HTTP/1.1
                Host: localhost
                Cookie: \(cookie)
                Content-Type: application/x-www-form-urlencoded
                Content-Length: 10000000
                """
            let answer = try await Wire.exchange(head, body: "text=x", isCut: true, port: account.visitor.port)
            #expect(answer.hasPrefix("HTTP/1.1 413 "))
            #expect(answer.lowercased().contains("connection: close\r\n"))
        }
    }

    /// Of a text that is far too long its beginning comes back, and the answer says where the whole of it still is.
    @Test func ofATextThatIsFarTooLongTheBeginningComesBack() async throws {
        try await withAccount { account in
            let long = String(repeating: "가나다라", count: 10_000)
            let answer = try await account.review(account.unreviewed[0], ["style": "free", "text": long])
            #expect(answer.status == 422)
            #expect(answer.text.textarea("text") == String(long.prefix(16_001)))
            let error = try #require(answer.text.fieldError("text"))
            #expect(error.contains("far too long: 3,000 characters is the limit"))
            #expect(error.contains("<span class='without-script'>") && error.contains("Go back"))
        }
    }

    // MARK: A draft

    private static let draft = "Typed first"

    /// An account with a draft of the first answer.
    private func withDraft(_ test: @escaping @Sendable (DemoAccount) async throws -> Void) async throws {
        try await withAccount { account in
            let fields = guided.with(["liked": Self.draft, "lacked": "", "level": ""])
            #expect(try await account.post(account.editor, fields).status == 422)
            #expect(try await account.get(account.editor).text.textarea("liked") == Self.draft)
            try await test(account)
        }
    }

    /// N10: the draft's old text was saved.
    @Test func aFieldThatIsPostedEmptyOverADraftIsEmpty() async throws {
        try await withDraft { account async throws in
            let answer = try await account.review(
                account.unreviewed[0], guided.with(["liked": "", "lacked": String(repeating: "x", count: 501)]))
            #expect(answer.status == 422)
            #expect(answer.text.textarea("liked") == "")
            #expect(try await account.get(account.editor).text.textarea("liked") == "")
            #expect(try await account.review(account.unreviewed[0], guided.with(["liked": ""])).status == 303)
            let written = ["lacked", "learned", "longedFor"].compactMap { guided[$0] }
            #expect(try await account.answers(account.unreviewed[0]) == written)
        }
    }

    /// N10: the field was empty beside the error of the draft's old text.
    @Test func aFieldThatIsPostedEmptyHasNoErrorOfItsOldTextWhenAnotherIsFaulty() async throws {
        try await withAccount { account async throws in
            let long = String(repeating: "x", count: 501)
            #expect(try await account.review(account.unreviewed[0], guided.with(["liked": long])).status == 422)
            let answer = try await account.review(account.unreviewed[0], guided.with(["liked": "", "lacked": long]))
            #expect(answer.status == 422)
            #expect(answer.text.textarea("liked") == "")
            #expect(answer.text.fieldError("liked") == "")
            #expect(answer.text.fieldError("lacked")?.contains("Please shorten it by 1") == true)
        }
    }

    /// A form by hand that leaves a field out says nothing of it.
    @Test func aFieldThatIsNotPostedLeavesItsDraftAlone() async throws {
        try await withDraft { account async throws in
            #expect(try await account.review(account.unreviewed[0], free).status == 303)
            #expect(try await account.answers(account.unreviewed[0]) == [free["text"]])
            let editor = DemoAccount.address(account.unreviewed[0]) + "?edit=1"
            #expect(try await account.get(editor).text.textarea("liked") == Self.draft)
        }
    }

    // MARK: Two at once

    @Test func twoSavesAtOnceMakeOneReview() async throws {
        try await withAccount { account in
            for goal in account.unreviewed {
                async let one = account.review(goal, free.with(["text": "By one"]))
                async let two = account.review(goal, free.with(["text": "By two"]))
                let answers = try await [("one", one), ("two", two)].sorted { $0.1.status < $1.1.status }
                #expect(answers.map(\.1.status) == [303, 409])
                let (winner, loser) = (answers[0].0, answers[1].0)
                #expect(try await account.answers(goal) == ["By \(winner)"])
                let page = answers[1].1.text
                #expect(page.contains("has a review already"))
                #expect(page.answers == ["By \(winner)"], "the saved one is shown")
                #expect(page.textarea("text") == "By \(loser)", "and one's own text is kept")
            }
        }
    }

    // MARK: A store that does not answer

    @Test func aStoreThatDoesNotAnswerGives503WithTheTextKept() async throws {
        try await withApp { app in
            let account = try await app.account()
            app.store.fail(.saveReview)
            let answer = try await account.review(account.unreviewed[0], free)
            #expect(answer.status == 503)
            #expect(answer.text.contains("role='alert'") && answer.text.contains("could not be saved"))
            #expect(answer.text.textarea("text") == free["text"])
            app.store.mend()
            #expect(try await account.review(account.unreviewed[0], free).status == 303, "saving again works")
        }
    }

    @Test func aPageOfAStoreThatDoesNotAnswerIsADesigned503() async throws {
        try await withApp { app in
            let account = try await app.account()
            app.store.failEverything()
            #expect(try await account.get(account.editor).status == 503)
            #expect(try await account.get(account.editor).text.isDesignedFault)
            #expect(try await account.get("/goals/completed").status == 503)
            #expect(try await account.get("/").status == 200)
        }
    }

    // MARK: The log

    @Test func nothingPrivateIsInTheLog() async throws {
        let secret = "Geheimnis-im-Text"
        let log = LogRecorder()
        let hidden = try await withApp(logger: log.logger(.info)) { app in
            let account = try await app.account()
            var hidden = account.visitor.secrets + [account.csrf]
            for goal in account.goals { hidden.append(try await account.title(goal) ?? "") }
            let page = try await account.open(account.editor)
            try await page.send("text", secret)
            _ = try await page.inputs([(50, secret, secret)], ["X-CSRF-Token": secret])
            let fields = ["style": "free", "text": secret]
            _ = try await account.post(account.editor, fields, csrf: secret)
            _ = try await account.post(account.editor, ["text": String(repeating: secret, count: 1000), "level": "9"])
            _ = try await account.visitor.post(account.editor, form: "text=\(secret)%zz")
            _ = try await account.get("/goals/\(secret)/review")
            app.store.fail(.saveReview)
            #expect(try await account.review(account.unreviewed[0], fields).status == 503)
            app.store.failEverything()
            #expect(try await account.get(account.editor).status == 503)
            app.store.mend()
            #expect(try await account.review(account.unreviewed[0], fields).status == 303)
            return hidden
        }
        #expect(log.lines.contains { $0.contains("The request failed") }, "it is the log")
        for line in log.lines {
            for text in [secret] + hidden { #expect(!line.contains(text)) }
        }
    }
}
