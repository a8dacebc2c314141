import Streams
import StreamsTesting
import Testing

/// An element that is replaced is released, and its end may come back to where it was: a bag of subscriptions in a relay,
/// say. Nothing may be in the middle of a change then.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ReleasingElementsTests {
    /// An element that does something when it is released.
    final class Parting {
        var action: (() -> Void)?
        deinit { action?() }
    }

    @Test func aRelayCanBeReadByTheValueThatItReplaces() {
        let relay = BehaviorRelay<Parting?>(value: nil)
        var seen: [Bool] = []
        do {
            let first = Parting()
            first.action = { [weak relay] in seen.append(relay?.value == nil) }
            relay.accept(first)
        }
        relay.accept(nil)
        #expect(seen == [true])
    }

    @Test func aBehaviorSubjectCanBeReadByTheValueThatItReplaces() throws {
        let subject = BehaviorSubject<Parting?>(value: nil)
        var seen = 0
        do {
            let first = Parting()
            first.action = { [weak subject] in if (try? subject?.value()) != nil { seen += 1 } }
            subject.onNext(first)
        }
        subject.onNext(Parting())
        #expect(seen == 1)
    }

    @Test func whatAReplayForgetsCanSubscribeToIt() {
        let subject = ReplaySubject<Parting>.create(bufferSize: 1)
        var counts: [Int] = []
        do {
            let first = Parting()
            first.action = { [weak subject] in
                guard let subject else { return }
                var count = 0
                subject.subscribe(onNext: { _ in count += 1 }).dispose()
                counts.append(count)
            }
            subject.onNext(first)
        }
        subject.onNext(Parting())
        #expect(counts == [1])
    }

    @Test(arguments: [false, true])
    func whatASharedSequenceForgetsCanListenToIt(byLeaving: Bool) {
        let source = PublishSubject<Parting>()
        let shared = source.share(replay: 1)
        var listened = 0
        let subscription = shared.subscribe { _ in }
        do {
            let first = Parting()
            first.action = { [weak source] in
                guard source != nil else { return }
                shared.subscribe { _ in }.dispose()
                listened += 1
            }
            source.onNext(first)
        }
        if byLeaving { subscription.dispose() } else { source.onNext(Parting()) }
        #expect(listened == 1)
        subscription.dispose()
    }

    @Test func theNewestOfACombinationCanSendToItsSource() {
        let (left, right) = (PublishSubject<Parting>(), PublishSubject<Int>())
        var count = 0
        let subscription = Observable<Int>.combineLatest(left, right) { $1 }.subscribe(onNext: { _ in count += 1 })
        right.onNext(1)
        do {
            let first = Parting()
            first.action = { [weak right] in right?.onNext(2) }
            left.onNext(first)
        }
        left.onNext(Parting())
        #expect(count == 3)
        subscription.dispose()
    }

    @Test func theNewestThatWithLatestFromTakesCanAskForIt() {
        let (taps, values) = (PublishSubject<Void>(), PublishSubject<Parting>())
        var count = 0
        let subscription = taps.withLatestFrom(values).subscribe(onNext: { _ in count += 1 })
        do {
            let first = Parting()
            first.action = { [weak taps] in taps?.onNext(()) }
            values.onNext(first)
        }
        values.onNext(Parting())
        #expect(count == 1)
        subscription.dispose()
    }
}
