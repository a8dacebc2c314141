import Live
import Streams
import StreamsTesting
import Testing

/// A state that asks for what its events say, and keeps what has happened.
private struct Log: MachineState {
    enum Event: Equatable {
        case ask(Turn, String)
        case answered(String)
        case failed(String)
        case wait(Duration)
        case timeIsUp
        case say(String)
    }

    enum Turn {
        case atOnce, inOrder, latest
    }

    enum Effect {
        case ask(Turn, String)
        case wait(Duration)
        case say(String)
    }

    var lines: [String] = []

    mutating func reduce(_ event: Event) -> [Effect] {
        switch event {
        case .ask(let turn, let question):
            lines.append("ask \(question)")
            return [.ask(turn, question)]
        case .answered(let answer): lines.append(answer)
        case .failed(let question): lines.append("failed \(question)")
        case .wait(let delay): return [.wait(delay)]
        case .timeIsUp: lines.append("time is up")
        case .say(let words): return [.say(words), .say("\(words) again")]
        }
        return []
    }
}

private struct Refusal: Error {}

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct MachineTests {
    /// A machine whose questions are answered when their gates are opened; "now" is answered at once, "no" fails.
    private final class Scene {
        let events = PublishRelay<Log.Event>()
        let gates: [String: Gate] = ["a": Gate(), "b": Gate(), "c": Gate()]
        let lines: Recording<[String]>
        let count: Recording<Int>
        let said: Recording<String>
        let machine: Machine<Log>
        let bag = DisposeBag()

        init(_ stage: isolated Stage) {
            let (scheduler, gates) = (stage.scheduler, gates)
            machine = Machine(Log(), until: bag) { effect in
                switch effect {
                case .ask(let turn, let question):
                    let request = Single<String>.perform(on: scheduler, deliversSynchronously: question == "now") {
                        try await gates[question]?.pass()
                        if question == "no" { throw Refusal() }
                        return "answer \(question)"
                    }
                    let event: (Result<String, any Error>) -> Log.Event? = {
                        (try? $0.get()).map { .answered($0) } ?? .failed(question)
                    }
                    return switch turn {
                    case .atOnce: .atOnce(request, then: event)
                    case .inOrder: .inOrder(request, then: event)
                    case .latest: .latest("question", request, then: event)
                    }
                case .wait(let delay): return .timer("wait", delay, on: scheduler, .timeIsUp)
                case .say: return nil
                }
            }
            machine.on(events.asObservable()) { $0 }
            lines = stage.record(machine.select(\.lines))
            count = stage.record(machine.select(\.lines.count))
            said = stage.record(machine.signal { if case .say(let words) = $0 { words } else { nil } })
        }

        func ask(_ turn: Log.Turn, _ questions: String...) {
            for question in questions { events.accept(.ask(turn, question)) }
        }
    }

    private func scene(_ test: @Sendable (isolated Stage, Scene) async throws -> Void) async throws {
        try await Stage.run { stage in try await test(stage, Scene(stage)) }
    }

    @Test func requestsAtOnceAreAnsweredInAnyOrder() async throws {
        try await scene { stage, scene async throws in
            scene.ask(.atOnce, "a", "b")
            scene.gates["b"]?.open()
            await scene.gates["a"]?.arrivals(1)
            scene.gates["a"]?.open()
            await stage.settled()
            #expect(scene.machine.state.value.lines.prefix(2) == ["ask a", "ask b"])
            #expect(Set(scene.machine.state.value.lines.suffix(2)) == ["answer a", "answer b"])
        }
    }

    @Test func aRequestInOrderBeginsWhenTheOneBeforeItHasItsAnswer() async throws {
        try await scene { stage, scene async throws in
            scene.ask(.inOrder, "a", "no", "b")
            scene.gates["b"]?.open()
            scene.gates["a"]?.open()
            await stage.settled()
            #expect(scene.lines.values.last == ["ask a", "ask no", "ask b", "answer a", "failed no", "answer b"])
        }
    }

    @Test func requestsInOrderBehindOneThatIsAnsweredAtOnceAreAnsweredToo() async throws {
        try await scene { stage, scene async throws in
            scene.ask(.inOrder, "a", "now", "b")
            scene.gates["a"]?.open()
            await scene.gates["b"]?.arrivals(1)
            scene.gates["b"]?.open()
            await stage.settled()
            #expect(scene.lines.values.last?.suffix(3) == ["answer a", "answer now", "answer b"])
        }
    }

    @Test func ofRequestsOfOneNameOnlyTheLatestIsAnswered() async throws {
        try await scene { stage, scene async throws in
            scene.ask(.latest, "a", "b", "c")
            for gate in scene.gates.values { gate.open() }
            await stage.settled()
            #expect(scene.lines.values.last == ["ask a", "ask b", "ask c", "answer c"])
        }
    }

    @Test func anAnswerThatIsThereAtOnceIsTheNextEvent() async throws {
        try await scene { stage, scene async throws in
            scene.ask(.atOnce, "now")
            #expect(scene.lines.values == [[], ["ask now"], ["ask now", "answer now"]])
        }
    }

    @Test func aTimerStartsOverWhenItIsAskedForAgain() async throws {
        try await scene { stage, scene async throws in
            scene.events.accept(.wait(.seconds(5)))
            await stage.advance(by: .seconds(4))
            scene.events.accept(.wait(.seconds(5)))
            await stage.advance(by: .seconds(4))
            #expect(scene.machine.state.value.lines.isEmpty)
            await stage.advance(by: .seconds(1))
            #expect(scene.lines.values == [[], ["time is up"]])
        }
    }

    @Test func anOutputChangesWithItsPartAndSignalsSayEachEffectOnce() async throws {
        try await scene { stage, scene async throws in
            scene.events.accept(.say("hello"))
            #expect(scene.said.values == ["hello", "hello again"])
            #expect(scene.lines.values == [[]] && scene.count.values == [0])
        }
    }

    @Test func atTheEndOfTheBagNothingIsLeft() async throws {
        try await scene { stage, scene async throws in
            scene.ask(.atOnce, "a")
            scene.ask(.inOrder, "b")
            scene.ask(.latest, "c")
            scene.events.accept(.wait(.seconds(5)))
            scene.bag.dispose()
            await stage.advance(by: .seconds(9))
            #expect(scene.machine.state.value.lines == ["ask a", "ask b", "ask c"])
        }
    }
}
