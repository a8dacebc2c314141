import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct CreationTests {
    @Test(arguments: [
        ("just", "(a|)"), ("of", "(abc|)"), ("from", "(abc|)"), ("empty", "|"), ("never", ""), ("error", "#"),
    ])
    func theSequenceIsSentAtSubscription(name: String, expected: String) {
        let sources: [String: Observable<String>] = [
            "just": .just("a"), "of": .of("a", "b", "c"), "from": .from(["a", "b", "c"]), "empty": .empty(),
            "never": .never(), "error": .error(Oops()),
        ]
        #expect(Timeline.play { _ in sources[name] ?? .never() } == expected)
    }

    @Test func createSendsWhatItsClosureSays() {
        let history = Recording(
            Observable<Int>.create { observer in
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create()
            })
        #expect(history.values == [1])
        #expect(history.hasCompleted)
    }

    @Test(arguments: [false, true])
    func createEndsWhatItHoldsOnceAtTheEnd(byDisposal: Bool) {
        var ended = 0
        var observer: AnyObserver<Int>?
        let history = Recording(
            Observable<Int>.create {
                observer = $0
                return Disposables.create { ended += 1 }
            })
        #expect(ended == 0)
        if byDisposal { history.dispose() } else { observer?.onCompleted() }
        history.dispose()
        #expect(ended == 1)
    }

    @Test func createEndsWhatItHoldsWhenItStoppedAtOnce() {
        var ended = 0
        _ = Recording(
            Observable<Int>.create { observer in
                observer.onCompleted()
                return Disposables.create { ended += 1 }
            })
        #expect(ended == 1)
    }

    @Test func anObserverThatGoesOnAfterTheEndIsNotHeard() {
        var observer: AnyObserver<Int>?
        let source = Observable<Int>.create {
            observer = $0
            return Disposables.create()
        }
        let history = Recording(source.materialize())
        observer?.onCompleted()
        observer?.onNext(1)
        observer?.onError(Oops())
        #expect(history.events.count == 2)
        let second = Recording(source)
        second.dispose()
        observer?.onNext(1)
        #expect(second.events.isEmpty)
    }

    @Test func deferredMakesASequenceForEachSubscriber() {
        var made = 0
        let source = Observable<Int>.deferred {
            made += 1
            return .just(made)
        }
        #expect(made == 0)
        #expect(Recording(source).values == [1])
        #expect(Recording(source).values == [2])
    }

    @Test func subscribingByKindOfEventHearsEachKind() {
        var heard: [String] = []
        Observable.of(1).subscribe(
            onNext: { heard.append("\($0)") }, onError: { _ in heard.append("#") }, onCompleted: { heard.append("|") })
        Observable<Int>.error(Oops()).subscribe(onError: { _ in heard.append("#") })
        Observable<Int>.error(Oops()).subscribe(onNext: { _ in heard.append("never") })
        #expect(heard == ["1", "|", "#"])
    }
}
