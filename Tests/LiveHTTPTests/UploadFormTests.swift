import Live
import StreamsTesting
import TestSupport
import Testing

@testable import LiveHTTP

/// Files that come with the post of a form, without a script.
@Suite(.timeLimit(.minutes(15))) struct UploadFormTests {
    private let place = UploadPlace()
    private let picture = Array(repeating: UInt8(7), count: 900)

    private func form(
        _ page: HTTPPage, title: String = "", text: String = "", files: [(String, [UInt8])] = [], without: [String] = []
    ) -> PostedForm {
        var form = PostedForm()
        form.add("csrf", page.csrf)
        form.add("title", title)
        form.add("pictures", text)
        for id in without { form.add("pictures.without", id) }
        for (name, bytes) in files { form.add("pictures", file: name, bytes) }
        return form
    }

    private func post(_ visitor: HTTPVisitor, _ form: PostedForm) async throws -> HTTPAnswer {
        try await visitor.send("POST", "/album?input=save", PostedForm.headers, body: form.whole)
    }

    /// The IDs in the hidden field of a page.
    private func ids(_ page: String) -> String { page.between("data-input=\"pictures\" value=\"", "\"") ?? "" }

    @Test func theFormSaysThatItHasFiles() async throws {
        try await withAlbum(place.open()) { visitor in
            let page = try await visitor.get("/album").text
            #expect(page.contains("enctype=\"multipart/form-data\""))
            #expect(page.contains("type=\"file\" id=\"pictures\" name=\"pictures\" multiple accept='image/png'"))
        }
    }

    @Test func aFormWithFilesIsAnsweredLikeAnyOther() async throws {
        let uploads = try place.open()
        try await withAlbum(uploads) { [picture] visitor in
            let page = try await visitor.open("/album")
            let answer = try await post(visitor, form(page, title: "Sky", files: [("a.png", picture)]))
            #expect(answer.status == 303)
            #expect(answer["Location"] == "/saved")
        }
        #expect(uploads.use.files == 1)
    }

    @Test func whatWasChosenStaysWhenTheFormComesBackAndCanBeTakenOut() async throws {
        try await withAlbum(place.open()) { [picture] visitor in
            let page = try await visitor.open("/album")
            let refused = try await post(visitor, form(page, files: [("a.png", picture), ("b.png", [1])]))
            #expect(refused.status == 422)
            #expect(refused.text.contains("[a.png:900,b.png:1]"))
            #expect(refused.text.contains(">a.png</span>") && refused.text.contains(">b.png</span>"))
            let text = ids(refused.text)
            #expect(text.split(separator: " ").count == 2)
            // The browser sends the field again, with a file without a name: nothing was chosen anew.
            let first = String(text.prefix(32))
            let again = try await post(visitor, form(page, text: text, files: [("", [])], without: [first]))
            #expect(again.text.contains("[b.png:1] missing 0 refused []"))
            let done = try await post(visitor, form(page, title: "Sky", text: ids(again.text)))
            #expect(done.status == 303)
        }
    }

    @Test func filesThatAreNotTakenAreNamedWithTheirReasonAndNothingElseIsLost() async throws {
        try await withAlbum(place.open()) { [picture] visitor in
            let page = try await visitor.open("/album")
            let files = [("a.png", picture), ("large.png", Array(repeating: 1, count: 1001)), ("empty.png", [UInt8]())]
            let answer = try await post(visitor, form(page, title: "Sky", files: files))
            #expect(answer.status == 422)
            #expect(answer.text.contains("[a.png:900] missing 0 refused [empty,tooLarge]"))
            #expect(answer.text.contains("value=\"Sky\""))
        }
    }

    @Test func aFormThatIsNotTheVisitorsStoresNothingAndKeepsTheTexts() async throws {
        let uploads = try place.open()
        try await withAlbum(uploads) { [picture] visitor in
            _ = try await visitor.open("/album")
            var form = PostedForm()
            form.add("csrf", "another")
            form.add("title", "Sky")
            form.add("pictures", file: "a.png", picture)
            let answer = try await post(visitor, form)
            #expect(answer.status == 403)
            #expect(answer.text.contains("value=\"Sky\""))
            var late = PostedForm()
            late.add("pictures", file: "a.png", picture)
            #expect(try await post(visitor.another(), late).status == 422)
        }
        #expect(uploads.use.files == 0)
        #expect(place.names == [])
    }

    @Test func aBrokenFormLeavesNothing() async throws {
        let uploads = try place.open()
        try await withAlbum(uploads) { [picture] visitor in
            let page = try await visitor.open("/album")
            let form = form(page, files: [("a.png", picture)])
            for body in [form.bytes, Array(form.whole.prefix(700)), [], form.whole + form.whole] {
                let answer = try await visitor.send("POST", "/album?input=save", PostedForm.headers, body: body)
                #expect(answer.status == 400)
            }
            let many = (0..<200).map { _ in ("a.png", [UInt8(1)]) }
            #expect(try await post(visitor, self.form(page, files: many)).status == 400)
        }
        #expect(uploads.use.files == 0 && uploads.use.transfers == 0)
        #expect(place.names == [])
    }
}
