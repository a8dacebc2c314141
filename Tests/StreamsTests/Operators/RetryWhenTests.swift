import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct RetryWhenTests {
    static let wait = Timeline.frame * 2

    @Test func eachTriggerBeginsAnAttempt() {
        let marbles = Timeline.play(disposedAt: 9) { time in
            time.cold("a-#").retry { $0.delay(Self.wait, scheduler: time.scheduler) }
        }
        #expect(marbles == "a---a---a")
    }

    @Test(arguments: [("a-|", "a-|"), ("-#", "-#")])
    func aSourceThatEndsWithoutATriggerEnds(source: String, expected: String) {
        let marbles = Timeline.play { time in
            time.cold(source).retry { errors in errors.flatMap { Observable<Int>.error($0) } }
        }
        #expect(marbles == expected)
    }

    @Test func aTriggerThatEndsWhileTheSourceRunsLetsItGoOn() {
        let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.retry { _ in trigger })
        trigger.onCompleted()
        source.onNext(1)
        #expect(history.values == [1])
        #expect(!history.hasCompleted)
        source.onError(Oops())
        #expect(history.hasCompleted)
    }

    @Test(arguments: [false, true])
    func aTriggerThatEndsWhileItIsWaitedForEndsTheSequence(byError: Bool) {
        let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.retry { _ in trigger })
        source.onError(Oops())
        #expect(history.events.isEmpty)
        if byError { trigger.onError(OtherOops()) } else { trigger.onCompleted() }
        #expect(byError ? history.error is OtherOops : history.hasCompleted)
    }

    @Test func aTriggerThatHasFailedGivesItsErrorToTheNextFailure() {
        let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.retry { _ in trigger })
        trigger.onError(OtherOops())
        #expect(history.events.isEmpty)
        source.onError(Oops())
        #expect(history.error is OtherOops)
    }

    @Test func aTriggerWhileTheSourceRunsMeansNothing() {
        var attempts = 0
        let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.do(onSubscribe: { attempts += 1 }).retry { _ in trigger })
        trigger.onNext(1)
        trigger.onNext(2)
        #expect(attempts == 1)
        history.dispose()
        #expect(!source.hasObservers && !trigger.hasObservers)
    }

    @Test func disposalWhileItWaitsLetsTheTriggerGo() {
        let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.retry { _ in trigger })
        source.onError(Oops())
        #expect(trigger.hasObservers)
        history.dispose()
        #expect(!trigger.hasObservers)
        trigger.onNext(1)
        #expect(history.events.isEmpty)
    }

    @Test func theEndOfTheSourceLetsTheTriggerGo() {
        let (source, trigger) = (PublishSubject<Int>(), PublishSubject<Int>())
        let history = Recording(source.retry { _ in trigger })
        source.onCompleted()
        #expect(history.hasCompleted)
        #expect(!trigger.hasObservers)
    }

    @Test func theHandlerIsCalledOncePerSubscriptionWithAllErrors() {
        var calls = 0
        var errors: [any Error] = []
        var attempts = 0
        let source = Observable<Int>.deferred {
            attempts += 1
            return attempts < 3 ? .error(Oops()) : .just(attempts)
        }.retry { failures in
            calls += 1
            return failures.do(onNext: { errors.append($0) })
        }
        #expect(Recording(source).values == [3])
        #expect(calls == 1)
        #expect(errors.count == 2)
    }

    @Test func aHundredThousandFailuresAtOnceNeedNoDeepStack() {
        var left = 100_000
        let source = Observable<Int>.deferred {
            left -= 1
            return left > 0 ? .error(Oops()) : .just(1)
        }
        #expect(Recording(source.retry { $0 }).values == [1])
    }

    @Test func aNumberOfAttemptsCanBeMadeOfTheErrors() {
        let limited = Observable<Int>.error(Oops()).startWith(1).retry { errors in
            errors.scan(0) { count, error in
                if count == 2 { throw error }
                return count + 1
            }
        }
        let history = Recording(limited)
        #expect(history.values == [1, 1, 1])
        #expect(history.error is Oops)
    }
}
