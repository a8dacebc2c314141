import Foundation
import HindsightDomain
import Live

/// State of a goal's page: the goal as read last, the commands on their way to the store, and the typed text.
///
/// ### Invariants
/// - Each answer of the store replaces the goal as a whole. ``reading`` counts these answers: an answer requested before
///   the last one arrived may be stale, and the goal is read again instead.
/// - Commands are sent one at a time, in the order in which they were given: each is checked when its turn comes.
struct GoalDetailState: MachineState {
    enum Event {
        case appeared
        /// A new day has begun for the owner.
        case day(CalendarDate)
        case perform(Command)
        /// The title of a step to be added was typed.
        case stepTyped(FieldText)
        /// Adds the typed step.
        case addStep
        case edit(StepID)
        case cancelEdit
        case titleTyped(String)
        case timeTyped(String)
        case repeatTicked(Bool)
        case timesTyped(String)
        case dueOnTyped(String)
        case dayTicked(Weekday, Bool)
        /// The day on which a stored goal was finished was typed.
        case completedOnTyped(String, today: CalendarDate)
        case navigate(Way)
        /// Goals were changed, on this page or elsewhere.
        case changed(GoalChanges)
        /// The store's answer to ``Effect/ask(_:)``; nil from a request that isn't answered with the goal.
        case answered(Result<GoalDetail?, any Error>)
        /// The goal as it was read, and ``reading`` as of the request.
        case found(Result<GoalDetail?, any Error>, askedAt: Int)
        case offers([Goal])
        /// The undo period of a completion has ended.
        case undoEnded(Date)
    }

    /// Commands of the user to the store.
    enum Command: Equatable {
        case tick(StepID, isDone: Bool)
        /// Finishes a step that repeats before it was ticked often enough.
        case finishStep(StepID)
        case moveStep(StepID, Move)
        case removeStep(StepID)
        case restoreStep(StepID)
        /// Adds a step for each line, so many at most, from the basis that the form had when the text was typed.
        case add(String, from: FieldBasis, most: Int = Step.limit)
        case saveEdit(StepID)
        case delete, undo, reviewNow, undoCompletion, extend, pause
        case share(SharedPart)
        /// Takes a goal that was paused before its end up again, with its dates.
        case resume
        case finish(today: CalendarDate)
        case celebrate(Celebration)
        /// Ends the offers because there is nothing to offer. The user didn't ask for it, so a failure is not shown.
        case endOffers
        /// Restarts an offered goal for a week from today and ends the offers.
        case restart(GoalID)
    }

    /// The way of a step among those to be done.
    enum Move: Equatable {
        /// Moves the step by one.
        case up, down
        /// Moves it before another one, or behind the last.
        case before(StepID?)
    }

    enum Effect {
        case ask(Request)
        /// Reads the goal.
        case look(askedAt: Int)
        case readOffers
        /// Sends ``Event/undoEnded(_:)`` at that time.
        case waitForUndoEnd(Date)
        case navigate(Way)
        /// Focuses the element with an id.
        case focus(String)
        case tell(Action)
        case fail(Failure)
    }

    /// A request to the store that changes something.
    enum Request {
        case tick(StepID, isDone: Bool)
        case finishStep(StepID)
        case moveStep(StepID, before: StepID?)
        case removeStep(StepID)
        case restoreStep(StepID)
        case addStep(GoalTitle, key: String)
        case editStep(StepID, StepFields)
        case delete, restore, undoCompletion, extend, pause
        case share(SharedPart)
        /// Takes the goal up again with fields that were read with that revision.
        case recover(GoalFields, from: Int)
        case finish(CalendarDate?)
        case celebrate(Celebration)
        case restart(GoalID)
    }

    /// The next page.
    enum Way: Equatable {
        case here, restored, edit, recover, review
        /// This page again, after the removal of that step.
        case removed(StepID)
        case goal(GoalID)
    }

    enum Action: Hashable {
        case deleted, restored
        /// The step with that id and title was removed.
        case removed(StepID, String)
        /// A completion was undone or a stored goal restarted.
        case reopened
        case paused
        /// The completion of a goal that was stored before was undone.
        case pausedAgain
        /// The owner chose this part of the goal to be shared.
        case shared(SharedPart)
    }

    enum Failure: Equatable {
        /// The step or the goal doesn't exist.
        case notFound
        /// The goal is in a box that doesn't allow the action.
        case wrongBox(Box)
        case undoIsOver
        /// A removed step can't be restored because the goal has the maximum of nine steps.
        case noPlaceForStep
        /// The goal can't be finished directly because it has steps by now.
        case hasSteps
        /// The offered goal can't be restarted because it is no longer stored.
        case notStored
        case unavailable

        init(_ error: any Error) {
            switch error {
            case StoreError.notFound: self = .notFound
            case StoreError.wrongBox(let detail): self = .wrongBox(detail.goal.box)
            case StoreError.nothingToRestore: self = .undoIsOver
            case StoreError.hasSteps: self = .hasSteps
            default: self = .unavailable
            }
        }
    }

    /// Existence of the goal.
    enum Presence: Equatable {
        case here
        /// The goal was deleted while the page was open, here or elsewhere, and can be restored.
        case deleted
        /// The goal isn't there and can't be restored.
        case gone
    }

    /// Ticks of one step that the store hasn't answered yet.
    private struct Tick: Equatable {
        /// The state that the last of them sets.
        var isDone: Bool
        var count: Int
    }

    /// The command that the store is asked to carry out.
    private struct Running {
        let command: Command
        /// ``GoalDetailState/reading`` as of the request.
        let reading: Int
        let wasCompleted: Bool
        /// The step of a removal, and the index of its row.
        var step: Step?
        var row: Int?
        /// The answer, while the goal is read again before the command ends.
        var outcome: Result<Void, any Error>?
    }

    let id: GoalID
    private(set) var presence: Presence
    /// The goal as it was read last; nil if it was never there.
    private(set) var detail: GoalDetail?
    private(set) var reading = 0
    /// Whether the goal must be read again. While a command is with the store this waits: the change is mostly the
    /// command's own, which its answer shows. In case it was another one, the goal is read once after the last command.
    /// The store does one write at a time, so nobody else changes anything while it is slow.
    private var isStale = false
    /// The current day for the owner.
    private(set) var today: CalendarDate
    private var ticks: [StepID: Tick] = [:]
    /// The order of the rows as of when the page was opened, or a step was moved: steps to be done first. A row keeps its place when it is
    /// ticked; otherwise a second click would tick the row that moved under the pointer.
    private var order: [StepID] = []
    /// The steps in the order of their places, as of the last arrangement.
    private var places: [StepID] = []
    private var waiting: [Command] = []
    private var running: Running?

    private(set) var typed: TypedStep
    /// New content of the field for a new step.
    private(set) var newStep: FieldFill?
    /// The step whose row is shown as a form.
    private(set) var edited: StepID?
    /// Whether the form of the edited step differs from the saved step. If so, it stays, even when the goal can no
    /// longer be changed.
    private var isStepChanged: Bool
    private var editFaults = StepFaults()
    private var addFault: AddFault?
    /// Whether the form that adds a step stays although no step can be added, because it holds a text that wasn't
    /// saved.
    private var keepsForm: Bool
    /// Whether the form that adds a step has unsaved text.
    private var hasText = false
    /// Whether the celebration was closed on this page. The store may not have this yet.
    private var hasSeenJewel = false
    /// The end of the undo period of a completion that can't be undone any more: it has passed, or the store said so.
    private var passedUndo: Date?
    /// The end of an undo period that is being waited for.
    private var awaitedUndo: Date?
    /// The typed day on which a stored goal was finished; nil for its last day.
    private var completedOn: String?
    private var finishFault: FinishFault?
    /// The step that the previous page removed, for a browser without a script.
    private var removed: StepID?
    /// Stored goals that are offered to be restarted; nil while they have not been read, or must be read again.
    private var offers: [Goal]?
    private var hasAppeared = false
    private var hasAskedForOffers = false
    /// Number of changes of the typed text, on a page that answers a form post: each renders the forms again with the
    /// text. Nil on any other page.
    private var repostRevision: Int?

    /// - Parameters:
    ///   - detail: the goal that the page was opened with; nil for a goal that isn't there.
    ///   - today: the current day for the owner.
    ///   - newStep: the basis of the form that adds a step.
    ///   - isDeleted: whether the goal was deleted on this page.
    ///   - edited: the step whose row is shown as a form.
    ///   - posted: the name of the input of a plain form post. The form that it came from is shown, whatever the goal's
    ///     state is.
    ///   - removed: the step that the previous page removed.
    ///   - isReposted: whether the page answers a form post.
    init(
        _ id: GoalID, _ detail: GoalDetail?, today: CalendarDate, newStep: FieldBasis, isDeleted: Bool = false,
        edited: StepID? = nil, posted: String? = nil, removed: StepID? = nil, isReposted: Bool = false
    ) {
        self.id = id
        self.detail = detail
        self.today = today
        self.removed = removed
        presence = detail != nil ? .here : isDeleted ? .deleted : .gone
        isStepChanged = posted == "saveEdit"
        keepsForm = posted == "saveStep"
        repostRevision = isReposted ? 0 : nil
        typed = TypedStep(basis: newStep)
        if let step = edited.flatMap({ detail?.step($0) }), detail?.canChange == true || isStepChanged {
            self.edited = step.id
            typed.begin(step)
        }
        arrange()
    }

    // MARK: Events

    mutating func reduce(_ event: Event) -> [Effect] {
        var effects = apply(event)
        effects += beginCommands()
        if isStale, running == nil || running?.outcome != nil {
            isStale = false
            effects.append(.look(askedAt: reading))
        }
        guard hasAppeared else { return effects }
        if !needsOffers {
            hasAskedForOffers = false
        } else if !hasAskedForOffers {
            hasAskedForOffers = true
            effects.append(.readOffers)
        }
        if let end = detail?.completion?.undoableUntil, end != awaitedUndo {
            awaitedUndo = end
            effects.append(.waitForUndoEnd(end))
        }
        return effects
    }

    private mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .appeared: hasAppeared = true
        case .day(let day): today = day
        case .perform(let command): give(command)
        case .stepTyped(let text): type(text)
        case .addStep: give(.add(typed.title, from: typed.titleBasis))
        case .edit(let step): return edit(step)
        case .cancelEdit:
            guard let step = edited else { return [] }
            endEditing()
            return [.focus(detail?.canChange == true ? "menu-\(step)" : "main")]
        case .titleTyped(let text): write { $0.editTitle = text }
        case .timeTyped(let text): write { $0.time = text }
        case .repeatTicked(let isOn): write { $0.repeats = isOn }
        case .timesTyped(let text): write { $0.times = text }
        case .dueOnTyped(let text): write { $0.dueOn = text }
        case .dayTicked(let day, let isOn):
            write { if isOn { $0.days.insert(day) } else { $0.days.remove(day) } }
        case .completedOnTyped(let text, let today):
            self.today = today
            completedOn = text
            if finishFault != nil { finishFault = faultOfDay }
        case .navigate(let way): return [.navigate(way)]
        case .changed(let changes):
            // An offered goal may have been restarted elsewhere.
            if offers?.contains(where: { changes.contains($0.id) }) == true { offers = nil }
            if changes.contains(id) { isStale = true }
        case .answered(let result): return take(result)
        case .found(let result, let asked):
            guard asked == reading else {
                isStale = true
                return []
            }
            if case .success(let found) = result { take(found) }
            return running?.outcome.map { end($0) } ?? []
        case .offers(let found):
            guard needsOffers else { return [] }
            if found.isEmpty { give(.endOffers) } else { offers = found }
        case .undoEnded(let end): passedUndo = end
        }
        return []
    }

    // MARK: The goal

    /// Takes the goal as it was read; nil if it isn't there.
    private mutating func take(_ found: GoalDetail?) {
        reading += 1
        guard let found else {
            // A page that sees the deletion can undo it.
            if presence == .here { presence = .deleted }
            return
        }
        presence = .here
        detail = found
        arrange()
        if let edited, found.step(edited) == nil || (!found.canChange && !isStepChanged) { endEditing() }
        if found.canAddStep, addFault?.isAboutRoom == true { addFault = nil }
        if found.completion?.celebration != .offers { offers = nil }
        if found.completion == nil { hasSeenJewel = false }
        if found.goal.box != .stored { finishFault = nil }
    }

    /// Removes steps that are gone from the order and inserts new ones behind the step to be done that is before them. When
    /// steps were moved, the order begins anew.
    private mutating func arrange() {
        guard let detail else { return }
        let former = places
        places = detail.steps.map(\.id)
        let areMoved = former.filter(places.contains) != places.filter(former.contains)
        if order.isEmpty || areMoved { order = detail.stepsToDoFirst.map(\.id) }
        order.removeAll { detail.step($0) == nil }
        for (index, step) in detail.steps.enumerated() where !order.contains(step.id) {
            // Rows that were ticked on this page stand among those to be done.
            let next = detail.steps[index...].dropFirst().first { !$0.isDone && order.contains($0.id) }
            let before = detail.steps[..<index].last { !$0.isDone && order.contains($0.id) }
            let place =
                next.flatMap { order.firstIndex(of: $0.id) }
                ?? before.flatMap { order.firstIndex(of: $0.id) }.map { $0 + 1 } ?? order.startIndex
            order.insert(step.id, at: step.isDone ? order.endIndex : place)
        }
    }

    /// Returns the day on which a stored goal was finished: the typed day, or its last day if nothing is typed. Nil
    /// means today, the only day for any other goal.
    ///
    /// - Throws: ``FinishFault`` if the typed day is not a date, is before the goal's first day, or is in the future.
    private func finishDay() throws(FinishFault) -> CalendarDate? {
        guard let goal = detail?.goal, goal.box == .stored else { return nil }
        guard let completedOn else { return min(goal.endDate, today) }
        guard let day = CalendarDate(completedOn.trimmedAtEnds) else { throw .noSuchDate }
        if day < goal.startDate { throw .beforeStart }
        if day > today { throw .inFuture }
        return day
    }

    /// The error of the typed day; nil if it is valid.
    private var faultOfDay: FinishFault? {
        do throws(FinishFault) { _ = try finishDay() } catch { return error }
        return nil
    }

    // MARK: Typing

    private mutating func write(_ change: (inout TypedStep) -> Void) {
        let former = typed
        change(&typed)
        guard typed != former else { return }
        hasText = !typed.left.trimmedAtEnds.isEmpty
        if let step = edited.flatMap({ detail?.step($0) }) { isStepChanged = typed.differs(from: step) }
        repostRevision = repostRevision.map { $0 + 1 }
    }

    private mutating func type(_ text: FieldText) {
        let basis = text.basis.flatMap { FieldBasis(text: $0) } ?? typed.basis
        write {
            ($0.title, $0.titleBasis) = (text.text, basis)
            // A posted form brings its own basis.
            if $0.added.isEmpty { $0.basis = basis }
        }
        // The field still begins with the step that was added while this was typed.
        if typed.left != text.text { fill() }
    }

    private mutating func fill() {
        newStep = FieldFill(typed.left, basis: typed.basis.text, isForced: true)
    }

    private mutating func edit(_ step: StepID) -> [Effect] {
        guard let detail, detail.canChange, let found = detail.step(step) else { return [.fail(.notFound)] }
        endEditing()
        edited = step
        write { $0.begin(found) }
        return [.focus("step-title")]
    }

    private mutating func endEditing() {
        edited = nil
        isStepChanged = false
        editFaults = StepFaults()
    }

    // MARK: Commands

    /// Queues a command. Ticks and the end of the celebration are shown before the store has answered.
    private mutating func give(_ command: Command) {
        switch command {
        case .tick(let step, let isDone):
            ticks[step] = Tick(isDone: isDone, count: (ticks[step]?.count ?? 0) + 1)
        case .celebrate(.offers), .reviewNow, .undoCompletion: hasSeenJewel = true
        default: break
        }
        waiting.append(command)
    }

    /// Begins the next command if none is running. A command that can't be sent ends at once.
    private mutating func beginCommands() -> [Effect] {
        var effects: [Effect] = []
        while running == nil, !waiting.isEmpty {
            let command = waiting.removeFirst()
            var new = Running(command: command, reading: reading, wasCompleted: detail?.goal.box == .completed)
            if case .removeStep(let step) = command {
                new.step = detail?.step(step)
                new.row = rows.firstIndex { $0.step.id == step }
            }
            switch prepare(command) {
            case .success(let request):
                running = new
                effects.append(.ask(request))
            case .failure(let refusal): effects += refusal.effects
            }
        }
        return effects
    }

    /// A command that is not sent, because of errors in a form.
    private struct Refusal: Error {
        let effects: [Effect]
    }

    private mutating func prepare(_ command: Command) -> Result<Request, Refusal> {
        switch command {
        case .tick(let step, let isDone): .success(.tick(step, isDone: isDone))
        case .finishStep(let step): .success(.finishStep(step))
        case .moveStep(let step, let move): prepareMove(of: step, move)
        case .removeStep(let step): .success(.removeStep(step))
        case .restoreStep(let step): .success(.restoreStep(step))
        case .add(let text, let basis, _): prepareStep(text, basis)
        case .saveEdit(let step): prepareEdit(of: step)
        case .delete: .success(.delete)
        case .undo: .success(.restore)
        case .undoCompletion: .success(.undoCompletion)
        case .extend: .success(.extend)
        case .pause: .success(.pause)
        case .share(let part): .success(.share(part))
        case .resume: prepareResume()
        case .finish(let today): prepareFinish(today)
        case .reviewNow: .success(.celebrate(.offers))
        case .celebrate(let celebration): .success(.celebrate(celebration))
        case .endOffers: .success(.celebrate(.over))
        case .restart(let goal): .success(.restart(goal))
        }
    }

    private func prepareMove(of step: StepID, _ move: Move) -> Result<Request, Refusal> {
        let open = order.filter { detail?.step($0)?.isDone == false }
        if case .before(let other) = move {
            // Elsewhere, one of them was ticked or removed meanwhile.
            guard open.contains(step), other.map(open.contains) ?? true else {
                return .failure(Refusal(effects: [.fail(.notFound)]))
            }
            return .success(.moveStep(step, before: other))
        }
        guard let index = open.firstIndex(of: step), open.indices.contains(move == .up ? index - 1 : index + 1) else {
            return .failure(Refusal(effects: [.navigate(.here)]))
        }
        if move == .up { return .success(.moveStep(step, before: open[index - 1])) }
        return .success(.moveStep(step, before: index + 2 < open.count ? open[index + 2] : nil))
    }

    private mutating func prepareStep(_ text: String, _ basis: FieldBasis) -> Result<Request, Refusal> {
        do throws(GoalTitleError) {
            let next = typed.divide(text, from: basis)
            // A list that was copied has marks before its lines.
            let isOfList = text.trimmedAtEnds.contains(where: \.isNewline)
            let title = try GoalTitle(isOfList ? TypedStep.withoutMark(next.line) : next.line)
            return .success(.addStep(title, key: TypedStep.storeKey(next.lineBasis, next.line)))
        } catch { return .failure(Refusal(effects: refuseStep(.title(error.fault)))) }
    }

    private mutating func refuseStep(_ fault: AddFault) -> [Effect] {
        addFault = fault
        keepsForm = true
        return [.focus("step-new")]
    }

    private mutating func prepareEdit(of step: StepID) -> Result<Request, Refusal> {
        guard let detail, let saved = detail.step(step) else { return .failure(Refusal(effects: [.fail(.notFound)])) }
        var faults = StepFaults()
        let alarm = typed.alarm(of: saved, &faults)
        let repetition = typed.repetition(of: saved, in: detail.goal.fields, on: today, &faults)
        let dueOn = typed.dueOn(of: saved, in: detail.goal.fields, &faults)
        var title: GoalTitle?
        do throws(GoalTitleError) { title = try GoalTitle(typed.editTitle) } catch { faults.title = error.fault }
        if let title, faults.isEmpty {
            let fields = StepFields(title: title, alarm: alarm, repetition: repetition, dueOn: dueOn)
            return .success(.editStep(step, fields))
        }
        return .failure(Refusal(effects: refuseEdit(faults)))
    }

    private mutating func refuseEdit(_ faults: StepFaults) -> [Effect] {
        editFaults = faults
        let fields = [
            (faults.title != nil, "step-title"), (faults.ticks != nil, "step-repeats"),
            (faults.times != nil, "step-times"),
            (faults.dueOn != nil, "step-due"), (faults.daysMissing, "step-monday"), (faults.time != nil, "step-time"),
        ]
        // In the order of the form.
        return [.focus(fields.first { $0.0 }?.1 ?? "step-title")]
    }

    private func prepareResume() -> Result<Request, Refusal> {
        guard let detail else { return .failure(Refusal(effects: [.fail(.notFound)])) }
        return .success(.recover(detail.goal.fields, from: detail.revision))
    }

    private mutating func prepareFinish(_ today: CalendarDate) -> Result<Request, Refusal> {
        self.today = today
        do throws(FinishFault) { return .success(.finish(try finishDay())) } catch {
            return .failure(Refusal(effects: refuseFinish(error)))
        }
    }

    private mutating func refuseFinish(_ fault: FinishFault) -> [Effect] {
        finishFault = fault
        return [.focus("completedOn")]
    }

    // MARK: Answers

    private mutating func take(_ result: Result<GoalDetail?, any Error>) -> [Effect] {
        guard let running else { return [] }
        switch result {
        case .success(nil): return end(.success(()))
        case .success(let detail?) where running.reading == reading:
            take(detail)
            return end(.success(()))
        case .success: self.running?.outcome = .success(())
        // The page may be stale, or only the answer may be lost.
        case .failure(let error): self.running?.outcome = .failure(error)
        }
        isStale = true
        return []
    }

    private mutating func end(_ outcome: Result<Void, any Error>) -> [Effect] {
        guard let ended = running else { return [] }
        running = nil
        if case .tick(let step, _) = ended.command {
            // After the last answer, the row shows what the store has.
            ticks[step]?.count -= 1
            if ticks[step]?.count == 0 { ticks[step] = nil }
        }
        return switch outcome {
        case .success: succeed(ended)
        case .failure(let error): fail(ended.command, error)
        }
    }

    private mutating func succeed(_ ended: Running) -> [Effect] {
        switch ended.command {
        // For a completed goal, the page shows the jewel instead.
        case .tick: return ended.wasCompleted ? [] : [.navigate(.here)]
        case .finishStep(let step): return [.navigate(.here), .focus("menu-\(step)")]
        case .moveStep(let step, let move):
            order = []
            arrange()
            // A step that was dragged has no focus.
            if case .before = move { return [.navigate(.here)] }
            return [.navigate(.here), .focus("menu-\(step)")]
        case .removeStep(let step): return removed(step, ended)
        case .restoreStep(let step):
            removed = nil
            return [.navigate(.here), .focus("tick-\(step)")]
        case .add(let text, let basis, let most): return added(text, from: basis, most: most)
        case .saveEdit(let step):
            endEditing()
            return [.navigate(.here), .focus("menu-\(step)")]
        case .delete: return deleted()
        case .undo: return [.navigate(.restored), .tell(.restored), .focus("menu")]
        case .reviewNow: return [.navigate(.review)]
        case .finish: return [.navigate(.here)]
        case .pause: return [.navigate(.here), .tell(.paused), .focus("resume")]
        case .share:
            return [.navigate(.here), .tell(.shared(detail?.sharedPart ?? .nothing)), .focus("menu")]
        case .undoCompletion where detail?.goal.box == .stored:
            let hasTime = detail.map { $0.goal.endDate >= today } ?? false
            return [.navigate(.here), .tell(.pausedAgain), .focus(hasTime ? "resume" : "recover")]
        case .undoCompletion, .extend, .resume:
            let next = rows.first { !$0.isTicked }
            return [
                .navigate(.here), .tell(.reopened), .focus(next.map { "tick-\($0.step.id)" } ?? "step-new"),
            ]
        // The focused button is gone; the review is the next action.
        case .celebrate: return [.navigate(.here), .focus("review")]
        case .endOffers: return []
        case .restart(let goal):
            isStale = true
            return [.navigate(.goal(goal))]
        }
    }

    private func removed(_ step: StepID, _ ended: Running) -> [Effect] {
        let left = rows.filter(\.canChange)
        let next = ended.row.flatMap { left.isEmpty ? nil : left[min($0, left.count - 1)] }
        let focus = Effect.focus(next.map { "tick-\($0.step.id)" } ?? "step-new")
        guard let title = ended.step?.title, detail?.canChange == true else { return [.navigate(.here), focus] }
        return [.navigate(.removed(step)), .tell(.removed(step, title)), focus]
    }

    private mutating func added(_ text: String, from basis: FieldBasis, most: Int) -> [Effect] {
        write { $0.add(text, from: basis) }
        addFault = nil
        keepsForm = false
        fill()
        if !typed.divide(text, from: basis).left.isEmpty {
            // Without this, steps that are removed elsewhere meanwhile would make room for ever more lines.
            guard most > 1 else { return refuseStep(.tooMany) }
            waiting.insert(.add(text, from: basis, most: most - 1), at: 0)
            return []
        }
        return [.focus(detail?.canAddStep == false ? "steps-full" : "step-new"), .navigate(.here)]
    }

    /// Marks the goal as deleted on this page. Answers that were requested before are stale from now on.
    private mutating func deleted() -> [Effect] {
        reading += 1
        presence = .deleted
        return [.tell(.deleted), .focus("undo")]
    }

    private mutating func fail(_ command: Command, _ error: any Error) -> [Effect] {
        switch (command, error) {
        // The step is as requested: only the answer was lost.
        case (.tick(let step, let isDone), _) where detail?.step(step)?.isTicked(on: today) == isDone:
            return [.navigate(.here)]
        case (.saveEdit, StoreError.tickedOften(let count)):
            return refuseEdit(typed.repeats ? StepFaults(times: .tickedOften(count)) : StepFaults(ticks: count))
        case (.restoreStep, StoreError.nothingToRestore): return [.fail(.undoIsOver)]
        case (.restoreStep, StoreError.tooManySteps): return [.fail(.noPlaceForStep)]
        case (.add, StoreError.tooManySteps): return refuseStep(.tooMany)
        case (.add, StoreError.wrongBox(let detail)): return refuseStep(.wrongBox(detail.goal.box))
        case (.add, _): keepsForm = true
        // The answer was lost, or the goal was deleted elsewhere first.
        case (.delete, _) where presence != .here: return deleted()
        case (.finish, StoreError.startsAfterEnd): return refuseFinish(.beforeStart)
        case (.finish, StoreError.endsInFuture): return refuseFinish(.inFuture)
        case (.undoCompletion, StoreError.nothingToRestore):
            passedUndo = detail?.completion?.undoableUntil
            return [.fail(.undoIsOver)]
        // Its end has passed meanwhile: it needs new dates.
        case (.resume, StoreError.endsInPast): return [.fail(.wrongBox(.stored))]
        // A failure to save this doesn't keep the user from writing the review.
        case (.reviewNow, _): return [.navigate(.review)]
        case (.endOffers, _): return []
        case (.restart, StoreError.notFound), (.restart, StoreError.wrongBox):
            offers = nil
            return [.fail(.notStored)]
        // A deleted goal that can't be restored any more is gone.
        case (_, StoreError.nothingToRestore) where presence == .deleted: presence = .gone
        default: break
        }
        return [.fail(Failure(error))]
    }

    // MARK: Output

    /// The goal with the ticks on their way to the store applied; nil if it is not here.
    private var shown: GoalDetail? {
        guard presence == .here, var detail else { return nil }
        if detail.canChange {
            for index in detail.steps.indices {
                if let tick = ticks[detail.steps[index].id] { detail.steps[index].tick(tick.isDone, on: today) }
            }
        }
        return detail
    }

    var progress: GoalProgress {
        GoalProgress(shown ?? detail, isHere: presence == .here, isCelebrated: isCelebrated)
    }

    private var isCelebrated: Bool {
        presence == .here && detail?.completion?.celebration == .due && !hasSeenJewel
    }

    /// The page's output, without what a tick changes and the forms.
    var page: GoalPage {
        let celebration = detail?.completion?.celebration
        var withoutSteps = detail
        withoutSteps?.steps = []
        return GoalPage(
            presence: presence, detail: withoutSteps, hasSteps: detail?.steps.isEmpty == false, today: today,
            isCelebrated: isCelebrated, celebratedStones: isCelebrated ? detail?.steps.count ?? 0 : 0,
            offers: presence == .here && celebration == .offers ? offers ?? [] : [],
            canUndo: detail?.completion?.undoableUntil.map { $0 != passedUndo } ?? false,
            finishFault: finishFault, removed: removed.flatMap { detail?.step($0) == nil ? $0 : nil })
    }

    /// The rows of the steps; empty if the goal is not here.
    var rows: [StepRow] {
        guard let shown else { return [] }
        let undone = shown.steps.count - shown.doneCount
        let isOpen = { (id: StepID) in shown.step(id)?.isDone == false }
        let (first, last) = (order.first(where: isOpen), order.last(where: isOpen))
        return order.compactMap(shown.step).map { step in
            StepRow(
                step: step, isTicked: step.isTicked(on: today),
                pace: shown.canChange ? step.pace(on: today, of: shown.goal.fields) : nil,
                daysLeft: shown.canChange ? step.daysLeft(on: today) : nil,
                canMoveUp: shown.canChange && !step.isDone && step.id != first,
                canMoveDown: shown.canChange && !step.isDone && step.id != last,
                canChange: shown.canChange, isFrozen: shown.goal.box == .completed,
                isLast: !step.isDone && undone == 1,
                completesWhenRemoved: !step.isDone && undone == 1 && shown.steps.count > 1,
                alarmReach: shown.alarmReach,
                faults: edited == step.id ? editFaults : nil, repostRevision: edited == step.id ? repostRevision : nil)
        }
    }

    /// Whether text is typed that is stored nowhere else. What is typed into the form of a step would come back when
    /// another one is edited.
    var holdsTyping: Bool { hasText && edited == nil }

    var addForm: AddForm {
        guard presence == .here, let detail else { return AddForm(isShown: false, isFull: false, isFirst: false) }
        return AddForm(
            isShown: detail.canAddStep || keepsForm || (hasText && detail.goal.box != .completed),
            isFull: detail.canChange && !detail.canAddStep, isFirst: detail.steps.isEmpty, fault: addFault,
            repostRevision: repostRevision)
    }

    /// Whether goals are to be offered that haven't been read yet.
    var needsOffers: Bool { presence == .here && detail?.completion?.celebration == .offers && offers == nil }
}
