import Live
import LiveTesting
import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct FileFieldTests {
    struct Model: ViewModel {
        struct Input {
            let pictures: Observable<SentFiles>
            let save: Observable<Void>
        }

        struct Output {
            let shown: Driver<String>
        }

        func transform(input: Input) -> Output {
            Output(
                shown: input.pictures.startWith(SentFiles())
                    .map { pictures in
                        let names = pictures.files.map(\.name).joined(separator: ",")
                        return "[\(names)] \(pictures.missing.count) \(pictures.refusals.map(\.rawValue))"
                    }.asDriver(onErrorJustReturn: ""))
        }
    }

    struct AlbumScreen: Screen {
        /// Whether the field is in the form.
        var isInForm = true

        func makeViewModel(_ page: Page) -> Model { Model() }

        func makeInput(_ page: Page) -> Model.Input {
            .init(pictures: page.files(FileField(count: 2, bytesPerFile: 10)), save: page.input())
        }

        func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML {
            let words = FileWords(remove: "Remove", cancel: "Cancel", retry: "Again") { $0.rawValue }
            let field = input.pictures.file(id: "pictures", words: words)
            return """
                <main \(page.live)>\(input.save.form("", isInForm ? "<b>\(field)</b>" : ""))\(if: !isInForm, field)
                \(output.shown.slot("p") { "\($0)" })</main>
                """
        }
    }

    private let a = TestBrowser.File("a.png", [1])
    private let b = TestBrowser.File("b.png", [2, 3])

    @Test func filesThatAreChosenReachTheViewModel() async throws {
        let files = TestFiles()
        var visit = Visit(path: "/", owner: "ann")
        visit.files = files
        try await TestBrowser.open(AlbumScreen(), visit: visit) { browser in
            try await browser.send(a, into: "#pictures")
            try await browser.send(b, into: "#pictures")
            #expect(await browser.text("[data-output=shown]") == "[a.png,b.png] 0 []")
            #expect(files.heldCount == 2)
            let first = try #require(files.all.first { $0.name == "a.png" })
            try await browser.remove(first.id, from: "#pictures")
            #expect(await browser.text("[data-output=shown]") == "[b.png] 0 []")
            #expect(files.heldCount == 1)
        }
        // The page has ended.
        #expect(files.heldCount == 0)
        #expect(files.all.count == 2)
    }

    @Test func aFileIsRefusedBeforeAnythingIsSent() async throws {
        try await TestBrowser.open(AlbumScreen()) { browser in
            await #expect(throws: FileRefusal.tooLarge) {
                try await browser.send(TestBrowser.File("c", Array(repeating: 0, count: 11)), into: "#pictures")
            }
            try await browser.send(a, into: "#pictures")
            try await browser.send(b, into: "#pictures")
            await #expect(throws: FileRefusal.surplus) { try await browser.send(a, into: "#pictures") }
            #expect(await browser.text("[data-output=shown]") == "[a.png,b.png] 0 []")
        }
    }

    @Test func aRestartedPageNamesItsFilesAgain() async throws {
        try await TestBrowser.open(AlbumScreen()) { browser in
            try await browser.send(a, into: "#pictures")
            try await browser.restart()
            #expect(await browser.text("[data-output=shown]") == "[a.png] 0 []")
        }
    }

    @Test func aFileThatIsGoneIsReported() async throws {
        let files = TestFiles()
        var visit = Visit(path: "/", owner: "ann")
        visit.files = files
        try await TestBrowser.open(AlbumScreen(), visit: visit) { browser in
            try await browser.send(a, into: "#pictures")
            await files.discard(files.all.map(\.id))
            try await browser.restart()
            #expect(await browser.text("[data-output=shown]") == "[] 1 []")
            // The field names it no more.
            #expect(await browser.value("input[type=text]") == "")
            try await browser.send(b, into: "#pictures")
            #expect(await browser.text("[data-output=shown]") == "[b.png] 0 []")
        }
    }

    @Test func aFormThatIsPostedAsAWholeHasItsFilesAndTheReasonsForOthers() async throws {
        try await TestBrowser.open(AlbumScreen()) { browser in
            let large = TestBrowser.File("c.png", Array(repeating: 0, count: 11))
            let answer = try await browser.post("form", files: ["pictures": [a, large]])
            #expect(answer.text("[data-output=shown]") == "[a.png] 0 [\"tooLarge\"]")
            #expect(try answer.find("input[type=text]").value.utf8.count == 32)
            #expect(answer.text("li span") == "a.png")
            #expect(try answer.find("form")["enctype"] == "multipart/form-data")
        }
    }

    @Test func aFieldOutsideOfAFormIsAMistake() async throws {
        await #expect(throws: ScreenFault.fileOutsideForm("pictures")) {
            try await TestBrowser.open(AlbumScreen(isInForm: false)) { _ in }
        }
    }

    @Test(
        arguments: ["", " ", "x", String(repeating: "0", count: 31), String(repeating: "A", count: 32), "\u{0}", "가"])
    func whatIsNoIDNamesNothing(text: String) {
        #expect(FileID(text) == nil)
    }

    @Test func anIDIsReadAsItIsWritten() {
        for _ in 0..<100 {
            let id = FileID.random()
            #expect(FileID(id.description) == id && id.description.utf8.count == 32)
        }
    }
}
