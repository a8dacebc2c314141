import Streams
import Testing

@Suite(.leavesNothing) struct ReplaySubjectTests {
    @Test(arguments: [(-1, []), (0, []), (1, [3]), (2, [2, 3]), (3, [1, 2, 3]), (9, [1, 2, 3])])
    func theNewestAreRememberedUpToItsSize(size: Int, expected: [Int]) {
        let subject = ReplaySubject<Int>.create(bufferSize: size)
        for number in 1...3 { subject.onNext(number) }
        let history = History(subject)
        #expect(history.elements == expected)
        subject.onNext(4)
        #expect(history.elements == expected + [4])
    }

    @Test func withoutALimitEverythingIsRemembered() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for number in 0..<1000 { subject.onNext(number) }
        #expect(History(subject).elements == Array(0..<1000))
    }

    @Test(arguments: [false, true])
    func whoComesAfterTheEndGetsTheElementsAndTheEnd(byError: Bool) {
        let subject = ReplaySubject<Int>.create(bufferSize: 2)
        let early = History(subject)
        for number in 1...3 { subject.onNext(number) }
        if byError { subject.onError(Oops()) } else { subject.onCompleted() }
        subject.onNext(4)
        let late = History(subject)
        #expect(early.elements == [1, 2, 3])
        #expect(late.elements == [2, 3])
        for history in [early, late] { #expect(byError ? history.error is Oops : history.hasCompleted) }
        #expect(!subject.hasObservers)
    }

    @Test func whatASubscriberSendsReachesAllInOneOrder() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let before = History(subject)
        let feeding = subject.subscribe(onNext: { if $0 < 3 { subject.onNext($0 + 1) } })
        let after = History(subject)
        subject.onNext(1)
        #expect(before.elements == [1, 2, 3])
        #expect(after.elements == [1, 2, 3])
        #expect(History(subject).elements == [1, 2, 3])
        feeding.dispose()
    }

    @Test func whatIsSentDuringAReplayComesAfterIt() {
        let subject = ReplaySubject<Int>.createUnbounded()
        let before = History(subject)
        for number in 1...3 { subject.onNext(number) }
        var seen: [Int] = []
        let subscription = subject.subscribe(onNext: {
            seen.append($0)
            if $0 < 3 { subject.onNext($0 * 10) }
        })
        #expect(seen == [1, 2, 3, 10, 20])
        #expect(before.elements == [1, 2, 3, 10, 20])
        subject.onNext(4)
        #expect(seen.last == 4)
        subscription.dispose()
    }

    @Test(arguments: [false, true])
    func theEndThatIsSentDuringAReplayComesAfterIt(whileDelivering: Bool) {
        let subject = ReplaySubject<Int>.createUnbounded()
        for number in 1...2 { subject.onNext(number) }
        var late: History<Int>?
        let join = {
            late = History(
                subject.do(onNext: {
                    guard $0 == 1 else { return }
                    subject.onNext(4)
                    subject.onCompleted()
                }))
        }
        if whileDelivering {
            subject.skip(2).take(1).subscribe(onNext: { _ in join() })
            subject.onNext(3)
            #expect(late?.elements == [1, 2, 3, 4])
        } else {
            join()
            #expect(late?.elements == [1, 2, 4])
        }
        #expect(late?.hasCompleted == true)
        #expect(!subject.hasObservers)
    }

    @Test func whoJoinsDuringDeliveryGetsEachElementOnce() {
        let subject = ReplaySubject<Int>.createUnbounded()
        var late: History<Int>?
        let first = subject.subscribe(onNext: { number in
            guard number == 1 else { return }
            subject.onNext(2)
            late = History(subject)
        })
        subject.onNext(1)
        subject.onNext(3)
        #expect(late?.elements == [1, 2, 3])
        first.dispose()
    }

    @Test func oneWhoLeavesDuringTheReplayIsForgotten() {
        let subject = ReplaySubject<Int>.createUnbounded()
        for number in 1...3 { subject.onNext(number) }
        #expect(History(subject.take(2)).elements == [1, 2])
        #expect(!subject.hasObservers)
    }
}
