import Synchronization

/// The common base of subjects, relays and shared sequences: their subscribers, and the order of delivery to them.
///
/// Delivery is serial: an event that is sent while another is being delivered (by a subscriber that feeds its own
/// source) waits until every subscriber has the other one. So all subscribers see one order, and the last value that
/// each sees is the newest. RxSwift delivers the inner event at once, which lets later subscribers end on the older
/// value; a live page would then show it.
public class Multicast<Element>: Observable<Element>, Leavable {
    /// The subscribers. Not accessed in place while an event is delivered, since subscribers may come and leave during
    /// that.
    @usableFromInline final var subscribers = Subscribers<Element>()
    /// State of the delivery. Atomic only for speed, as a lifetime's `stopped` is: for a variable the compiler would
    /// check that accesses don't overlap, which costs about as much as an operator.
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

    /// Delivers an event to all current subscribers, or buffers it while another one is being delivered. A stop event
    /// removes all subscribers.
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
                // Iterating over a span doesn't retain and release each of them.
                let places = others.span
                for place in places.indices { places[place]?.take(event) }
            }
        }
        endDelivery()
    }

    /// Delivers the events that were buffered meanwhile, then marks the delivery as ended.
    @inlinable
    final func endDelivery() {
        if delivery.load(ordering: .relaxed) == .oneWhileOthersWait { sendWaiting() }
        delivery.store(.none, ordering: .relaxed)
    }

    /// Buffers an event until the one that is being delivered has reached every subscriber.
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

    /// Adds a subscriber and runs `replay`, which sends it the remembered elements. An event that this causes is
    /// buffered, as in ``send(_:)``, so that this subscriber gets it too, after the remembered elements.
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

    /// Removes a subscriber and returns it, so that it is released only when this is done: its release can end other
    /// subscriptions to the same source.
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

/// State of a ``Multicast``'s delivery.
@usableFromInline
enum Delivery: UInt8, AtomicRepresentable {
    case none, one, oneWhileOthersWait
}
