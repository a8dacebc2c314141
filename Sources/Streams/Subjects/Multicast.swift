import Synchronization

/// What subjects, relays and shared sequences have in common: those who are subscribed, and the order of delivery to them.
///
/// Delivery is serial: what is sent while an event is being delivered (a subscriber that feeds its own source) waits
/// until every subscriber has that event. So all subscribers see one order, and the last value that each sees is the
/// newest. RxSwift delivers the inner event at once, which lets later subscribers end on the older value; a live page
/// would then show it.
public class Multicast<Element>: Observable<Element>, Leavable {
    /// Never held open while an event is delivered, since that may change it.
    @usableFromInline final var subscribers = Subscribers<Element>()
    /// Each look at a variable of an object costs about as much as an operator, since it is checked that accesses don't
    /// overlap. To this, which is constant to the compiler, it costs nothing; so an event takes one look.
    @usableFromInline final let delivery = Atomic(Delivery.none)

    @inlinable
    override init() {}

    deinit {
        forgetThoseSubscribed()
    }

    /// Whether anyone is subscribed.
    @inlinable
    public final var hasObservers: Bool {
        subscribers.first != nil || !(subscribers.more?.places.isEmpty ?? true)
    }

    @inlinable final var isDelivering: Bool { delivery.load(ordering: .relaxed) != .none }

    // MARK: Delivery

    /// Delivers an event to all subscribers of this moment; while one is being delivered it waits its turn. With a stop
    /// event all subscribers go.
    @inlinable
    final func send(_ event: Event<Element>) {
        guard !isDelivering else { return wait(event) }
        delivery.store(.one, ordering: .relaxed)
        if event.isStopEvent {
            for subscriber in removeAll() { subscriber.take(event) }
        } else {
            let (first, others) = subscribers.now()
            first?(event)
            if let others {
                // A span, so that they aren't retained one by one.
                let places = others.span
                for place in places.indices { places[place]?.take(event) }
            }
        }
        endDelivery()
    }

    /// Ends a delivery with that of the events that wait.
    @inlinable
    final func endDelivery() {
        if delivery.load(ordering: .relaxed) == .oneWhileOthersWait { sendWaiting() }
        delivery.store(.none, ordering: .relaxed)
    }

    /// Puts an event in line behind the one that is being delivered.
    @inlinable
    final func wait(_ event: Event<Element>) {
        delivery.store(.oneWhileOthersWait, ordering: .relaxed)
        let all = event.isStopEvent ? removeAll() : all
        more.waiting.append((event, all))
    }

    @inlinable
    final func sendWaiting() {
        while let more = subscribers.more, !more.waiting.isEmpty {
            for (event, subscribers) in exchange(&more.waiting, with: []) {
                for subscriber in subscribers { subscriber.take(event) }
            }
        }
    }

    // MARK: Subscribers

    /// Adds a subscriber for as long as the lifetime lasts.
    @inlinable
    final func join(_ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void) {
        let subscriber = Subscriber(lifetime, sink)
        if hasObservers { more.append(subscriber) } else { subscribers.first = subscriber }
        lifetime.join(.init(self))
    }

    /// Adds a subscriber, who first gets what is remembered. What that causes waits meanwhile as it does in ``send(_:)``:
    /// it has to reach this subscriber too, and after what it follows.
    @inlinable
    final func join(
        _ lifetime: CompositeDisposable, _ sink: @escaping (Event<Element>) -> Void, replay: () -> Void
    ) {
        join(lifetime, sink)
        guard !isDelivering else { return replay() }
        delivery.store(.one, ordering: .relaxed)
        replay()
        endDelivery()
    }

    @usableFromInline
    func leave(_ lifetime: CompositeDisposable) {
        _ = takeOut(lifetime)
    }

    /// Gives whom it takes out: to release it can end other subscriptions to this, which must not happen in the middle.
    @inline(never)
    private final func takeOut(_ lifetime: CompositeDisposable) -> Subscriber<Element>? {
        guard let first = subscribers.first, first.lifetime === lifetime else {
            return subscribers.more?.remove(lifetime)
        }
        subscribers.first = nil
        return first
    }

    @usableFromInline final var all: [Subscriber<Element>] {
        (subscribers.first.map { [$0] } ?? []) + (subscribers.more?.places.compactMap { $0 } ?? [])
    }

    @usableFromInline
    final func removeAll() -> [Subscriber<Element>] {
        let all = all
        forgetThoseSubscribed()
        subscribers.first = nil
        subscribers.more?.removeAll()
        return all
    }

    private final func forgetThoseSubscribed() {
        subscribers.first?.lifetime.forgetSource()
        guard let more = subscribers.more else { return }
        for subscriber in more.places { subscriber?.lifetime.forgetSource() }
    }

    @usableFromInline final var more: MoreSubscribers<Element> {
        if let more = subscribers.more { return more }
        let more = MoreSubscribers<Element>()
        subscribers.more = more
        return more
    }
}

/// What a ``Multicast`` is doing.
@usableFromInline
enum Delivery: UInt8, AtomicRepresentable {
    case none, one, oneWhileOthersWait
}
