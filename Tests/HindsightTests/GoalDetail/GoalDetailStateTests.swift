import HindsightDomain
import Live
import Testing

@testable import Hindsight

/// The state of a goal's page without a page and a store: each race is a list of events.
@Suite(.timeLimit(.minutes(15))) struct GoalDetailStateTests {
    private static let today = CalendarDate(year: 2026, month: 11, day: 18) ?? .min
    private static let id = GoalID(1)
    private static let ids = [StepID(1), StepID(2)]

    private static func detail(_ done: Bool..., titles: [String] = ["a", "b"]) -> GoalDetail {
        GoalDetail(
            goal: Goal(id: id, title: "goal", startDate: today, endDate: today.adding(days: 7), box: .active),
            steps: zip(titles, done).enumerated().map { place, step in
                Step(id: StepID(Int64(place + 1)), place: place, title: step.0, isDone: step.1)
            })
    }

    private static func state(_ detail: GoalDetail = detail(false, false)) -> GoalDetailState {
        GoalDetailState(id, detail, today: today, newStep: FieldBasis(revision: 0, page: "key"))
    }

    /// Effects as words, so that they can be compared.
    private static func words(_ effects: [GoalDetailState.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .ask(let request): "ask \(request)"
            case .look(let reading): "look \(reading)"
            case .fail(let failure): "fail \(failure)"
            case .navigate(let way): "navigate \(way)"
            case .focus(let id): "focus \(id)"
            case .tell(let action): "tell \(action)"
            case .readOffers: "offers"
            case .waitForUndoEnd: "undo"
            }
        }
    }

    private static func isDone(_ state: GoalDetailState) -> [Bool] { state.rows.map(\.step.isDone) }

    @Test func commandsAreSentOneAtATimeInTheirOrder() {
        var state = Self.state()
        #expect(state.reduce(.perform(.tick(Self.ids[0], isDone: true))).count == 1)
        #expect(state.reduce(.perform(.tick(Self.ids[1], isDone: true))).isEmpty)
        #expect(Self.isDone(state) == [true, true])
        let effects = state.reduce(.answered(.success(Self.detail(true, false))))
        #expect(Self.words(effects) == ["navigate here", "ask tick(\(Self.ids[1]), isDone: true)"])
        #expect(Self.isDone(state) == [true, true])
    }

    /// Steps that are removed elsewhere meanwhile make room for each of them.
    @Test func ofManyLinesNineAreAddedAtMost() {
        var state = Self.state()
        let lines = (0..<40).map { "line \($0)" }
        _ = state.reduce(.stepTyped(FieldText(lines.joined(separator: "\n"), basis: "0.key")))
        var effects = state.reduce(.addStep)
        var titles: [String] = []
        while titles.count < 100, case .ask(.addStep(let title, _)) = effects.first {
            titles.append(title.text)
            effects = state.reduce(.answered(.success(Self.detail(false, false))))
        }
        #expect(titles == Array(lines.prefix(Step.limit)))
        #expect(Self.words(effects) == ["focus step-new"] && state.addForm.fault == .tooMany)
        #expect(state.typed.left == lines.dropFirst(Step.limit).joined(separator: "\n"))
    }

    /// Something else was read while the command was on its way, so its answer may be the older one.
    @Test func anAnswerThatMayBeOlderThanWhatIsShownIsReadAgain() {
        var state = Self.state()
        _ = state.reduce(.perform(.tick(Self.ids[0], isDone: true)))
        let newest = Self.detail(true, false, titles: ["a", "new"])
        #expect(Self.words(state.reduce(.found(.success(newest), askedAt: 0))) == [])
        #expect(Self.words(state.reduce(.answered(.success(Self.detail(true, false))))) == ["look 1"])
        #expect(state.rows.map(\.step.title) == ["a", "new"])
        #expect(Self.words(state.reduce(.found(.success(newest), askedAt: 1))) == ["navigate here"])
    }

    /// Mostly it is the command's own, which its answer shows.
    @Test func aChangeThatComesWhileACommandRunsIsReadOnceAfterTheLastOne() {
        var state = Self.state()
        _ = state.reduce(.perform(.tick(Self.ids[0], isDone: true)))
        _ = state.reduce(.perform(.tick(Self.ids[1], isDone: true)))
        #expect(Self.words(state.reduce(.changed(.goals([Self.id])))) == [])
        let effects = state.reduce(.answered(.success(Self.detail(true, false))))
        #expect(Self.words(effects) == ["navigate here", "ask tick(\(Self.ids[1]), isDone: true)"])
        #expect(Self.words(state.reduce(.changed(.goals([Self.id])))) == [])
        #expect(Self.words(state.reduce(.answered(.success(Self.detail(true, true))))) == ["navigate here", "look 2"])
        #expect(Self.words(state.reduce(.found(.success(Self.detail(true, false)), askedAt: 2))) == [])
        #expect(Self.isDone(state) == [true, false])
    }

    /// A read that has begun may miss the change.
    @Test func aChangeThatComesWhileTheGoalIsReadForACommandIsReadAtOnce() {
        var state = Self.state()
        _ = state.reduce(.perform(.tick(Self.ids[0], isDone: true)))
        #expect(Self.words(state.reduce(.answered(.failure(StoreError.notFound)))) == ["look 0"])
        #expect(Self.words(state.reduce(.changed(.goals([Self.id])))) == ["look 0"])
    }

    @Test func aChangeThatWaitsIsReadAfterACommandThatIsNotAnsweredWithTheGoal() {
        var state = Self.state()
        _ = state.reduce(.perform(.restart(GoalID(2))))
        #expect(Self.words(state.reduce(.changed(.goals([Self.id])))) == [])
        let restarted = Self.words(state.reduce(.answered(.success(nil))))
        #expect(restarted == ["navigate goal(\(GoalID(2)))", "look 0"])
        _ = state.reduce(.perform(.delete))
        #expect(Self.words(state.reduce(.changed(.goals([Self.id])))) == [])
        #expect(Self.words(state.reduce(.answered(.success(nil)))) == ["tell deleted", "focus undo", "look 1"])
    }

    @Test func aChangeThatWaitsIsReadWhenTheNextCommandIsNotSent() {
        var state = Self.state()
        _ = state.reduce(.perform(.tick(Self.ids[0], isDone: true)))
        _ = state.reduce(.stepTyped(FieldText("")))
        _ = state.reduce(.addStep)
        _ = state.reduce(.changed(.goals([Self.id])))
        let effects = state.reduce(.answered(.success(Self.detail(true, false))))
        #expect(Self.words(effects) == ["navigate here", "focus step-new", "look 1"])
    }

    @Test func whatWasRequestedBeforeACommandAndFoundDuringTheNextOneIsReadAfterIt() {
        var state = Self.state()
        #expect(Self.words(state.reduce(.changed(.goals([Self.id])))) == ["look 0"])
        _ = state.reduce(.perform(.tick(Self.ids[0], isDone: true)))
        _ = state.reduce(.perform(.tick(Self.ids[1], isDone: true)))
        _ = state.reduce(.answered(.success(Self.detail(true, false))))
        #expect(Self.words(state.reduce(.found(.success(Self.detail(false, false)), askedAt: 0))) == [])
        #expect(Self.isDone(state) == [true, true])
        #expect(Self.words(state.reduce(.answered(.success(Self.detail(true, true))))) == ["navigate here", "look 2"])
    }

    @Test func whatWasReadBeforeSomethingNewerIsReadAgain() {
        var state = Self.state()
        _ = state.reduce(.changed(.goals([Self.id])))
        _ = state.reduce(.perform(.tick(Self.ids[0], isDone: true)))
        _ = state.reduce(.answered(.success(Self.detail(true, false))))
        #expect(Self.words(state.reduce(.found(.success(Self.detail(false, false)), askedAt: 0))) == ["look 1"])
        #expect(Self.isDone(state) == [true, false])
    }

    @Test func aTickWhoseAnswerWasLostHasHappenedIfTheGoalSaysSo() {
        var state = Self.state()
        _ = state.reduce(.perform(.tick(Self.ids[0], isDone: true)))
        #expect(Self.words(state.reduce(.answered(.failure(StoreError.notFound)))) == ["look 0"])
        #expect(Self.words(state.reduce(.found(.success(Self.detail(true, false)), askedAt: 0))) == ["navigate here"])

        _ = state.reduce(.perform(.tick(Self.ids[1], isDone: true)))
        _ = state.reduce(.answered(.failure(StoreError.notFound)))
        #expect(Self.words(state.reduce(.found(.success(Self.detail(true, false)), askedAt: 1))) == ["fail notFound"])
        #expect(Self.isDone(state) == [true, false])
    }

    @Test func aCommandWithErrorsIsNotSentAndTheNextOneIs() {
        var state = Self.state()
        _ = state.reduce(.perform(.tick(Self.ids[0], isDone: true)))
        _ = state.reduce(.stepTyped(FieldText("")))
        _ = state.reduce(.addStep)
        _ = state.reduce(.perform(.tick(Self.ids[1], isDone: true)))
        let effects = state.reduce(.answered(.success(Self.detail(true, false))))
        #expect(
            Self.words(effects) == ["navigate here", "focus step-new", "ask tick(\(Self.ids[1]), isDone: true)"])
        #expect(state.addForm.fault == .title(.missing))
    }
}
