import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct SubjectTests {
    @Test func aSubjectSendsToThoseSubscribedNow() {
        let subject = PublishSubject<Int>()
        subject.onNext(1)
        let first = Recording(subject.asObservable())
        subject.onNext(2)
        let second = Recording(subject.asObservable())
        subject.onNext(3)
        first.dispose()
        subject.onNext(4)
        #expect(first.values == [2, 3])
        #expect(second.values == [3, 4])
    }

    @Test(arguments: [false, true])
    func nothingFollowsTheEndAndWhoComesLateGetsTheEnd(byError: Bool) {
        let subject = PublishSubject<Int>()
        let early = Recording(subject.asObservable())
        if byError { subject.onError(Oops()) } else { subject.onCompleted() }
        subject.onNext(1)
        subject.onCompleted()
        let late = Recording(subject.asObservable())
        for history in [early, late] {
            #expect(history.events.count == 1)
            #expect(byError ? history.error is Oops : history.hasCompleted)
        }
        #expect(!subject.hasObservers)
    }

    @Test func allSubscribersSeeOneOrderWhenOneFeedsTheSubject() {
        let subject = PublishSubject<Int>()
        let first = subject.asObservable().subscribe(onNext: { if $0 == 1 { subject.onNext(2) } })
        let second = Recording(subject.asObservable())
        subject.onNext(1)
        subject.onNext(3)
        #expect(second.values == [1, 2, 3])
        first.dispose()
    }

    @Test func theEndThatASubscriberSendsComesAfterTheElementForAll() {
        let subject = PublishSubject<Int>()
        let first = Recording(subject.asObservable().do(onNext: { _ in subject.onCompleted() }))
        let second = Recording(subject.asObservable())
        subject.onNext(1)
        for history in [first, second] {
            #expect(history.values == [1])
            #expect(history.hasCompleted)
        }
    }

    @Test func aSubscriberRemovedDuringDeliveryHearsNothingMore() {
        let subject = PublishSubject<Int>()
        let bag = CompositeDisposable()
        var mapped = 0
        bag.insert(subject.asObservable().subscribe { _ in bag.dispose() })
        var heard = 0
        bag.insert(
            subject.asObservable().map { mapped += $0 }.subscribe { _ in heard += 1 })
        subject.onNext(1)
        subject.onNext(1)
        #expect(heard == 0)
        #expect(mapped <= 1)
    }

    @Test func aSubscriberAddedDuringDeliveryHearsOnlyWhatIsSentAfterwards() {
        let subject = PublishSubject<Int>()
        var late: Recording<Int>?
        let first = subject.asObservable().subscribe(onNext: { number in
            guard number == 1 else { return }
            subject.onNext(2)
            late = Recording(subject.asObservable())
        })
        subject.onNext(1)
        subject.onNext(3)
        #expect(late?.values == [3])
        first.dispose()
    }

    @Test func releasingASubscriberMayEndOthersOfTheSameSubject() {
        final class Holder { let bag = DisposeBag() }
        let subject = PublishSubject<Int>()
        let outer = DisposeBagBox()
        do {
            let holder = Holder()
            subject.asObservable().subscribe { _ in }.disposed(by: holder.bag)
            outer.subscription = subject.asObservable().subscribe { _ in withExtendedLifetime(holder) {} }
        }
        // The closure is the holder's last owner: letting it go ends the other subscription in the middle of this.
        outer.subscription?.dispose()
        #expect(!subject.hasObservers)
    }

    @Test func theEndMayReleaseWhatEndsOthersOfTheSameSubject() {
        final class Holder { let bag = DisposeBag() }
        let (subject, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        do {
            let holder = Holder()
            subject.asObservable().subscribe { _ in }.disposed(by: holder.bag)
            other.asObservable().subscribe { _ in }.disposed(by: holder.bag)
            subject.asObservable().subscribe { _ in withExtendedLifetime(holder) {} }
        }
        subject.onCompleted()
        #expect(!subject.hasObservers)
        #expect(!other.hasObservers)
    }
}

private final class DisposeBagBox {
    var subscription: (any Disposable)?
}
