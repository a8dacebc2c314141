import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct TransformingTests {
    @Test func mapTransformsEachElement() {
        #expect(Timeline.play { $0.hot("a-b-|").map { $0.uppercased() } } == "A-B-|")
    }

    @Test func compactMapKeepsWhatSomethingIsMadeOf() {
        #expect(Timeline.play { $0.hot("1-a-2|").compactMap { Int($0) } } == "1---2|")
    }

    @Test func compactMapKeepsNilsThatAreElementsThemselves() {
        let history = Recording(Observable.of(1, 2).compactMap { $0 == 1 ? .some(Int?.none) : nil })
        #expect(history.values == [nil])
    }

    @Test func scanSendsEverythingSoFar() {
        #expect(Timeline.play { $0.hot("a-b-c|").scan("") { $0 + $1 } } == "a-[ab]-[abc]|")
    }

    @Test func scanStartsFromItsSeedForEachSubscriber() {
        let sums = Observable.of(1, 2, 3).scan(10, accumulator: +)
        #expect(Recording(sums).values == [11, 13, 16])
        #expect(Recording(sums).values == [11, 13, 16])
    }

    @Test func startWithComesBeforeWhatTheSourceSendsAtOnce() {
        #expect(Recording(Observable.of(1, 2).startWith(0)).values == [0, 1, 2])
        #expect(Timeline.play { $0.hot("-a|").startWith("x") } == "xa|")
    }

    @Test func startWithDoesNotSubscribeForOneWhoLeavesAtOnce() {
        var subscribed = false
        let source = Observable<Int>.never().do(onSubscribe: { subscribed = true })
        #expect(Recording(source.startWith(0).take(1)).hasCompleted)
        #expect(!subscribed)
    }

    @Test(arguments: [("a-b|", "a-b([|]|)"), ("a#", "a([#]|)"), ("|", "([|]|)")])
    func materializeMakesEachEventAnElement(source: String, expected: String) {
        let marbles = Timeline.play { time in
            time.hot(source).materialize().map { event in
                event.element ?? (event.error == nil ? "|" : "#")
            }
        }
        #expect(marbles == expected)
    }

    @Test func doSeesEventsBeforeTheSubscriberAndChangesNothing() {
        var seen: [String] = []
        Observable.of(1, 2).do(
            onNext: { seen.append("do \($0)") }, onCompleted: { seen.append("do |") },
            onSubscribe: { seen.append("subscribe") }, onDispose: { seen.append("dispose") }
        ).subscribe(onNext: { seen.append("next \($0)") }, onCompleted: { seen.append("|") })
        #expect(seen == ["subscribe", "do 1", "next 1", "do 2", "next 2", "do |", "|", "dispose"])
    }

    @Test func doSeesAnErrorOnce() {
        var errors = 0
        let history = Recording(Observable<Int>.error(Oops()).do(onError: { _ in errors += 1 }))
        #expect(errors == 1)
        #expect(history.error is Oops)
    }

    @Test func doSeesNeitherErrorNorEndWhenTheSubscriberLeaves() {
        var seen: [String] = []
        let source = PublishSubject<Int>()
        let subscription = source.asObservable().do(
            onError: { _ in seen.append("#") }, onCompleted: { seen.append("|") }, onDispose: { seen.append("dispose") }
        ).subscribe { _ in }
        subscription.dispose()
        subscription.dispose()
        source.onCompleted()
        #expect(seen == ["dispose"])
    }
}
