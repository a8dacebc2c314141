import Streams

/// The state of a page as a value: an event goes in, and what is to be done about it comes out.
///
/// It is pure, so each race between a person, the store and other pages is a test of a few lines: no page, no store, no
/// waiting. A ``Machine`` runs it.
public protocol MachineState {
    /// What can happen: what a person does, what others change, and the answers to effects.
    associatedtype Event
    /// What is to be done besides: requests to a store, and what the page says once.
    associatedtype Effect

    /// Takes in an event.
    ///
    /// - Returns: the effects, in the order in which they are to begin.
    mutating func reduce(_ event: Event) -> [Effect]
}

/// What a machine asks for on behalf of its state, and which event the answer is.
public struct MachineRequest<Event> {
    fileprivate enum Turn {
        case atOnce
        case inOrder
        case latest(String)
    }

    fileprivate let turn: Turn
    fileprivate let answer: Observable<Event>

    /// A request that begins at once, beside others that are under way.
    ///
    /// - Parameters:
    ///   - request: what is asked for.
    ///   - event: the event that the answer, or the error, is; nil for none.
    public static func atOnce<Answer>(
        _ request: Single<Answer>, then event: @escaping (Result<Answer, any Error>) -> Event?
    ) -> MachineRequest {
        MachineRequest(turn: .atOnce, answer: answer(request, event))
    }

    /// A request that begins when those in order before it have their answers.
    ///
    /// - Parameters:
    ///   - request: what is asked for.
    ///   - event: the event that the answer, or the error, is; nil for none.
    public static func inOrder<Answer>(
        _ request: Single<Answer>, then event: @escaping (Result<Answer, any Error>) -> Event?
    ) -> MachineRequest {
        MachineRequest(turn: .inOrder, answer: answer(request, event))
    }

    /// A request that takes the place of the one before it with the same name, whose answer is not waited for any more.
    ///
    /// - Parameters:
    ///   - name: tells requests of different kinds apart.
    ///   - request: what is asked for.
    ///   - event: the event that the answer, or the error, is; nil for none.
    public static func latest<Answer>(
        _ name: String, _ request: Single<Answer>, then event: @escaping (Result<Answer, any Error>) -> Event?
    ) -> MachineRequest {
        MachineRequest(turn: .latest(name), answer: answer(request, event))
    }

    /// An event that comes after a time, unless another one with the same name is asked for before.
    ///
    /// - Parameters:
    ///   - name: tells timers apart from each other and from requests.
    ///   - delay: the time until the event.
    ///   - scheduler: the session's.
    ///   - event: the event.
    public static func timer(
        _ name: String, _ delay: Duration, on scheduler: Scheduler, _ event: Event
    ) -> MachineRequest {
        MachineRequest(turn: .latest(name), answer: Observable.just(event).delay(delay, scheduler: scheduler))
    }

    private static func answer<Answer>(
        _ request: Single<Answer>, _ event: @escaping (Result<Answer, any Error>) -> Event?
    ) -> Observable<Event> {
        request.map { Result<Answer, any Error>.success($0) }.catch { .just(.failure($0)) }.asObservable()
            .compactMap(event)
    }
}

/// Runs a ``MachineState`` for a page: takes in events, carries out effects, and shows the state as Outputs.
///
/// ```swift
/// func transform(input: Input) -> Output {
///     let machine = Machine(
///         NoteState(initial),
///         on: .merge(input.text.map { .typed($0) }, input.save.map { .save }, input.changes.map { .changed }),
///         until: bag
///     ) { [notes] effect in
///         switch effect {
///         case .save(let text): .inOrder(notes.write { try await $0.save(text) }, then: { .saved($0) })
///         case .look: .latest(notes.read { try await $0.note() }, then: { .found($0) })
///         case .tell: nil
///         }
///     }
///     return Output(
///         text: machine.select(\.text), isSaving: machine.select(\.isSaving),
///         saved: machine.signal { if case .tell(.saved) = $0 { () } else { nil } })
/// }
/// ```
///
/// ### Order
/// - Events are taken in one at a time. An event that comes while another one is taken in, such as an answer that is
///   there at once, is next.
/// - The Outputs have an event's state before its effects begin, and effects begin in their order.
public final class Machine<State: MachineState> {
    /// The whole state, which can't be set.
    public let state: Property<State>
    private let relay: BehaviorRelay<State>
    private let events = PublishRelay<State.Event>()
    private let effects = PublishRelay<State.Effect>()
    private let run: (State.Effect) -> MachineRequest<State.Event>?
    private let lifetime = CompositeDisposable()
    private let unordered = PublishRelay<Observable<State.Event>>()
    private let ordered = PublishRelay<Observable<State.Event>>()
    private var newest: [String: SerialDisposable] = [:]

    /// - Parameters:
    ///   - initial: the state of the page as it is opened.
    ///   - inputs: the events from outside.
    ///   - bag: the view model's, whose end is the machine's.
    ///   - run: the request that an effect is; nil for one that only the page hears of, see ``signal(_:)``.
    public init(
        _ initial: State, on inputs: Observable<State.Event>, until bag: DisposeBag,
        run: @escaping (State.Effect) -> MachineRequest<State.Event>?
    ) {
        relay = BehaviorRelay(value: initial)
        state = Property(relay)
        self.run = run
        lifetime.insert(events.subscribe(onNext: { self.take($0) }))
        lifetime.insert(unordered.flatMap { $0 }.bind(to: events))
        lifetime.insert(ordered.concatMap { $0 }.bind(to: events))
        lifetime.insert(inputs.bind(to: events))
        lifetime.disposed(by: bag)
    }

    /// A part of the state as an Output, which changes when that part does.
    ///
    /// - Parameter part: what is shown.
    public func select<Part: Equatable>(_ part: @escaping (State) -> Part) -> Driver<Part> {
        relay.asDriver().map(part).distinctUntilChanged()
    }

    /// What the page says once, as an Output.
    ///
    /// - Parameter news: what is said about an effect; nil for effects that are something else.
    public func signal<News>(_ news: @escaping (State.Effect) -> News?) -> Signal<News> {
        effects.asSignal().compactMap(news)
    }

    private func take(_ event: State.Event) {
        var next = relay.value
        let begun = next.reduce(event)
        relay.accept(next)
        for effect in begun {
            effects.accept(effect)
            if let request = run(effect) { begin(request) }
        }
    }

    private func begin(_ request: MachineRequest<State.Event>) {
        switch request.turn {
        case .atOnce: unordered.accept(request.answer)
        case .inOrder: ordered.accept(request.answer)
        case .latest(let name):
            let place = newest[name] ?? SerialDisposable()
            if newest.updateValue(place, forKey: name) == nil { lifetime.insert(place) }
            place.disposable = request.answer.bind(to: events)
        }
    }
}
