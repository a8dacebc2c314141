import Streams
import StreamsTesting
import Testing

/// A sequence of sequences made into one.
@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct NestedTests {
    @Test(arguments: [("a--b--|", "a-Ab-B|"), ("ab---|", "ab-B-|"), ("a-#", "a-#"), ("|", "|"), ("a|", "a-(A|)")])
    func switchLatestListensToTheNewest(outer: String, expected: String) {
        #expect(play(outer) { $0.switchLatest() } == expected)
    }

    @Test(arguments: [("a--b--|", "a-Ab-B|"), ("ab---|", "abAB-|"), ("a-#", "a-#"), ("|", "|"), ("a|", "a-(A|)")])
    func mergeListensToAll(outer: String, expected: String) {
        #expect(play(outer) { $0.merge() } == expected)
    }

    @Test(arguments: [("a--b--|", "a-Ab-B|"), ("ab---|", "a-(Ab)-B|"), ("a-#", "a-#"), ("|", "|"), ("a|", "a-(A|)")])
    func concatListensToOneAfterTheOther(outer: String, expected: String) {
        #expect(play(outer) { $0.concat() } == expected)
    }

    @Test func anInnerErrorEndsAll() {
        let outer = PublishSubject<Observable<Int>>()
        let histories = [Recording(outer.switchLatest()), Recording(outer.merge()), Recording(outer.concat())]
        let running = PublishSubject<Int>()
        outer.onNext(running.asObservable())
        running.onNext(1)
        running.onError(Oops())
        for history in histories {
            #expect(history.values == [1])
            #expect(history.error is Oops)
        }
        #expect(!outer.hasObservers)
    }

    @Test func disposalLetsAllGo() {
        let outer = PublishSubject<Observable<Int>>()
        let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
        let merged = Recording(outer.merge())
        outer.onNext(first.asObservable())
        outer.onNext(second.asObservable())
        #expect(first.hasObservers && second.hasObservers)
        merged.dispose()
        let latest = Recording(outer.switchLatest())
        outer.onNext(first.asObservable())
        outer.onNext(second.asObservable())
        #expect(!first.hasObservers && second.hasObservers)
        latest.dispose()
        let concatenated = Recording(outer.concat())
        outer.onNext(first.asObservable())
        outer.onNext(second.asObservable())
        #expect(first.hasObservers && !second.hasObservers)
        concatenated.dispose()
        #expect(!outer.hasObservers && !first.hasObservers && !second.hasObservers)
    }

    @Test func requestsAndRelaysCanBeNestedAsTheyAre() {
        #expect(Recording(Observable.of(Single.just(1), .just(2)).concat()).values == [1, 2])
        #expect(Recording(Observable.of(Single.just(1), .just(2)).merge()).values == [1, 2])
        let relay = BehaviorRelay(value: 1)
        let history = Recording(Observable.just(relay).switchLatest())
        relay.accept(2)
        #expect(history.values == [1, 2])
    }

    @Test func theSubscriberCanCauseTheNextOne() {
        let outer = PublishSubject<Observable<Int>>()
        var seen: [Int] = []
        let subscription = outer.switchLatest().subscribe(onNext: {
            seen.append($0)
            if $0 == 1 { outer.onNext(.of(3, 4)) }
        })
        outer.onNext(.of(1, 2))
        // What is sent meanwhile waits for its turn.
        #expect(seen == [1, 2, 3, 4])
        subscription.dispose()
    }

    /// Of each element a sequence of itself and, two frames later, itself in upper case.
    private func play(_ outer: String, _ flatten: (Observable<Observable<String>>) -> Observable<String>) -> String {
        Timeline.play { time in
            flatten(time.hot(outer).map { time.cold("\($0)-(\($0.uppercased())|)") })
        }
    }

}
