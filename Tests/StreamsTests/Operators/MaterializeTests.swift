import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct MaterializeTests {
    @Test func anErrorBecomesAnElementAndTheSequenceCompletes() {
        let source = PublishSubject<Int>()
        let history = Recording(source.materialize())
        source.onNext(1)
        source.onError(Oops())
        #expect(history.values.map(\.element) == [1, nil])
        #expect(history.values.last?.error is Oops)
        #expect(history.hasCompleted)
        #expect(!source.hasObservers)
    }

    @Test func oneWhoLeavesWithTheStopEventIsNotCompleted() {
        let source = PublishSubject<Int>()
        let subscription = SerialDisposable()
        var seen: [String] = []
        subscription.disposable = source.materialize().subscribe(
            onNext: {
                seen.append($0.isStopEvent ? "stop" : "next")
                if $0.isStopEvent { subscription.dispose() }
            }, onCompleted: { seen.append("|") })
        source.onNext(1)
        source.onCompleted()
        #expect(seen == ["next", "stop"])
    }

    @Test func disposalLetsTheSourceGo() {
        let source = PublishSubject<Int>()
        let history = Recording(source.materialize())
        history.dispose()
        #expect(!source.hasObservers)
        #expect(history.events.isEmpty)
    }

    @Test func failuresOfManyRequestsCanBeSeenWithoutAnEnd() {
        let taps = PublishRelay<Int>()
        let answers = taps.flatMapLatest { number -> Observable<Event<Int>> in
            let answer: Observable<Int> = number == 1 ? .error(Oops()) : .just(number)
            return answer.materialize()
        }
        let history = Recording(answers)
        for number in 0...2 { taps.accept(number) }
        #expect(history.values.compactMap(\.element) == [0, 2])
        #expect(history.values.compactMap(\.error).count == 1)
        #expect(!history.hasCompleted)
    }
}
