import HindsightDomain
import Live
import Testing

@testable import Hindsight

@Suite(.timeLimit(.minutes(15))) struct ReviewDraftTests {
    static let family = "👨‍👩‍👧‍👦"

    private func draft(_ style: ReviewStyle, _ text: String = "x", level: Level? = .three) -> ReviewDraft {
        var draft = ReviewDraft(style: style, level: level)
        for field in style.fields { draft[field] = text }
        return draft
    }

    private func faults(of draft: ReviewDraft) -> ReviewErrors? {
        do {
            _ = try draft.validated()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ReviewField.allCases)
    func aFieldMayHaveItsLimitAndNotOneMore(field: ReviewField) {
        #expect(field.limit == (field == .text ? 3000 : 500))
        var draft = draft(field.style)
        draft[field] = String(repeating: "가", count: field.limit)
        #expect(faults(of: draft) == nil)
        draft[field] += "나"
        let fault = TextFault.tooLong(count: field.limit + 1, limit: field.limit)
        #expect(faults(of: draft) == ReviewErrors(fields: [field: fault]))
    }

    @Test(arguments: ["👍🏽", "e\u{301}", "🏳️‍🌈", "\r\n", "각"])
    func aCharacterIsWhatAPersonPerceives(character: String) {
        var draft = draft(.guided)
        draft.liked = "a" + String(repeating: character, count: 498) + "b"
        #expect(draft.liked.reading(limit: 500).count == 500)
        #expect(faults(of: draft) == nil)
        draft.liked += "c"
        #expect(draft.liked.reading(limit: 500).count == 501)
        #expect(faults(of: draft)?.fields == [.liked: .tooLong(count: 501, limit: 500)])
    }

    @Test func theEndsAreTrimmedBeforeCountingAndKeeping() throws {
        var draft = draft(.free)
        draft.text = " \r\n\t\u{3000}\u{A0}" + String(repeating: "a", count: 3000) + "\n\n \u{2028}"
        #expect(draft.text.reading(limit: 3000).count == 3000)
        #expect(try draft.validated().body == .free(String(repeating: "a", count: 3000)))
    }

    @Test func theMiddleIsKeptAsTyped() throws {
        var draft = draft(.free)
        draft.text = "  a \r\n\0 b\u{202E}  "
        #expect(try draft.validated().body == .free("a \r\n\0 b\u{202E}"))
    }

    @Test(arguments: ["", " ", "\r\n\t\u{3000}\u{2003}"])
    func nothingButWhiteSpaceIsMissing(text: String) {
        #expect(faults(of: draft(.free, text))?.fields == [.text: .missing])
        #expect(faults(of: draft(.guided, text)) == ReviewErrors(answersMissing: true))
    }

    @Test(arguments: ReviewStyle.guided.fields)
    func oneAnswerIsEnough(field: ReviewField) throws {
        var draft = ReviewDraft(style: .guided, level: .two)
        for other in ReviewStyle.guided.fields { draft[other] = other == field ? " answer\n" : " " }
        let content = try draft.validated()
        #expect(content.answers.map(\.field) == [field])
        #expect(content.answers.map(\.text) == ["answer"])
        for other in ReviewStyle.guided.fields { #expect(content.draft[other] == (other == field ? "answer" : "")) }
    }

    @Test func aFaultyAnswerIsToldBesideThoseThatAreLeftOut() {
        var draft = ReviewDraft(style: .guided, level: .two)
        draft.learned = String(repeating: "z", count: 501)
        #expect(faults(of: draft) == ReviewErrors(fields: [.learned: .tooLong(count: 501, limit: 500)]))
    }

    @Test func everythingWrongIsToldAtOnce() {
        var draft = draft(.guided, level: nil)
        draft.lacked = ""
        draft.longedFor = String(repeating: "z", count: 777)
        let expected: [ReviewField: TextFault] = [.longedFor: .tooLong(count: 777, limit: 500)]
        #expect(faults(of: draft) == ReviewErrors(fields: expected, levelMissing: true))
    }

    @Test func aLevelIsNeeded() {
        #expect(faults(of: draft(.free, level: nil)) == ReviewErrors(levelMissing: true))
    }

    @Test func theOtherStylesTextsDoNotMatter() throws {
        var draft = draft(.free, "mine")
        draft.liked = String(repeating: "x", count: 9999)
        #expect(try draft.validated().body == .free("mine"))
    }

    @Test func eachAnswerGoesToItsQuestion() throws {
        var draft = ReviewDraft(style: .guided, level: .five)
        for field in ReviewStyle.guided.fields { draft[field] = field.rawValue }
        let content = try draft.validated()
        guard case .guided(let answers) = content.body else {
            Issue.record("not guided")
            return
        }
        #expect(
            [answers.liked, answers.lacked, answers.learned, answers.longedFor] == [
                "liked", "lacked", "learned", "longedFor",
            ])
        #expect(content.draft == draft)
    }

    @Test func aDraftIsEmptyUntilSomethingIsTypedOrChosen() {
        #expect(ReviewDraft().isEmpty)
        #expect(ReviewDraft(style: .free).isEmpty)
        #expect(!ReviewDraft(level: .one).isEmpty)
        for field in ReviewField.allCases {
            var draft = ReviewDraft()
            draft[field] = " "
            #expect(!draft.isEmpty)
        }
    }

    @Test func eachStyleAsksForItsFields() {
        #expect(ReviewStyle.guided.fields.map(\.rawValue) == ["liked", "lacked", "learned", "longedFor"])
        #expect(ReviewStyle.free.fields.map(\.rawValue) == ["text"])
    }
}
