import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct CatchingTests {
    @Test(arguments: [("a-#", "a-xy|"), ("a-|", "a-|"), ("#", "xy|")])
    func catchGoesOnWithTheSequenceOfItsHandler(source: String, expected: String) {
        #expect(Timeline.play { time in time.hot(source).catch { _ in time.cold("xy|") } } == expected)
    }

    @Test func theHandlerIsGivenTheError() {
        var caught: (any Error)?
        let recovered = Observable<Int>.error(Oops()).catch { error in
            caught = error
            return .just(1)
        }
        #expect(Recording(recovered).values == [1])
        #expect(caught is Oops)
    }

    @Test func anErrorOfTheSecondSequenceIsNotCaughtAgain() {
        #expect(Timeline.play { time in time.hot("a#").catch { _ in time.cold("-x#") } } == "a-x#")
    }

    @Test func catchAndReturnEndsWithItsElement() {
        #expect(Timeline.play { $0.hot("a-#").catchAndReturn("x") } == "a-(x|)")
        #expect(Timeline.play { $0.hot("a-|").catchAndReturn("x") } == "a-|")
    }

    @Test func catchErrorJustCompleteEndsQuietly() {
        #expect(Timeline.play { $0.hot("a-#").catchErrorJustComplete() } == "a-|")
    }

    @Test func theFailedSourceIsLetGoWhileTheSecondRuns() {
        let second = PublishSubject<Int>()
        var isDisposed = false
        let source = PublishSubject<Int>()
        let history = Recording(
            source.asObservable().do(onDispose: { isDisposed = true }).catch { _ in second.asObservable() })
        source.onError(Oops())
        #expect(isDisposed)
        second.onNext(2)
        #expect(history.values == [2])
        history.dispose()
        #expect(!second.hasObservers)
    }

    @Test func anInputStaysUsableAfterARequestThatFailed() {
        let taps = PublishRelay<Int>()
        let errors = ErrorTracker()
        let alerts = Recording(errors.asSignal().asObservable())
        let history = Recording(
            taps.asObservable().flatMapLatest { number in
                (number == 1 ? Observable<Int>.error(Oops()) : .just(number)).trackError(errors)
                    .catchErrorJustComplete()
            })
        for number in 0...2 { taps.accept(number) }
        #expect(history.values == [0, 2])
        #expect(alerts.values.count == 1)
    }
}
