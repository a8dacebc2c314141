import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ReplaySubjectTests {
    @Test(arguments: [(-1, []), (0, []), (1, [3]), (2, [2, 3]), (3, [1, 2, 3]), (9, [1, 2, 3])])
    func theNewestAreRememberedUpToItsSize(size: Int, expected: [Int]) {
        let subject = ReplaySubject<Int>.create(bufferSize: size)
        for number in 1...3 { subject.onNext(number) }
        let history = Recording(subject)
        #expect(history.values == expected)
        subject.onNext(4)
        #expect(history.values == expected + [4])
    }

    @Test func withoutALimitEverythingIsRemembered() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for number in 0..<1000 { subject.onNext(number) }
        #expect(Recording(subject).values == Array(0..<1000))
    }

    @Test(arguments: [false, true])
    func whoComesAfterTheEndGetsTheElementsAndTheEnd(byError: Bool) {
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        let early = Recording(subject)
        for number in 1...3 { subject.onNext(number) }
        if byError { subject.onError(Oops()) } else { subject.onCompleted() }
        subject.onNext(4)
        let late = Recording(subject)
        #expect(early.values == [1, 2, 3])
        #expect(late.values == [2, 3])
        for history in [early, late] { #expect(byError ? history.error is Oops : history.hasCompleted) }
        #expect(!subject.hasObservers)
    }

    @Test func whatASubscriberSendsReachesAllInOneOrder() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let before = Recording(subject)
        let feeding = subject.subscribe(onNext: { if $0 < 3 { subject.onNext($0 + 1) } })
        let after = Recording(subject)
        subject.onNext(1)
        #expect(before.values == [1, 2, 3])
        #expect(after.values == [1, 2, 3])
        #expect(Recording(subject).values == [1, 2, 3])
        feeding.dispose()
    }

    @Test func whatIsSentDuringAReplayComesAfterIt() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let before = Recording(subject)
        for number in 1...3 { subject.onNext(number) }
        var seen: [Int] = []
        let subscription = subject.subscribe(onNext: {
            seen.append($0)
            if $0 < 3 { subject.onNext($0 * 10) }
        })
        #expect(seen == [1, 2, 3, 10, 20])
        #expect(before.values == [1, 2, 3, 10, 20])
        subject.onNext(4)
        #expect(seen.last == 4)
        subscription.dispose()
    }

    @Test(arguments: [false, true])
    func theEndThatIsSentDuringAReplayComesAfterIt(whileDelivering: Bool) {
        let subject = ReplaySubject<Int>.createUnbounded()
        for number in 1...2 { subject.onNext(number) }
        var late: Recording<Int>?
        let join = {
            late = Recording(
                subject.do(onNext: {
                    guard $0 == 1 else { return }
                    subject.onNext(4)
                    subject.onCompleted()
                }))
        }
        if whileDelivering {
            subject.skip(2).take(1).subscribe(onNext: { _ in join() })
            subject.onNext(3)
            #expect(late?.values == [1, 2, 3, 4])
        } else {
            join()
            #expect(late?.values == [1, 2, 4])
        }
        #expect(late?.hasCompleted == true)
        #expect(!subject.hasObservers)
    }

    @Test func whoJoinsDuringDeliveryGetsEachElementOnce() {
        let subject = ReplaySubject<Int>.createUnbounded()
        var late: Recording<Int>?
        let first = subject.subscribe(onNext: { number in
            guard number == 1 else { return }
            subject.onNext(2)
            late = Recording(subject)
        })
        subject.onNext(1)
        subject.onNext(3)
        #expect(late?.values == [1, 2, 3])
        first.dispose()
    }

    @Test func oneWhoLeavesDuringTheReplayIsForgotten() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for number in 1...3 { subject.onNext(number) }
        #expect(Recording(subject.take(2)).values == [1, 2])
        #expect(!subject.hasObservers)
    }
}
