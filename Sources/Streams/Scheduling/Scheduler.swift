import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The only entrance to a graph from outside its actor: for the answers of work that is done elsewhere, for values that
/// other tasks send, and for time. Each is received on the actor that owns the graph, one after the other.
///
/// The scheduler knows what is pending, so that a page can be *settled*: no work in flight, no unread mail and no timer
/// due now. Timers that are due later don't count, since a page may have one for as long as it lives. First renders,
/// answers to plain form posts and tests wait for that state instead of for some time.
///
/// ### How results come back without a lock
/// Nothing of the graph leaves its actor: a task has only a ticket number and `Sendable` values, which it posts to the
/// owner. The owner calls ``receive(_:)``, which finds the closure for the ticket. So nothing has to be marked
/// `@unchecked Sendable`.
public final class Scheduler {
    /// An arrival for the graph; only its scheduler can read it.
    public enum Delivery: Sendable {
        /// The answer of work that was begun.
        case answer(ticket: Int, Result<any Sendable, any Error>)
        /// The next element of an asynchronous sequence that is being read.
        case element(ticket: Int, any Sendable)
        /// The end of that sequence, with its error if it failed.
        case end(ticket: Int, (any Error)?)
        /// A value is waiting in an inlet.
        case mail(inlet: Int)
        /// Work was disposed of in an earlier turn.
        case dropped
        /// The time of a requested wake-up has come.
        case time
    }

    /// The source of a scheduler's time.
    public enum Time: Sendable {
        /// The machine's monotonic clock.
        case continuous
        /// A clock that stands still until ``Scheduler/advance(by:)`` or ``Scheduler/jump(by:)`` moves it. For tests.
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
    ///   - time: the kind of clock; virtual for tests.
    ///   - executor: the executor that tasks run on; nil for the system's.
    ///   - post: hops to the owner's actor and has it call ``receive(_:)``. It is called from any task.
    public init(
        time: Time = .continuous, executor: (any TaskExecutor)? = nil,
        post: @escaping @Sendable (Delivery) async -> Void
    ) {
        self.time = time
        self.executor = executor
        self.post = post
    }

    /// Time since this scheduler was made, or the virtual time.
    public var now: Duration {
        switch time {
        case .continuous: start.duration(to: .now)
        case .virtual: virtualNow
        }
    }

    /// Number of pieces of work that have not been answered.
    public var inFlight: Int { awaiting.count }

    /// Whether nothing is pending: no work in flight, no due timer that has not fired, and, while ``readsMail`` is
    /// true, no unread mail. Timers that are due later don't count.
    public var isSettled: Bool {
        awaiting.isEmpty && !isTimerDue && !(isReading.now && inlets.contains { $0.drain.hasMail })
    }

    /// Time until the next timer is due; nil when none is set.
    public var untilNextTimer: Duration? { timers.nextDue.map { max($0 - now, .zero) } }

    private var isTimerDue: Bool { timers.nextDue.map { $0 <= now } ?? false }

    // MARK: Work

    /// Runs work and delivers its result on the owner's actor. Disposal cancels the task and drops the answer.
    ///
    /// The work begins at once on the calling thread, and continues elsewhere after it has suspended. After
    /// ``shutDown()`` nothing is run.
    ///
    /// - Parameters:
    ///   - deliversSynchronously: whether the answer of work that never suspends, such as a read from memory, is delivered
    ///     before this returns. Otherwise every answer comes in a later turn, so that the order of events after a tap
    ///     does not depend on the speed of a disk.
    ///   - work: the work. It must capture nothing of the graph.
    ///   - deliver: receives the answer on the owner's actor, once.
    /// - Returns: the running work; disposing it cancels the work.
    public func perform<Value: Sendable>(
        deliversSynchronously: Bool = false,
        _ work: @escaping @Sendable () async throws -> Value,
        then deliver: @escaping (Result<Value, any Error>) -> Void
    ) -> any Disposable {
        guard !isShutDown else { return Disposables.create() }
        let ticket = takeTicket()
        let answer = deliversSynchronously ? Answer<Value>() : nil
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
            // Work that replaces it may begin later in this turn, so those who wait are called back in the next.
            Task(executorPreference: self.executor) { [post = self.post] in await post(.dropped) }
        }
    }

    /// A place where work leaves its outcome for the call that has begun it, until that call returns.
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

        /// Stores the outcome, and returns whether it comes too late to be delivered within the call.
        func isLate(_ outcome: Result<Value, any Error>) -> Bool {
            guard pthread_equal(thread, pthread_self()) != 0 else { return true }
            return state.withLock { state in
                if case .late = state { return true }
                state = .given(outcome)
                return false
            }
        }

        /// Returns the outcome if it is there already; otherwise nil, and from then on it is late.
        func atOnce() -> Result<Value, any Error>? {
            state.withLock { state in
                if case .given(let outcome) = state { return outcome }
                state = .late
                return nil
            }
        }
    }

    // MARK: Asynchronous sequences

    /// Reads an asynchronous sequence in a task and delivers its events on the owner's actor. The next element is
    /// requested when the one before has been received, so nothing piles up. It is not counted as work in flight, since
    /// it may have no end. Disposal cancels the task.
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
            // The closure is released last: its release can end other work of this scheduler.
            let reader = self?.readers.removeValue(forKey: ticket)
            withExtendedLifetime(reader) {}
        }
    }

    // MARK: Mail

    /// Returns a channel for other tasks: what is sent to the inlet, from any thread, comes out of the sequence on the
    /// owner's actor. Unread values are merged into one, so a flood costs no memory.
    ///
    /// - Parameters:
    ///   - type: the type of the values, where it can't be inferred.
    ///   - merge: makes one value of two that were not read, the later one second; by default the newer one replaces
    ///     the older.
    /// - Returns: the sending end, and the sequence of received values.
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

    /// Whether mail is read when it comes. While this is false, sending only stores the value in the inlet and costs
    /// the graph nothing; the value waits until ``takeMail()`` or until this is set.
    public var readsMail: Bool {
        get { isReading.now }
        set {
            guard newValue != isReading.now else { return }
            isReading.now = newValue
            if newValue { takeMail() } else { checkSettled() }
        }
    }

    /// Reads the mail that is waiting in the inlets.
    public func takeMail() {
        for inlet in inlets { inlet.drain.deliver() }
        checkSettled()
    }

    /// Whether mail is read when it comes; shared with the senders.
    private final class MailReading: Sendable {
        private let isReading = Atomic(true)

        var now: Bool {
            get { isReading.load(ordering: .sequentiallyConsistent) }
            set { isReading.store(newValue, ordering: .sequentiallyConsistent) }
        }
    }

    // MARK: Time

    /// Runs an action after a delay, in a later turn, unless it is disposed of before. From the moment when it is due
    /// (without a delay: at once) until it has run, the graph is not settled.
    public func schedule(after delay: Duration, _ action: @escaping () -> Void) -> any Disposable {
        guard !isShutDown else { return Disposables.create() }
        let key = timers.insert(due: now + max(delay, .zero), action)
        armWakeUp()
        return Disposables.create { [weak self] in self?.timers.remove(key) }
    }

    /// Moves virtual time, and runs the timers that fall due in the order of their times.
    public func advance(by duration: Duration) {
        let end = virtualNow + duration
        while let due = timers.nextDue, due <= end {
            virtualNow = max(virtualNow, due)
            timers.removeFirst(dueBy: due)?()
        }
        virtualNow = end
    }

    /// Moves virtual time without running the timers that fall due meanwhile, as for a process that slept: they run
    /// late, in a later turn or when time is advanced.
    public func jump(by duration: Duration) {
        virtualNow += duration
        armWakeUp()
    }

    // MARK: Owner's side

    /// Handles a posted delivery. Call it on the owner's actor only.
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
            // Mail that was posted while mail was read may arrive after that was switched off.
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

    /// Calls back when the graph is settled: within this call if it is settled now.
    public func whenSettled(_ action: @escaping () -> Void) {
        whenSettled.append(action)
        checkSettled()
    }

    /// Cancels all work and drops everything that waits. The callbacks of ``whenSettled(_:)`` run.
    public func shutDown() {
        isShutDown = true
        for task in tasks.values { task.cancel() }
        // Dropped work is released only afterwards: its release can end other work of this scheduler.
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
        // Virtual time reaches later timers only when it is moved.
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
