import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The one way into a graph from outside its actor: answers of work that is done elsewhere, values that others send,
/// and time. Each is taken in on the actor that owns the graph, one after the other.
///
/// The scheduler knows what is on its way, so that a page can be *settled*: no work in flight, no mail unread and no
/// timer due now. Timers that are due later don't count, since a page may have one for as long as it lives. First
/// renders, answers to plain form posts and tests wait for that instead of for a while.
///
/// ### How results come back without a lock
/// Nothing of the graph leaves its actor: a task has only a ticket number and `Sendable` values, which it posts to the
/// owner. The owner calls ``receive(_:)``, which finds the closure for the ticket. So nothing has to be marked
/// unchecked.
public final class Scheduler {
    /// Something that arrived for the graph; only its scheduler can read it.
    public enum Delivery: Sendable {
        /// The answer to work that was begun.
        case answer(ticket: Int, Result<any Sendable, any Error>)
        /// The next element of an asynchronous sequence that is read.
        case element(ticket: Int, any Sendable)
        /// That sequence has ended, with an error when there is one.
        case end(ticket: Int, (any Error)?)
        /// Something is waiting in an inlet.
        case mail(inlet: Int)
        /// Work was disposed of in an earlier turn.
        case dropped
        /// The time for which a wake-up was asked has come.
        case time
    }

    /// Where a scheduler's time comes from.
    public enum Time: Sendable {
        /// The machine's monotonic clock.
        case continuous
        /// Stands still until ``Scheduler/advance(by:)`` or ``Scheduler/jump(by:)`` moves it. For tests.
        case virtual
    }

    private let post: @Sendable (Delivery) async -> Void
    private let time: Time
    private let executor: (any TaskExecutor)?
    private let isReading = MailReading()
    private let start = ContinuousClock.now
    private var virtualNow: Duration = .zero

    private var lastTicket = 0
    private var awaiting: [Int: (Result<any Sendable, any Error>) -> Void] = [:]
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var readers: [Int: (Event<any Sendable>) -> Void] = [:]
    private var inlets: [(id: Int, drain: any InletDrain)] = []
    private var timers = TimerQueue()
    private var wakeUp: (due: Duration, task: Task<Void, Never>)?
    private var whenSettled: [() -> Void] = []
    private var isShutDown = false

    /// - Parameters:
    ///   - time: real, or virtual for tests.
    ///   - executor: where tasks run; nil leaves it to the system.
    ///   - post: hops to the owner and has it call ``receive(_:)``. It is called from any task.
    public init(
        time: Time = .continuous, executor: (any TaskExecutor)? = nil,
        post: @escaping @Sendable (Delivery) async -> Void
    ) {
        self.time = time
        self.executor = executor
        self.post = post
    }

    /// The time since this scheduler was made.
    public var now: Duration {
        switch time {
        case .continuous: start.duration(to: .now)
        case .virtual: virtualNow
        }
    }

    /// How many pieces of work have not been answered.
    public var inFlight: Int { awaiting.count }

    /// Whether nothing is on its way: no work in flight, no timer due that has not fired, and no mail waiting that is
    /// read when it comes. Timers that are due later don't count.
    public var isSettled: Bool {
        awaiting.isEmpty && !isTimerDue && !(isReading.now && inlets.contains { $0.drain.hasMail })
    }

    private var isTimerDue: Bool { timers.nextDue.map { $0 <= now } ?? false }

    // MARK: Work

    /// Does work and hands its result over on the owner's actor. Disposal cancels the task and drops the answer.
    ///
    /// The work begins on the calling thread at once, and goes on elsewhere when it suspends.
    ///
    /// - Parameters:
    ///   - answersAtOnce: whether the answer of work that never suspends, such as a read from memory, is given before
    ///     this returns. Otherwise every answer comes in a later turn, so that the order of what follows a tap does not
    ///     depend on how fast a disk was.
    ///   - work: what is done. It takes nothing of the graph with it.
    ///   - deliver: takes the answer on the owner's actor, once.
    /// - Returns: disposing it cancels the work.
    public func perform<Value: Sendable>(
        answersAtOnce: Bool = false,
        _ work: @escaping @Sendable () async throws -> Value,
        then deliver: @escaping (Result<Value, any Error>) -> Void
    ) -> any Disposable {
        guard !isShutDown else { return Disposables.create() }
        let ticket = takeTicket()
        let answer = answersAtOnce ? Answer<Value>() : nil
        let task = Task.immediate(executorPreference: executor) { [post] in
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
            if answer?.isLate(outcome) ?? true { await post(.answer(ticket: ticket, outcome.map { $0 })) }
        }
        if let outcome = answer?.atOnce() {
            deliver(outcome)
            return Disposables.create()
        }
        tasks[ticket] = task
        awaiting[ticket] = { outcome in
            switch outcome {
            case .failure(let error): deliver(.failure(error))
            case .success(let value):
                if let value = value as? Value { deliver(.success(value)) }
            }
        }
        return Disposables.create { [weak self] in
            guard let self else { return }
            self.tasks.removeValue(forKey: ticket)?.cancel()
            guard self.awaiting.removeValue(forKey: ticket) != nil, !self.whenSettled.isEmpty else { return }
            // What takes its place may begin later in this turn, so those who wait are called back in the next.
            Task(executorPreference: self.executor) { [post = self.post] in await post(.dropped) }
        }
    }

    /// Where work leaves its outcome for the call that has begun it, while that has not returned.
    private final class Answer<Value: Sendable>: Sendable {
        private enum State {
            case open
            case given(Result<Value, any Error>)
            case late
        }

        private let state = Mutex(State.open)
        /// The thread of the call that has begun the work. Work that never suspends ends on it, within the call. Work
        /// that was suspended ends on another thread, perhaps before the call looks for the outcome; that still counts
        /// as late, so that the moment of an answer does not depend on how fast another thread is.
        private let thread = pthread_self()

        /// Gives the outcome. True when it comes too late to be given here.
        func isLate(_ outcome: Result<Value, any Error>) -> Bool {
            guard pthread_equal(thread, pthread_self()) != 0 else { return true }
            return state.withLock { state in
                if case .late = state { return true }
                state = .given(outcome)
                return false
            }
        }

        /// The outcome, if it is there already; otherwise it will be late.
        func atOnce() -> Result<Value, any Error>? {
            state.withLock { state in
                if case .given(let outcome) = state { return outcome }
                state = .late
                return nil
            }
        }
    }

    // MARK: Asynchronous sequences

    /// Reads an asynchronous sequence elsewhere and hands its events over on the owner's actor. The next element is
    /// asked for when the one before has been taken in, so nothing piles up. It is not counted as work in flight, since
    /// it may have no end. Disposal cancels the task that reads.
    func read<Elements: AsyncSequence & Sendable>(
        _ elements: Elements, deliver: @escaping (Event<Elements.Element>) -> Void
    ) -> any Disposable where Elements.Element: Sendable {
        guard !isShutDown else { return Disposables.create() }
        let ticket = takeTicket()
        readers[ticket] = { event in
            switch event {
            case .next(let value):
                if let element = value as? Elements.Element { deliver(.next(element)) }
            case .error(let error): deliver(.error(error))
            case .completed: deliver(.completed)
            }
        }
        tasks[ticket] = Task(executorPreference: executor) { [post] in
            do {
                for try await element in elements { await post(.element(ticket: ticket, element)) }
                await post(.end(ticket: ticket, nil))
            } catch { await post(.end(ticket: ticket, error)) }
        }
        return Disposables.create { [weak self] in
            self?.tasks.removeValue(forKey: ticket)?.cancel()
            // What is forgotten is released last: to release it can end other work of this scheduler.
            let reader = self?.readers.removeValue(forKey: ticket)
            withExtendedLifetime(reader) {}
        }
    }

    // MARK: Mail

    /// A way in for others: what is sent to the inlet, from any thread, comes out of the sequence on the owner's actor.
    /// What has not been read is one value, so a flood costs no memory.
    ///
    /// - Parameters:
    ///   - type: of what is sent, where it isn't known otherwise.
    ///   - merge: makes one value of two that were not read, the later one second; without it the newest stands for
    ///     both.
    /// - Returns: the end for the others, and what comes out here.
    public func makeInlet<Value: Sendable>(
        _ type: Value.Type = Value.self, merging merge: @escaping @Sendable (Value, Value) -> Value = { $1 }
    ) -> (Inlet<Value>, Observable<Value>) {
        let id = takeTicket()
        let received = PublishRelay<Value>()
        let inlet = Inlet<Value>(merge: merge) { [post, executor, isReading] in
            guard isReading.now else { return }
            Task(executorPreference: executor) { await post(.mail(inlet: id)) }
        }
        inlets.append((id, inlet.drain(to: { received.accept($0) })))
        return (inlet, received.asObservable())
    }

    /// Whether what others send is read when it comes. While it is not, it costs them a mark and the graph nothing, and
    /// waits until ``takeMail()`` or until this is set.
    public var readsMail: Bool {
        get { isReading.now }
        set {
            guard newValue != isReading.now else { return }
            isReading.now = newValue
            if newValue { takeMail() } else { checkSettled() }
        }
    }

    /// Reads what others have sent.
    public func takeMail() {
        for inlet in inlets { inlet.drain.deliver() }
        checkSettled()
    }

    /// Whether mail is read when it comes: known to those who send it.
    private final class MailReading: Sendable {
        private let isReading = Atomic(true)

        var now: Bool {
            get { isReading.load(ordering: .sequentiallyConsistent) }
            set { isReading.store(newValue, ordering: .sequentiallyConsistent) }
        }
    }

    // MARK: Time

    /// Runs an action after a while, in a later turn, unless disposed before. From when it is due (without a delay that
    /// is at once) until it has run, the graph is not settled.
    public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any Disposable {
        guard !isShutDown else { return Disposables.create() }
        let key = timers.insert(due: now + max(delay, .zero), action)
        armWakeUp()
        return Disposables.create { [weak self] in self?.timers.remove(key) }
    }

    /// Moves virtual time, running what falls due in the order of its time.
    public func advance(by duration: Duration) {
        let end = virtualNow + duration
        while let due = timers.nextDue, due <= end {
            virtualNow = max(virtualNow, due)
            timers.removeFirst(dueBy: due)?()
        }
        virtualNow = end
    }

    /// Moves virtual time without running what falls due meanwhile, as for a process that slept: that runs late, in a
    /// later turn or when time is advanced.
    public func jump(by duration: Duration) {
        virtualNow += duration
        armWakeUp()
    }

    // MARK: Owner's side

    /// Takes in what was posted. Call it on the owner's actor only.
    public func receive(_ delivery: Delivery) {
        switch delivery {
        case .answer(let ticket, let outcome):
            tasks[ticket] = nil
            awaiting.removeValue(forKey: ticket)?(outcome)
        case .element(let ticket, let element): readers[ticket]?(.next(element))
        case .end(let ticket, let error):
            tasks[ticket] = nil
            readers.removeValue(forKey: ticket)?(error.map { .error($0) } ?? .completed)
        case .mail(let id):
            // What was posted while mail was read may come when it is not any more.
            if isReading.now { inlets.first { $0.id == id }?.drain.deliver() }
        case .dropped: break
        case .time:
            wakeUp = nil
            let now = now
            while let action = timers.removeFirst(dueBy: now) { action() }
            armWakeUp()
        }
        checkSettled()
    }

    /// Calls back when the graph is settled: within this call if it is now.
    public func whenSettled(_ action: @escaping () -> Void) {
        whenSettled.append(action)
        checkSettled()
    }

    /// Cancels all work and forgets everything that waits. Those waiting for a settled graph are called back.
    public func shutDown() {
        isShutDown = true
        for task in tasks.values { task.cancel() }
        // What is forgotten is released only afterwards: to release it can end other work of this scheduler.
        withExtendedLifetime((awaiting, readers, inlets, timers)) {
            tasks = [:]
            awaiting = [:]
            readers = [:]
            inlets = []
            timers = TimerQueue()
        }
        wakeUp?.task.cancel()
        wakeUp = nil
        checkSettled()
    }

    private func takeTicket() -> Int {
        lastTicket += 1
        return lastTicket
    }

    private func checkSettled() {
        while !whenSettled.isEmpty, isSettled {
            let waiting = whenSettled
            whenSettled = []
            for action in waiting { action() }
        }
    }

    private func armWakeUp() {
        guard let due = timers.nextDue else { return }
        let delay = due - now
        // Virtual time comes to what is due later only when it is moved.
        if case .virtual = time, delay > .zero { return }
        if let wakeUp, wakeUp.due <= due { return }
        wakeUp?.task.cancel()
        let task = Task(executorPreference: executor) { [post] in
            if delay > .zero {
                do { try await Task.sleep(for: delay) } catch { return }
            }
            await post(.time)
        }
        wakeUp = (due, task)
    }
}
