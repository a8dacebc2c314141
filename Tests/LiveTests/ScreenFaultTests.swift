import Streams
import StreamsTesting
import Testing

@testable import Live

/// A mistake in a screen is an error that says what to mend, when the page is opened.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ScreenFaultTests {
    struct Model: ViewModel {
        struct Input { let ring: Observable<Void> }
        struct Output {
            let count: Driver<Int>
            let twin: Driver<Int>
            let word: Driver<String>
            let words: Driver<[String]>
        }

        func transform(input: Input) -> Output {
            let count = Driver.just(1)
            return Output(count: count, twin: count, word: Driver.just("one"), words: Driver.just(["one"]))
        }
    }

    struct Faulty: Screen {
        let markup: @Sendable (Page, Model.Input, Model.Output) -> HTML

        func makeViewModel(_ page: Page) -> Model { Model() }
        func makeInput(_ page: Page) -> Model.Input { .init(ring: page.input()) }
        func render(_ page: Page, _ input: Model.Input, _ output: Model.Output) -> HTML { markup(page, input, output) }
    }

    func fault(_ markup: @escaping @Sendable (Page, Model.Input, Model.Output) -> HTML) async -> ScreenFault? {
        let sessions = LiveSessions.virtual()
        defer { #expect(sessions.count == 0) }
        do {
            _ = try await sessions.open(Faulty(markup: markup), Visit(path: "/"), at: "/live/1")
            await sessions.close()
            return nil
        } catch { return error as? ScreenFault }
    }

    /// The second place showed the first one's markup.
    @Test func anOutputInTwoPlacesNeedsParts() async {
        #expect(
            await fault { "\($2.word.slot { "\($0)" })\($2.word.slot("p") { "<b>\($0)</b>" })" }
                == .outputShownTwice("word"))
        #expect(
            await fault { "\($2.word.slot(part: "a") { "\($0)" })\($2.word.slot(part: "b") { "<b>\($0)</b>" })" } == nil
        )
    }

    /// The event of a part was taken by the list, and that of the list by the part.
    @Test func aListIsTheOnlyPlaceOfItsOutput() async {
        #expect(
            await fault { "\($2.words.slot(part: "a") { "\($0.count)" })\($2.words.list(id: { $0 }, { "\($0)" }))" }
                == .outputShownTwice("words"))
        #expect(
            await fault { "\($2.words.list(id: { $0 }, { "\($0)" }))\($2.words.slot(part: "a") { "\($0.count)" })" }
                == .outputShownTwice("words"))
    }

    /// The second name showed the first one's value, and its events never came.
    @Test func oneStreamUnderTwoNamesIsNoted() async {
        #expect(await fault { "\($2.twin.slot { "\($0)" })" } == .outputNamedTwice("count", "twin"))
    }

    /// The first page's token would be on the pages of all who see an equal row.
    @Test func aFormInARowThatPagesShareIsNoted() async {
        #expect(
            await fault { _, input, output in
                "\(output.words.list(wording: "en", id: { $0 }, { "\(input.ring.form("", "\($0)"))" }))"
            } == .formInSharedRow("ring"))
        #expect(
            await fault { _, input, output in
                "\(output.words.list(id: { $0 }, { "\(input.ring.form("", "\($0)"))" }))"
            } == nil)
        #expect(
            await fault { _, input, output in
                "\(output.words.list(wording: "en", id: { $0 }, { "<a \(input.ring, value: $0)>\($0)</a>" }))"
            } == nil)
    }

    @Test func whatIsNoPropertyIsNoted() async {
        #expect(
            await fault { page, _, _ in "<button \(page.input() as Observable<Void>)></button>" } == .inputWithoutName)
        #expect(await fault { _, _, _ in "\(Driver.just(1).slot { "\($0)" })" } == .outputWithoutName)
    }

    @Test func aSlotWithinASlotIsNoted() async {
        let fault = await fault { _, _, output in
            "\(output.word.slot { word in "\(word)\(output.word.slot(part: "x") { "\($0)" })" })"
        }
        #expect(fault == .slotWithinSlot("word"))
    }

    @Test func whatIsRightIsShown() async {
        #expect(await fault { "<button \($1.ring)></button>\($2.word.slot { "\($0)" })" } == nil)
    }
}
