@testable import Streams

/// What was seen of a scenario: by which subscriber, and when.
struct Sight: Equatable, CustomStringConvertible {
    let subscriber: Int
    let step: Int
    let time: Int
    let event: Happening

    var description: String { "s\(subscriber) \(step)@\(time): \(event)" }
}

/// All that a scenario shows, by the library or by the reference.
struct Outcome: Equatable {
    /// In the order in which it happened, across all subscribers.
    var sights: [Sight] = []
    /// Of each step: the ports to which someone is subscribed after it.
    var heard: [[Bool]] = []
}

/// The library's side: ports and a scheduler on virtual time.
final class World {
    /// Both ends of a subject or relay.
    struct Port {
        let source: Observable<Int>
        let send: (Happening) -> Void
        let hasObservers: () -> Bool
    }

    let scheduler = Scheduler(time: .virtual) { _ in }
    let ports: [Port]
    private var step = 0
    private var sights: [Sight] = []

    init() {
        let publish = (PublishSubject<Int>(), PublishSubject<Int>())
        let behavior = BehaviorSubject(value: Ports.initial)
        let replay = ReplaySubject<Int>.create(bufferSize: Ports.replayed)
        let (publishRelay, behaviorRelay) = (PublishRelay<Int>(), BehaviorRelay(value: Ports.initial))
        ports = [
            Self.port(publish.0) { publish.0.hasObservers }, Self.port(publish.1) { publish.1.hasObservers },
            Self.port(behavior) { behavior.hasObservers }, Self.port(replay) { replay.hasObservers },
            Self.port(publishRelay, { publishRelay.accept($0) }, { publishRelay.hasObservers }),
            Self.port(behaviorRelay, { behaviorRelay.accept($0) }, { behaviorRelay.hasObservers }),
        ]
    }

    /// Plays a schedule on a sequence, and disposes of what is left of it.
    func play(_ schedule: Schedule, on sequence: Observable<Int>) -> Outcome {
        var heard: [[Bool]] = []
        var subscriptions: [CompositeDisposable] = []
        for (index, next) in schedule.steps.enumerated() {
            step = index
            switch next {
            case .send(let port, let event): ports[port].send(event)
            case .advance(let units): scheduler.advance(by: .units(units))
            case .dispose(let index): if index < subscriptions.count { subscriptions[index].dispose() }
            case .subscribe(let limit):
                let lifetime = CompositeDisposable()
                let number = subscriptions.count
                subscriptions.append(lifetime)
                var left = limit ?? .max
                // In a lifetime that is known beforehand: so it can leave while it is still being subscribed.
                sequence.start.subscribe(in: lifetime) { [unowned self] event in
                    note(event, by: number)
                    left -= 1
                    if left == 0 { lifetime.dispose() }
                }
            }
            heard.append(ports.map { $0.hasObservers() })
        }
        for subscription in subscriptions { subscription.dispose() }
        return Outcome(sights: sights, heard: heard)
    }

    private func note(_ event: Event<Int>, by subscriber: Int) {
        let time = scheduler.now / .units(1)
        sights.append(Sight(subscriber: subscriber, step: step, time: Int(time), event: Happening(event)))
    }

    private static func port(
        _ subject: some ObservableType<Int> & ObserverType<Int>, hasObservers: @escaping () -> Bool
    ) -> Port {
        let send: (Happening) -> Void = { event in
            switch event {
            case .next(let value): subject.onNext(value)
            case .error(let code): subject.onError(Failure(code: code))
            case .completed: subject.onCompleted()
            }
        }
        return Port(source: subject.asObservable(), send: send, hasObservers: hasObservers)
    }

    private static func port(
        _ relay: some ObservableType<Int>, _ accept: @escaping (Int) -> Void, _ hasObservers: @escaping () -> Bool
    ) -> Port {
        Port(
            source: relay.asObservable(), send: { if case .next(let value) = $0 { accept(value) } },
            hasObservers: hasObservers)
    }
}

extension Happening {
    init(_ event: Event<Int>) {
        switch event {
        case .next(let value): self = .next(value)
        case .error(let error): self = .error(Failure.code(of: error))
        case .completed: self = .completed
        }
    }
}

extension Failure {
    /// Of an error that the library makes itself.
    static let ofStreams = 4

    static func code(of error: any Error) -> Int {
        error is StreamError ? ofStreams : (error as? Failure)?.code ?? -1
    }
}

extension Duration {
    /// The laws' unit of time.
    static func units(_ count: Int) -> Duration { .milliseconds(10 * count) }
}
