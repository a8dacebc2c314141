import Streams

/// One event through a chain of operators and a relay to a subscriber.
struct Chain: Graph {
    static let name = "`map`, `filter`, `scan`, relay"
    static let limit = HeapLimit.chain

    private let input = PublishRelay<Int>()
    private let output = BehaviorRelay(value: 0)
    private let binding: any Disposable
    private let subscription: any Disposable

    init(_ total: Total) {
        binding = input.map { $0 &+ 1 }.filter { $0 != -1 }.scan(0) { $0 &+ $1 }.bind(to: output)
        subscription = output.subscribe(onNext: { total.value &+= $0 })
    }

    func send(_ events: Int) {
        for event in 0..<events { input.accept(event) }
    }
}

/// One of three newest values changes.
struct Combined: Graph {
    static let name = "`combineLatest` of 3, `map`, relay"
    static let limit = HeapLimit.combined

    private let inputs = (PublishRelay<Int>(), PublishRelay<Int>(), PublishRelay<Int>())
    private let output = BehaviorRelay(value: 0)
    private let binding: any Disposable

    init(_ total: Total) {
        binding = Observable.combineLatest(inputs.0, inputs.1, inputs.2) { ($0, $1, $2) }
            .map { $0 &+ $1 &+ $2 }
            .bind(to: output)
        inputs.0.accept(1)
        inputs.1.accept(1)
        inputs.2.accept(1)
    }

    func send(_ events: Int) {
        for event in 0..<events { inputs.0.accept(event) }
    }
}

/// A request for each event, whose answer is there at once.
struct Latest: Graph {
    static let name = "`flatMapLatest` over ready `Single`s, relay"
    static let limit = HeapLimit.latest

    private let input = PublishRelay<Int>()
    private let output = BehaviorRelay(value: 0)
    private let binding: any Disposable

    init(_ total: Total) {
        binding = input.flatMapLatest { Single.just($0 &+ 1) }.bind(to: output)
    }

    func send(_ events: Int) {
        for event in 0..<events { input.accept(event) }
    }
}
