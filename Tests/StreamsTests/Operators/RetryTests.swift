import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct RetryTests {
    /// Fails so often, then sends 1 and completes.
    private static func failing(_ times: Int) -> Observable<Int> {
        var left = times
        return .deferred {
            guard left > 0 else { return .just(1) }
            left -= 1
            return .error(Oops())
        }
    }

    @Test(arguments: [(0, "|"), (-1, "|"), (1, "a-#"), (2, "a-a-#"), (3, "a-a-a-#")])
    func aNumberOfAttemptsIsMade(attempts: Int, expected: String) {
        #expect(Timeline.play { $0.cold("a-#").retry(attempts) } == expected)
    }

    @Test func noAttemptMeansNoSubscription() {
        var subscribed = false
        #expect(Recording(Observable<Int>.never().do(onSubscribe: { subscribed = true }).retry(0)).hasCompleted)
        #expect(!subscribed)
    }

    @Test func anAttemptThatCompletesIsTheLast() {
        #expect(Timeline.play { $0.cold("a-|").retry() } == "a-|")
        #expect(Timeline.play { $0.cold("a-|").retry(3) } == "a-|")
        #expect(Recording(Self.failing(2).retry()).values == [1])
        #expect(Recording(Self.failing(2).retry(2)).error is Oops)
    }

    @Test func withoutANumberItGoesOnUntilDisposal() {
        #expect(Timeline.play(disposedAt: 7) { $0.cold("a-#").retry() } == "a-a-a-a")
    }

    @Test func aHundredThousandFailuresAtOnceNeedNoDeepStack() {
        #expect(Recording(Self.failing(100_000).retry()).values == [1])
        #expect(Recording(Self.failing(100_000).retry(100_000)).error is Oops)
        #expect(Recording(Self.failing(100_000).retry(100_001)).values == [1])
    }

    @Test func eachSubscriberHasItsOwnAttempts() {
        var attempts = 0
        let source = Observable<Int>.error(Oops()).do(onSubscribe: { attempts += 1 }).retry(2)
        #expect(Recording(source).error is Oops)
        #expect(Recording(source).error is Oops)
        #expect(attempts == 4)
    }

    @Test func oneWhoLeavesEndsASourceThatFailsAtOnce() {
        var attempts = 0
        let subscription = CompositeDisposable()
        let source = Observable<Int>.error(Oops()).startWith(1).do(onSubscribe: {
            attempts += 1
            if attempts == 1000 { subscription.dispose() }
        })
        let stop = PublishSubject<Void>()
        subscription.insert(Disposables.create { stop.onNext(()) })
        #expect(Recording(source.retry().take(until: stop)).hasCompleted)
        #expect(attempts == 1000)
    }

    @Test func theFailedAttemptIsLetGoBeforeTheNextBegins() {
        var open = 0
        var most = 0
        let subjects = [PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>()]
        var made = 0
        let source = Observable<Int>.deferred {
            defer { made += 1 }
            return subjects[made].asObservable()
        }.do(
            onSubscribe: {
                open += 1
                most = max(most, open)
            }, onDispose: { open -= 1 })
        let history = Recording(source.retry())
        subjects[0].onError(Oops())
        subjects[1].onNext(1)
        subjects[1].onError(Oops())
        #expect(most == 1)
        #expect(history.values == [1])
        history.dispose()
        #expect(open == 0)
        #expect(!subjects[2].hasObservers)
    }

    @Test func aSubscriberCanCauseTheFailureOfItsOwnSource() {
        var made: [PublishSubject<Int>] = []
        var seen: [Int] = []
        let subscription = Observable<Int>.deferred {
            made.append(PublishSubject())
            return made[made.count - 1].asObservable()
        }.retry().subscribe(onNext: {
            seen.append($0)
            if $0 == 1 { made[0].onError(Oops()) }
        })
        made[0].onNext(1)
        #expect(made.count == 2)
        made[1].onNext(2)
        #expect(seen == [1, 2])
        subscription.dispose()
        #expect(made.allSatisfy { !$0.hasObservers })
    }
}
