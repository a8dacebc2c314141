import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct CombineLatestTests {
    @Test func ofNothingIsTheResultOfNoneAndComplete() {
        let history = Recording(Observable<Int>.combineLatest([Observable<Int>]()) { $0.count + 7 })
        #expect(history.values == [7])
        #expect(history.hasCompleted)
    }

    @Test func oneWhoLeavesWithTheResultOfNoneIsNotCompleted() {
        let subscription = SerialDisposable()
        let source = PublishSubject<Void>()
        var seen: [String] = []
        subscription.disposable = source.flatMap { Observable<Int>.combineLatest([Observable<Int>]()) }
            .concat(Observable.never()).subscribe(
                onNext: { _ in
                    seen.append("next")
                    subscription.dispose()
                }, onCompleted: { seen.append("|") })
        source.onNext(())
        #expect(seen == ["next"])
        #expect(!source.hasObservers)
    }

    @Test func nilIsAnElementOfAnArrayToo() {
        let history = Recording(Observable<Int?>.combineLatest([Observable.just(nil), Observable.of(1, nil)]))
        #expect(history.values == [[nil, 1], [nil, nil]])
        #expect(history.hasCompleted)
    }

    @Test func aSubscriberThatFeedsASourceSeesTheNewestLast() {
        let (left, right) = (BehaviorRelay(value: 0), BehaviorRelay(value: 0))
        var seen: [[Int]] = []
        let subscription = Observable<[Int]>.combineLatest(left, right) { [$0, $1] }.subscribe(onNext: {
            seen.append($0)
            if $0[0] != $0[1] { right.accept($0[0]) }
        })
        left.accept(1)
        #expect(seen == [[0, 0], [1, 0], [1, 1]])
        subscription.dispose()
        #expect(!left.hasObservers && !right.hasObservers)
    }

    @Test func differentKindsAreTaken() {
        let history = Recording(
            Observable<(Int, String, Bool)>.combineLatest(Single.just(1), BehaviorRelay(value: "b"), Driver.just(true)))
        #expect(history.values.map { "\($0)" } == ["(1, \"b\", true)"])
        history.dispose()
    }

    @Test func manySourcesOfOneKindAreCombined() {
        let relays = (0..<100).map { BehaviorRelay(value: $0) }
        let history = Recording(Observable<Int>.combineLatest(relays.map { $0.asObservable() }) { $0.reduce(0, +) })
        relays[99].accept(0)
        #expect(history.values == [4950, 4851])
        history.dispose()
        #expect(!relays.contains { $0.hasObservers })
    }
}
