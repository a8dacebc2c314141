import Streams

/// The state of a page as a value: it takes events and returns the effects to be carried out.
///
/// It is pure, so each race between a person, the store and other pages is a test of a few lines: no page, no store, no
/// waiting. A ``Machine`` runs it.
public protocol MachineState {
    /// Type of the events: actions of a person, changes by others, and the answers to effects.
    associatedtype Event
    /// Type of the effects: requests to a store, and one-time messages of the page.
    associatedtype Effect

    /// Handles an event.
    ///
    /// - Returns: the effects, in the order in which they are to begin.
    mutating func reduce(_ event: Event) -> [Effect]
}

/// A request that a machine makes for its state, and the event that its answer becomes.
public struct MachineRequest<Event> {
    @usableFromInline enum Turn {
        case atOnce
        case inOrder
        case latest(String)
    }

    @usableFromInline let turn: Turn
    /// Begins the request. The closure that is given to it takes the event of the answer, once.
    @usableFromInline let begin: (_ finish: @escaping (Event?) -> Void) -> any Disposable

    @inlinable
    init(turn: Turn, begin: @escaping (_ finish: @escaping (Event?) -> Void) -> any Disposable) {
        self.turn = turn
        self.begin = begin
    }

    /// Returns a request that begins at once, concurrently with others.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - event: makes the event of the answer, or of the error; nil for none.
    @inlinable
    public static func atOnce<Answer>(
        _ request: Single<Answer>, then event: @escaping (Result<Answer, any Error>) -> Event?
    ) -> MachineRequest {
        MachineRequest(turn: .atOnce) { finish in request.subscribe { finish(event($0)) } }
    }

    /// Returns a request that begins when those in order before it have their answers.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - event: makes the event of the answer, or of the error; nil for none.
    @inlinable
    public static func inOrder<Answer>(
        _ request: Single<Answer>, then event: @escaping (Result<Answer, any Error>) -> Event?
    ) -> MachineRequest {
        MachineRequest(turn: .inOrder) { finish in request.subscribe { finish(event($0)) } }
    }

    /// Returns a request that replaces the one before it with the same name, which is cancelled.
    ///
    /// - Parameters:
    ///   - name: distinguishes requests of different kinds.
    ///   - request: the request.
    ///   - event: makes the event of the answer, or of the error; nil for none.
    @inlinable
    public static func latest<Answer>(
        _ name: String, _ request: Single<Answer>, then event: @escaping (Result<Answer, any Error>) -> Event?
    ) -> MachineRequest {
        MachineRequest(turn: .latest(name)) { finish in request.subscribe { finish(event($0)) } }
    }

    /// Returns a timer that sends an event after a time, unless it is replaced before by another request or timer with
    /// the same name.
    ///
    /// - Parameters:
    ///   - name: distinguishes timers from each other and from requests.
    ///   - delay: the time until the event.
    ///   - scheduler: the session's scheduler.
    ///   - event: the event.
    @inlinable
    public static func timer(
        _ name: String, _ delay: Duration, on scheduler: Scheduler, _ event: Event
    ) -> MachineRequest {
        MachineRequest(turn: .latest(name)) { finish in scheduler.schedule(after: delay) { finish(event) } }
    }
}

/// Runs a ``MachineState`` for a page: handles events, carries out effects, and shows the state as Outputs.
///
/// ```swift
/// func transform(input: Input) -> Output {
///     let machine = Machine(NoteState(initial), until: bag) { [notes] effect in
///         switch effect {
///         case .save(let text): .inOrder(notes.write { try await $0.save(text) }, then: { .saved($0) })
///         case .look: .latest(notes.read { try await $0.note() }, then: { .found($0) })
///         case .tell: nil
///         }
///     }
///     machine.on(input.text) { .typed($0) }
///     machine.on(input.save) { .save }
///     machine.on(input.changes) { .changed }
///     return Output(
///         text: machine.select(\.text), isSaving: machine.select(\.isSaving),
///         saved: machine.signal { if case .tell(.saved) = $0 { () } else { nil } })
/// }
/// ```
///
/// ### Order
/// - Events are handled one at a time. An event that comes while another one is being handled, such as an answer that
///   is there at once, is handled next.
/// - The Outputs have an event's state before its effects begin, and effects begin in their order.
public final class Machine<State: MachineState> {
    @usableFromInline let relay: BehaviorRelay<State>
    @usableFromInline let events = PublishRelay<State.Event>()
    @usableFromInline let effects = PublishRelay<State.Effect>()
    @usableFromInline let run: (State.Effect) -> MachineRequest<State.Event>?
    @usableFromInline let lifetime = CompositeDisposable()
    /// The requests in order that have no answer yet; the first one is running.
    @usableFromInline var ordered: [MachineRequest<State.Event>] = []
    /// The running requests that a later one of the same name replaces.
    @usableFromInline var newest: [String: SerialDisposable] = [:]

    /// - Parameters:
    ///   - initial: the state of the page as it is opened.
    ///   - bag: the view model's bag; the machine ends when it is disposed of.
    ///   - run: returns the request of an effect; nil for one that only the page observes, see ``signal(_:)``.
    @inlinable
    public init(
        _ initial: State, until bag: DisposeBag,
        run: @escaping (State.Effect) -> MachineRequest<State.Event>?
    ) {
        relay = BehaviorRelay(value: initial)
        self.run = run
        lifetime.insert(events.subscribe(onNext: { self.take($0) }))
        lifetime.disposed(by: bag)
    }

    /// Handles the elements of an Input as events.
    ///
    /// - Parameters:
    ///   - input: the Input.
    ///   - event: makes the event of an element.
    @inlinable
    public func on<Value>(_ input: Observable<Value>, _ event: @escaping (Value) -> State.Event) {
        lifetime.insert(input.subscribe(onNext: { [events] in events.accept(event($0)) }))
    }

    /// The whole state, read-only.
    @inlinable public var state: Property<State> { Property(relay) }

    /// Returns a part of the state as an Output, which changes when that part does.
    ///
    /// - Parameter part: returns the part.
    @inlinable
    public func select<Part: Equatable>(_ part: @escaping (State) -> Part) -> Driver<Part> {
        relay.select(part)
    }

    /// Returns what is made of a part of the state as an Output, which changes when that part does.
    ///
    /// - Parameters:
    ///   - part: returns the part.
    ///   - transform: makes the Output's value of a part.
    @inlinable
    public func select<Part: Equatable, Value>(
        _ part: @escaping (State) -> Part, _ transform: @escaping (Part) -> Value
    ) -> Driver<Value> {
        relay.select(part, transform)
    }

    /// Returns one-time events of the page as an Output.
    ///
    /// - Parameter news: returns the element for an effect; nil for effects that are none.
    @inlinable
    public func signal<News>(_ news: @escaping (State.Effect) -> News?) -> Signal<News> {
        effects.select(news)
    }

    @inlinable
    func take(_ event: State.Event) {
        var next = relay.value
        let begun = next.reduce(event)
        relay.accept(next)
        for effect in begun {
            effects.accept(effect)
            if let request = run(effect) { begin(request) }
        }
    }

    @inlinable
    func begin(_ request: MachineRequest<State.Event>) {
        switch request.turn {
        case .atOnce: begin(request) {}
        case .inOrder:
            ordered.append(request)
            if ordered.count == 1 { beginInOrder() }
        case .latest(let name):
            let place = newest[name] ?? SerialDisposable()
            if newest.updateValue(place, forKey: name) == nil { lifetime.insert(place) }
            place.disposable = request.begin { [events] event in if let event { events.accept(event) } }
        }
    }

    /// Begins the first of the requests in order, and after its answer the next.
    @inlinable
    func beginInOrder() {
        begin(ordered[0]) {
            self.ordered.removeFirst()
            if !self.ordered.isEmpty { self.beginInOrder() }
        }
    }

    @inlinable
    func begin(_ request: MachineRequest<State.Event>, then next: @escaping () -> Void) {
        let place = SerialDisposable()
        lifetime.insert(place)
        place.disposable = request.begin { [lifetime, events] event in
            if let event { events.accept(event) }
            lifetime.remove(place)
            next()
        }
    }
}
