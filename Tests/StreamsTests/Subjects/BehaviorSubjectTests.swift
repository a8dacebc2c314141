import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct BehaviorSubjectTests {
    @Test func theCurrentValueComesAtOnceThenWhatIsSent() throws {
        let subject = BehaviorSubject(value: 1)
        let first = Recording(subject)
        subject.onNext(2)
        let second = Recording(subject)
        subject.onNext(3)
        #expect(first.values == [1, 2, 3])
        #expect(second.values == [2, 3])
        #expect(try subject.value() == 3)
    }

    @Test(arguments: [false, true])
    func whoComesAfterTheEndGetsOnlyThat(byError: Bool) {
        let subject = BehaviorSubject(value: 1)
        let early = Recording(subject)
        if byError { subject.onError(Oops()) } else { subject.onCompleted() }
        subject.onNext(2)
        subject.onCompleted()
        let late = Recording(subject)
        #expect(early.values == [1])
        #expect(late.events.count == 1)
        for history in [early, late] { #expect(byError ? history.error is Oops : history.hasCompleted) }
        #expect(!subject.hasObservers)
    }

    @Test func theValueIsTheErrorAfterOne() throws {
        let (failed, completed) = (BehaviorSubject(value: 1), BehaviorSubject(value: 1))
        failed.onError(Oops())
        completed.onCompleted()
        completed.onNext(2)
        #expect(throws: Oops.self) { try failed.value() }
        #expect(try completed.value() == 1)
    }

    @Test func whatASubscriberSendsReachesAllInOneOrder() {
        let subject = BehaviorSubject(value: 0)
        let before = Recording(subject)
        let feeding = subject.subscribe(onNext: { if (1...2).contains($0) { subject.onNext($0 + 1) } })
        let after = Recording(subject)
        subject.onNext(1)
        #expect(before.values == [0, 1, 2, 3])
        #expect(after.values == [0, 1, 2, 3])
        feeding.dispose()
    }

    @Test func aSubscriberThatAnswersItsFirstValueGetsTheAnswer() {
        let subject = BehaviorSubject(value: 0)
        var seen: [Int] = []
        let subscription = subject.subscribe(onNext: {
            seen.append($0)
            if $0 == 0 { subject.onNext(1) }
        })
        #expect(seen == [0, 1])
        subscription.dispose()
        #expect(!subject.hasObservers)
    }

    @Test func aSubscriberThatEndsItAtItsFirstValueGetsTheEnd() {
        let subject = BehaviorSubject(value: 0)
        let history = Recording(subject.do(onNext: { _ in subject.onCompleted() }))
        #expect(history.values == [0])
        #expect(history.hasCompleted)
    }

    @Test func oneWhoLeavesAtTheFirstValueIsForgotten() {
        let subject = BehaviorSubject(value: 0)
        #expect(Recording(subject.take(1)).values == [0])
        #expect(!subject.hasObservers)
    }
}
