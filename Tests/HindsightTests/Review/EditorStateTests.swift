import Foundation
import HindsightDomain
import Live
import Testing

@testable import Hindsight

/// The races of a review's editor: what happened, and what the page holds then.
@Suite(.timeLimit(.minutes(15))) struct EditorStateTests {
    typealias Event = EditorState.Event

    struct Row: CustomTestStringConvertible {
        let name: String
        var began: GoalReview = goal(0)
        var isEditing = false
        var beginning = Visit.Beginning.opened
        var field = ReviewField.text
        let events: [Event]
        var text: String
        var conflict: String?
        var style: ReviewStyle?
        /// Whether something typed is kept nowhere but on the page.
        var holds: Bool?
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

    static func review(_ text: String, _ revision: Int) -> Review {
        Review(
            content: ReviewContent(body: .free(text), level: .four), writtenAt: Date(timeIntervalSince1970: 0),
            revision: revision)
    }

    static let hers = goal(1, [.text: ("hers", 1, "she")])
    static let saved = review("saved", 1)
    static let savedAnew = review("saved anew", 2)
    static let large = String(repeating: "x", count: ReviewField.text.byteLimit + 1)
    /// A review is written and its save asked for.
    static let tap: [Event] = [.styled(.free), .levelled(.four), typed("mine"), .save]

    static let rows = [
        Row(name: "typing is kept", events: [typed("mine")], text: "mine", effects: [keep("mine", base: 0)]),
        Row(name: "a field that is as stored follows", events: [.found(hers)], text: "hers"),
        Row(
            name: "what is typed stays beside what is typed elsewhere", events: [typed("mine"), .kept(hers)],
            text: "mine", conflict: "hers"),
        Row(
            name: "what another page's save has put aside stands beside it",
            events: [
                .styled(.free), .levelled(.four), typed("mine"), .kept(goal(1, [.text: ("mine", 1, "me")])),
                .found(goal(2, review: review("theirs", 2))),
            ], text: "mine", conflict: "theirs", holds: true,
            effects: [.notify(.failed(.changedElsewhere(review("theirs", 2))))]),
        Row(
            name: "what another page has saved just as it is typed here goes on",
            events: [
                typed("mine"), .kept(goal(1, [.text: ("mine", 1, "me")])), .found(goal(2, review: review("mine", 2))),
                typed("mine, and more", basis: "1.me"),
            ], text: "mine, and more", effects: [keep("mine, and more", base: 2)]),
        Row(
            name: "an empty field of a form that doesn't say what it was made from erases a draft (N10)", began: hers,
            beginning: .posted, events: [typed("")], text: "",
            effects: [.keep([DraftChange(.text(.text), "", base: 1)], by: "me")]),
        Row(
            name: "of a form that was refused an empty field is shown empty (N10)", began: hers, beginning: .refused,
            events: [typed("")], text: ""),
        Row(
            name: "an empty field of a form that knows of a draft erases it", began: hers, beginning: .posted,
            events: [typed("", basis: "1.she")], text: "",
            effects: [.keep([DraftChange(.text(.text), "", base: 1)], by: "she")]),
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
            name: "what is typed before the text that was taken is shown stands beside it",
            events: [typed("mine"), .kept(hers), .takeOther(.text), typed("mine, and more", basis: "0.me")],
            text: "mine, and more", conflict: "hers"),
        Row(
            name: "nothing is saved while a text is to be chosen",
            events: [.styled(.free), typed("mine"), .kept(hers), .save], text: "mine", conflict: "hers",
            effects: [.notify(.refused)]),
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
            text: "hers", effects: [.notify(.failed(.unavailable)), .reload, .leadToAlert]),
        Row(
            name: "a dropped field is empty", began: hers,
            events: [.drop, .dropped(goal(2, dropped: [.text(.text): "hers"]))], text: "",
            effects: [.notify(.dropped), .reload]),
        Row(
            name: "what is typed during a drop stays", began: hers,
            events: [.drop, typed("mine"), .dropped(goal(2, dropped: [.text(.text): "hers"]))], text: "mine",
            effects: [.notify(.dropped), .reload, keep("mine", base: 0)]),
        Row(
            name: "what was typed elsewhere before a drop is not taken for typed here",
            events: [
                typed("mine", in: .liked), .drop, .kept(hers),
                .dropped(goal(2, dropped: [.text(.text): "hers", .text(.liked): "mine"])),
            ],
            text: "", effects: [.notify(.dropped), .reload]),
        Row(
            name: "what is typed during a drop is shown beside what was saved meanwhile",
            events: [typed("old"), .drop, typed("mine"), .dropped(goal(1, review: saved))], text: "mine",
            conflict: "saved", effects: [.notify(.dropped), .reload]),
        Row(
            name: "a draft that was dropped elsewhere goes with a word", began: hers,
            events: [.found(goal(2, dropped: [.text(.text): "hers"]))], text: "", effects: [.notify(.dropped)]),
        Row(
            name: "what was dropped elsewhere, and typed in anew, goes with a word", began: hers,
            events: [.found(goal(3, [.text: ("theirs", 3, "they")], dropped: [.text(.text): "hers"]))], text: "theirs",
            effects: [.notify(.dropped)]),
        Row(
            name: "what was erased elsewhere was not dropped", began: hers, events: [.found(goal(2))], text: ""),
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
            ], text: "mine", conflict: "hers", effects: [.notify(.restored)]),
        Row(
            name: "an undo that comes too late says so", events: [.undone(.tooLate)], text: "",
            effects: [.notify(.failed(.undoIsOver)), .leadToAlert]),
        Row(
            name: "a page with an older basis shows both texts", began: hers, events: [typed("mine", basis: "0.old")],
            text: "mine", conflict: "hers"),
        Row(
            name: "a field that was emptied on a page with an older basis shows both", began: hers,
            events: [typed("", basis: "0.old")], text: "", conflict: "hers"),
        Row(
            name: "a field without a basis is taken as it is", began: hers, events: [typed("mine")], text: "mine",
            effects: [keep("mine", base: 1)]),
    ]

    /// Reviews that are written, changed and deleted, here and elsewhere.
    static let rowsOfReviews = [
        Row(
            name: "a review that was saved elsewhere is shown beside what is typed",
            events: [typed("mine"), .found(goal(1, review: saved))], text: "mine", conflict: "saved", holds: true,
            effects: [.notify(.failed(.changedElsewhere(saved)))]),
        Row(
            name: "who has typed nothing is told that a review was saved", events: [.found(goal(1, review: saved))],
            text: "saved", style: .free, effects: [.notify(.failed(.savedElsewhere(saved)))]),
        Row(
            name: "who followed another's typing is told that it was saved",
            events: [.styled(.free), .levelled(.four), .found(hers), .found(goal(2, review: review("hers", 2)))],
            text: "hers", style: .free, effects: [.notify(.failed(.savedElsewhere(review("hers", 2))))]),
        Row(
            name: "a review that was changed elsewhere is shown beside what is typed", began: goal(1, review: saved),
            isEditing: true, events: [typed("mine"), .found(goal(2, review: savedAnew))], text: "mine",
            conflict: "saved anew", style: .free, effects: [.notify(.failed(.changedElsewhere(savedAnew)))]),
        Row(
            name: "a draft over a review that was changed elsewhere is shown beside it",
            began: goal(2, [.text: ("mine", 2, "me")], review: saved), isEditing: true,
            events: [.found(goal(3, [.text: ("mine", 2, "me")], review: review("saved anew", 3)))], text: "mine",
            conflict: "saved anew", style: .free,
            effects: [.notify(.failed(.savedElsewhere(review("saved anew", 3))))]),
        Row(
            name: "the text of a review that was deleted elsewhere stays and becomes a draft",
            began: goal(1, review: saved), isEditing: true, events: [.found(goal(2))], text: "saved", style: .free,
            effects: [
                .notify(.failed(.deletedElsewhere)),
                .keep(
                    [
                        DraftChange(.text(.text), "saved", base: 0), DraftChange(.style, "free", base: 0),
                        DraftChange(.level, "4", base: 0),
                    ], by: "me"),
            ]),
        Row(
            name: "the text of a deleted review that a page did not show yet is shown beside what is typed there",
            events: [
                .found(goal(1, review: saved)), .found(goal(2)), .kept(goal(3, [.text: ("saved", 3, "me")])),
                typed("mine", basis: "0.me"),
            ], text: "mine", conflict: "saved", holds: true),
        Row(
            name: "the text of a review that was saved and deleted elsewhere stays", began: hers,
            events: [.found(deleted(review("hers", 2), 3))], text: "hers",
            effects: [.notify(.failed(.deletedElsewhere)), keep("hers", base: 0)]),
        Row(
            name: "a save that was overtaken by typing shows both texts", events: tap + [.saved(.overtaken(hers))],
            text: "mine", conflict: "hers", style: .free,
            effects: [.notify(.failed(.typedElsewhere)), .reload, .leadToAlert]),
        Row(
            name: "a save that was overtaken by a save shows both texts",
            events: tap + [.saved(.overtaken(goal(1, review: saved)))], text: "mine", conflict: "saved", style: .free,
            effects: [.notify(.failed(.changedElsewhere(saved))), .reload, .leadToAlert]),
        Row(
            name: "a save that is not answered puts nothing away",
            events: [typed("mine"), .kept(goal(1, [.text: ("mine", 1, "me")])), .styled(.free), .levelled(.four)]
                + [.kept(nil), .save, .saved(.unavailable)], text: "mine", style: .free, holds: true,
            effects: [
                .notify(.failed(.unavailable)), .reload,
                .keep([DraftChange(.style, "free", base: 0), DraftChange(.level, "4", base: 0)], by: "me"),
                .leadToAlert,
            ]),
        Row(
            name: "the own save, whose answer was lost, is no news",
            events: tap + [.saved(.unavailable), .found(goal(1, review: review("mine", 1)))], text: "mine", style: .free
        ),
        Row(
            name: "what is typed after a save is a draft",
            events: tap + [
                typed("mine, and more"),
                .saved(.done(SavedReview(goal: goal(1, review: review("mine", 1)), reviewableCount: 0))),
            ], text: "mine, and more", style: .free, holds: true, effects: [.notify(.saved(0))]),
        Row(
            name: "what was dropped elsewhere during a save goes with a word",
            began: goal(1, [.liked: ("hers", 1, "she")]), field: .liked,
            events: tap + [
                .saved(
                    .done(
                        SavedReview(
                            goal: goal(3, review: review("mine", 3), dropped: [.text(.liked): "hers"]),
                            reviewableCount: 0)))
            ], text: "", effects: [.notify(.dropped), .notify(.saved(0))]),
        Row(
            name: "whoever writes is not moved to the other style", events: [typed("mine"), .found(other(.free))],
            text: "mine", style: .guided),
        Row(
            name: "who has done nothing follows to the other style", events: [.found(other(.free))], text: "",
            style: .free),
        Row(
            name: "a text that is too large is held by the page", events: [typed(large)], text: large, holds: true),
        Row(
            name: "a text that is too large is not taken for one that may be replaced",
            events: [typed(large), .found(hers)], text: large, conflict: "hers", holds: true),
    ]

    static func deleted(_ review: Review, _ revision: Int) -> GoalReview {
        var found = goal(revision)
        found.deletedReview = review
        return found
    }

    /// A draft of which the style was chosen elsewhere.
    static func other(_ style: ReviewStyle) -> GoalReview {
        var found = goal(1)
        found.draft[.style] = DraftEntry(value: style.rawValue, revision: 1, writer: "she")
        return found
    }

    /// Pages that go on after their session was lost, and those without a script.
    static let rowsOfBeginnings = [
        Row(
            name: "a page that is taken up again goes on as the one that it was",
            began: goal(1, [.text: ("mine", 1, "old")]), beginning: .restored,
            events: [typed("mine, and more", basis: "0.old")], text: "mine, and more",
            effects: [.keep([DraftChange(.text(.text), "mine, and more", base: 1)], by: "old")]),
        Row(
            name: "a page that is taken up again after another has typed shows both texts", began: hers,
            beginning: .restored, events: [typed("mine", basis: "0.old")], text: "mine", conflict: "hers", holds: true),
        Row(
            name: "a page that is taken up again after a review was saved shows both texts", beginning: .restored,
            events: [typed("mine", basis: "0.old"), .found(goal(1, review: saved))], text: "mine", conflict: "saved",
            effects: [.notify(.failed(.changedElsewhere(saved)))]),
        Row(
            name: "a form that was posted is kept", beginning: .posted, events: [typed("mine", basis: "0.old")],
            text: "mine", effects: [.keep([DraftChange(.text(.text), "mine", base: 0)], by: "old")]),
        Row(
            name: "a form that was made from something older is not saved", began: hers, beginning: .posted,
            events: [.styled(.free), .levelled(.four), typed("mine", basis: "0.old"), .save], text: "mine",
            conflict: "hers", style: .free, effects: [.notify(.refused)]),
        Row(
            name: "who sends a form again that showed both texts has chosen", began: hers, beginning: .posted,
            events: [typed("mine", basis: "1.old")], text: "mine",
            effects: [.keep([DraftChange(.text(.text), "mine", base: 1)], by: "old")]),
        Row(
            name: "an empty field of a form has nothing to lose", began: hers, beginning: .posted,
            events: [typed("", basis: "0.old")], text: "hers"),
        Row(
            name: "of a form that was refused nothing is kept", beginning: .refused, events: [typed("mine")],
            text: "mine"),
    ]

    @Test(arguments: rows + rowsOfReviews + rowsOfBeginnings)
    func noTextIsReplacedUnseen(row: Row) {
        let (state, effects) = Self.run(
            row.events, on: row.began, isEditing: row.isEditing, beginning: row.beginning)
        #expect(state.typed.draft[row.field] == row.text)
        #expect(state.conflicts[row.field]?.text == row.conflict)
        #expect(row.style == nil || state.typed.draft.style == row.style)
        if let holds = row.holds { #expect(state.holdsTyping == holds) }
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
        #expect(effects == [.notify(.saved(0))])
    }

    /// The next try began at once, and without end.
    @Test func aStoreThatDoesNotAnswerIsLeftAloneForAWhileAlsoAfterASave() throws {
        let review = Review(
            content: try .free("saved"), writtenAt: Date(timeIntervalSince1970: 0), revision: 1)
        let saved: [Event] = [
            .styled(.free), .levelled(.four), Self.typed("saved"), .save,
            .saved(.done(SavedReview(goal: Self.goal(1, [:], review: review), reviewableCount: 0))), .kept(nil),
        ]
        var (waiting, effects) = Self.run(saved + [Self.typed("saved, and more"), .kept(nil)], on: Self.goal(0))
        #expect(waiting.phase == .saved && waiting.holdsTyping)
        #expect(effects == [.retryLater])
        effects = waiting.reduce(.retry)
        #expect(effects == [Self.keep("saved, and more", base: 1)])
    }

    private static func run(
        _ events: [Event], on began: GoalReview, isEditing: Bool = false,
        beginning: Visit.Beginning = .opened
    ) -> (EditorState, [EditorState.Effect]) {
        var state = EditorState(began, isEditing: isEditing, page: "me", beginning: beginning)
        var effects: [EditorState.Effect] = []
        for event in events { effects = state.reduce(event) }
        return (state, effects)
    }
}
