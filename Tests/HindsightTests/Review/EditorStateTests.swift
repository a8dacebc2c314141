import Foundation
import Live
import Testing

@testable import Hindsight

/// The races of a review's editor: what happened, and what the page holds then.
@Suite(.timeLimit(.minutes(5))) struct EditorStateTests {
    typealias Event = EditorState.Event

    struct Row: CustomTestStringConvertible {
        let name: String
        var began: GoalReview = goal(0)
        var field = ReviewField.text
        let events: [Event]
        var text: String
        var conflict: String?
        /// What is to be done after the last event.
        var effects: [EditorState.Effect] = []
        var testDescription: String { name }
    }

    /// What the store has: texts of the form `field: (text, revision, writer)`.
    static func goal(
        _ revision: Int, _ texts: [ReviewField: (String, Int, String)] = [:], review: Review? = nil,
        dropped: [DraftField: String] = [:]
    ) -> GoalReview {
        let goal = CompletedGoal(
            goal: Goal(id: GoalID(1), title: "Goal", startDate: .min, endDate: .max, box: .completed),
            jewel: Jewel.all[0], completedAt: Date(timeIntervalSince1970: 0), hasReview: review != nil)
        let draft = texts.map { (DraftField.text($0), DraftEntry(value: $1.0, revision: $1.1, writer: $1.2)) }
        return GoalReview(
            goal: goal, revision: revision, review: review, draft: Dictionary(uniqueKeysWithValues: draft),
            dropped: dropped)
    }

    static func typed(_ text: String, in field: ReviewField = .text, basis: String? = nil) -> Event {
        .typed(field, FieldText(text, basis: basis))
    }

    static func keep(_ text: String, in field: ReviewField = .text, base: Int) -> EditorState.Effect {
        .keep([DraftChange(.text(field), text, base: base)], by: "me")
    }

    static let hers = goal(1, [.text: ("hers", 1, "she")])

    static let rows = [
        Row(name: "typing is kept", events: [typed("mine")], text: "mine", effects: [keep("mine", base: 0)]),
        Row(name: "a field that is as stored follows", events: [.found(hers)], text: "hers"),
        Row(
            name: "what is typed stays beside what is typed elsewhere", events: [typed("mine"), .kept(hers)],
            text: "mine", conflict: "hers"),
        Row(
            name: "my text takes the place of the one I was shown",
            events: [typed("mine"), .kept(hers), .keepMine(.text)], text: "mine", effects: [keep("mine", base: 1)]),
        Row(
            name: "the other text is taken, and there is a way back",
            events: [typed("mine"), .kept(hers), .takeOther(.text)], text: "hers", conflict: "mine"),
        Row(
            name: "the way back leads to my text",
            events: [typed("mine"), .kept(hers), .takeOther(.text), .takeOther(.text)], text: "mine",
            conflict: "hers", effects: [keep("mine", base: 1)]),
        Row(
            name: "nothing is saved while a text is to be chosen",
            events: [.styled(.free), typed("mine"), .kept(hers), .save], text: "mine", conflict: "hers",
            effects: [.tell(.refused)]),
        Row(
            name: "an answer that comes after a newer one changes nothing",
            events: [.found(goal(2, [.text: ("newer", 2, "she")])), .found(hers)], text: "newer"),
        Row(
            name: "without an answer the store is asked again after a while", events: [typed("mine"), .kept(nil)],
            text: "mine", effects: [.retryLater]),
        Row(
            name: "after a while the text is sent again", events: [typed("mine"), .kept(nil), .retry], text: "mine",
            effects: [keep("mine", base: 0)]),
        Row(
            name: "a drop that is not answered changes nothing", began: hers, events: [.drop, .dropped(nil)],
            text: "hers", effects: [.tell(.failed(.unavailable))]),
        Row(
            name: "a dropped field is empty", began: hers,
            events: [.drop, .dropped(goal(2, dropped: [.text(.text): "hers"]))], text: "", effects: [.tell(.dropped)]),
        Row(
            name: "what is typed during a drop stays", began: hers,
            events: [.drop, typed("mine"), .dropped(goal(2, dropped: [.text(.text): "hers"]))], text: "mine",
            effects: [.tell(.dropped), keep("mine", base: 0)]),
        Row(
            name: "what the store refused for a newer text is not dropped with it",
            events: [typed("mine"), .kept(nil), .drop, .dropped(goal(2, dropped: [.text(.text): "hers"])), .retry],
            text: "mine", effects: [keep("mine", base: 0)]),
        Row(
            name: "what an undo finds no room for is shown beside what was typed since", began: hers,
            events: [
                .drop, .dropped(goal(2, dropped: [.text(.text): "hers"])), typed("mine"),
                .kept(goal(3, [.text: ("mine", 3, "me")], dropped: [.text(.text): "hers"])),
                .undone(.done(goal(4, [.text: ("mine", 3, "me")], dropped: [.text(.text): "hers"]))),
            ], text: "mine", conflict: "hers"),
        Row(
            name: "an undo that comes too late says so", events: [.undone(.tooLate)], text: "",
            effects: [.tell(.failed(.undoIsOver))]),
        Row(
            name: "a page with an older basis shows both texts", began: hers, events: [typed("mine", basis: "0.old")],
            text: "mine", conflict: "hers"),
        Row(
            name: "an empty field with an older basis has nothing to lose", began: hers,
            events: [typed("", basis: "0.old")], text: "hers"),
        Row(
            name: "a field without a basis is taken as it is", began: hers, events: [typed("mine")], text: "mine",
            effects: [keep("mine", base: 1)]),
    ]

    @Test(arguments: rows)
    func noTextIsReplacedUnseen(row: Row) {
        let (state, effects) = Self.run(row.events, on: row.began)
        #expect(state.typed.draft[row.field] == row.text)
        #expect(state.conflicts[row.field]?.text == row.conflict)
        #expect(effects == row.effects)
    }

    @Test func aSaveDoesNotPutAwayWhatWasTypedForTheOtherStyle() throws {
        let review = Review(
            content: try .free("saved"), writtenAt: Date(timeIntervalSince1970: 0), revision: 2)
        let found = Self.goal(2, [.liked: ("hers", 1, "she")], review: review)
        let (state, effects) = Self.run(
            [
                .styled(.free), .levelled(.four), Self.typed("saved"), Self.typed("mine", in: .liked), .save,
                .saved(.done(SavedReview(goal: found, reviewableCount: 0))),
            ], on: Self.goal(0))
        #expect(state.conflicts[.liked]?.text == "hers")
        #expect(state.typed.draft[.liked] == "mine")
        #expect(effects == [.tell(.saved(0))])
    }

    /// The next try began at once, and without end.
    @Test func aStoreThatDoesNotAnswerIsLeftAloneForAWhileAlsoAfterASave() throws {
        let review = Review(
            content: try .free("saved"), writtenAt: Date(timeIntervalSince1970: 0), revision: 1)
        let saved: [Event] = [
            .styled(.free), .levelled(.four), Self.typed("saved"), .save,
            .saved(.done(SavedReview(goal: Self.goal(1, [:], review: review), reviewableCount: 0))), .kept(nil),
        ]
        let (waiting, effects) = Self.run(saved + [Self.typed("saved, and more"), .kept(nil)], on: Self.goal(0))
        #expect(waiting.phase == .saved && waiting.holdsTyping)
        #expect(effects == [.retryLater])
        #expect(waiting.applying(.retry).1 == [Self.keep("saved, and more", base: 1)])
    }

    private static func run(_ events: [Event], on began: GoalReview) -> (EditorState, [EditorState.Effect]) {
        var state = EditorState(began, isEditing: false, writer: "me")
        var effects: [EditorState.Effect] = []
        for event in events { (state, effects) = state.applying(event) }
        return (state, effects)
    }
}
