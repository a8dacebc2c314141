import Streams
import StreamsTesting
import Testing

@Suite(.leavesNothing, .timeLimit(.minutes(15))) struct ScanIntoTests {
    @Test(arguments: [("a-b-c|", "a-[ab]-[abc]|"), ("a-#", "a-#"), ("|", "|"), ("#", "#")])
    func everythingSoFarIsSent(source: String, expected: String) {
        #expect(Timeline.play { $0.hot(source).scan(into: "") { $0 += $1 } } == expected)
    }

    @Test func eachSubscriberStartsFromTheSeed() {
        let sums = Observable.of(1, 2, 3).scan(into: [0]) { $0.append($1) }
        #expect(Recording(sums).values == [[0, 1], [0, 1, 2], [0, 1, 2, 3]])
        #expect(Recording(sums).values == [[0, 1], [0, 1, 2], [0, 1, 2, 3]])
    }

    @Test func whatWasSentDoesNotChange() {
        let source = PublishSubject<Int>()
        let history = Recording(source.scan(into: [Int]()) { $0.append($1) })
        for number in 1...3 { source.onNext(number) }
        #expect(history.values == [[1], [1, 2], [1, 2, 3]])
        history.dispose()
        #expect(!source.hasObservers)
    }

    @Test func whatNobodyKeepsIsNotCopied() {
        let source = PublishSubject<Int>()
        var addresses: Set<UInt> = []
        let numbers = source.scan(into: [Int](repeating: 0, count: 10)) { numbers, number in
            numbers[number] += 1
            addresses.insert(numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
        }
        let counts = Recording(numbers.map { $0.reduce(0, +) })
        for number in 0..<10 { source.onNext(number) }
        #expect(counts.values == Array(1...10))
        // The first one is copied from the seed, which is for the next subscriber too.
        #expect(addresses.count == 1)
        counts.dispose()
    }

    @Test func nilIsAValue() {
        let last = Observable<Int?>.of(1, nil, 2).scan(into: Int?.some(0)) { $0 = $1 }
        #expect(Recording(last).values == [1, nil, 2])
    }

    @Test func nothingIsSentAfterAnErrorOfTheAccumulator() {
        let source = PublishSubject<Int>()
        let history = Recording(
            source.scan(into: 0) {
                if $1 == 2 { throw Oops() }
                $0 += $1
            })
        for number in 1...3 { source.onNext(number) }
        #expect(history.values == [1])
        #expect(history.error is Oops)
        #expect(!source.hasObservers)
    }

    @Test func whatTheSubscriberCausesIsAddedToWhatItWasSent() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        var seen: [[Int]] = []
        let all = Observable.merge(left.asObservable(), right.asObservable()).scan(into: [Int]()) { $0.append($1) }
        let subscription = all.subscribe(onNext: {
            seen.append($0)
            if $0 == [1] { right.onNext(2) }
        })
        left.onNext(1)
        left.onNext(3)
        #expect(seen == [[1], [1, 2], [1, 2, 3]])
        subscription.dispose()
    }

    @Test func whatTheAccumulatorCausesItselfIsLeftOut() {
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        let all = Observable.merge(left.asObservable(), right.asObservable()).scan(into: [Int]()) { numbers, number in
            if number == 1 { right.onNext(2) }
            numbers.append(number)
        }
        let history = Recording(all)
        left.onNext(1)
        left.onNext(3)
        #expect(history.values == [[1], [1, 3]])
        history.dispose()
    }

    @Test func whatIsLetGoOfCanComeBack() {
        let (numbers, ends) = (PublishSubject<Int>(), PublishSubject<Int>())
        let bags = Observable.merge(numbers.asObservable(), ends.asObservable()).scan(into: [DisposeBag]()) {
            bags, number in
            bags = [DisposeBag(disposing: Disposables.create { ends.onNext(-number) })]
        }
        let history = Recording(bags.map(\.count))
        for number in 1...3 { numbers.onNext(number) }
        #expect(history.values == [1, 1, 1])
        numbers.onCompleted()
        ends.onCompleted()
        #expect(history.hasCompleted)
    }
}
