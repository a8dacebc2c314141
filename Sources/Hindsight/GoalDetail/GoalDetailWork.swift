import HindsightDomain
import Live
import LiveSite
import Streams

/// The effects of a goal's page: holds its state and typed text, and makes its requests to the store.
final class GoalDetailWork {
    /// Commands of the user to the store.
    enum Wish {
        case tick(StepID, isDone: Bool)
        case remove(StepID)
        /// Restores a removed step.
        case putBack(StepID)
        /// Adds a step. The key is the one that the form had when the title was typed.
        case add(String, key: String)
        case rename(StepID)
        case delete, undo, reviewNow, finish, undoCompletion, extend
        case celebrate(Celebration)
        /// Ends the offers because there is nothing to offer. The user didn't ask for it, so a failure is not shown.
        case endOffers
        case takeUp(GoalID)
    }

    let state: BehaviorRelay<GoalDetailState>
    let typed: BehaviorRelay<TypedStep>
    let newStep = BehaviorRelay<FieldFill?>(value: nil)
    let leads = PublishRelay<GoalDetailViewModel.Way>()
    let focus = PublishRelay<String>()
    let told = PublishRelay<GoalDetailViewModel.Action>()
    let failed = PublishRelay<GoalDetailViewModel.Failure>()

    private let goals: GoalRequests
    private let today: () -> CalendarDate
    private var id: GoalID { state.value.id }

    init(goals: GoalRequests, initial: GoalDetailState, key: String, today: @escaping () -> CalendarDate) {
        self.goals = goals
        self.today = today
        var form = TypedStep(key: key)
        if let step = initial.edited.flatMap({ initial.detail?.step($0) }) { form.begin(step) }
        form.isDeleted = initial.presence == .deleted
        typed = BehaviorRelay(value: form)
        state = BehaviorRelay(value: initial)
    }

    func change(_ change: (inout GoalDetailState) -> Void) {
        var changed = state.value
        change(&changed)
        guard changed != state.value else { return }
        let isDeleted = changed.presence == .deleted
        if isDeleted != typed.value.isDeleted { write { $0.isDeleted = isDeleted } }
        state.accept(changed)
    }

    func write(_ change: (inout TypedStep) -> Void) {
        var changed = typed.value
        change(&changed)
        guard changed != typed.value else { return }
        typed.accept(changed)
        let hasText = !changed.left.trimmedAtEnds.isEmpty
        self.change {
            $0.hasText = hasText
            if let edited = $0.edited, let step = $0.detail?.step(edited) {
                $0.isStepChanged = changed.differs(from: step)
            }
            $0.echo = $0.echo.map { $0 + 1 }
        }
    }

    // MARK: Without the store

    /// Stores the typed title of a step to be added.
    func type(_ text: FieldText) {
        let key = text.basis ?? typed.value.key
        write {
            ($0.title, $0.titleKey) = (text.text, key)
            // A posted form brings its own key.
            if $0.added == nil { $0.key = key }
        }
        // The field still begins with the step that was added while this was typed.
        if typed.value.left != text.text { fill() }
    }

    func edit(_ id: StepID) {
        var step: Step?
        change { step = $0.edit(id) }
        guard let step else { return failed.accept(.notFound) }
        write { $0.begin(step) }
        focus.accept("step-title")
    }

    func cancelEditing() {
        guard let step = state.value.edited else { return }
        change { $0.endEditing() }
        focus.accept(state.value.detail?.canChange == true ? "menu-\(step)" : "main")
    }

    // MARK: Reading

    /// Reads the goal. Reads again if another answer was taken in the meantime.
    func look() -> Observable<Void> {
        .deferred { [self] in
            let reading = state.value.reading
            return goals.read { [id] in try await $0.goal(of: $1, id) }.asObservable()
                .flatMap { [self] found -> Observable<Void> in
                    guard state.value.reading == reading else { return look() }
                    change { $0.take(found) }
                    return .empty()
                }
        }.catchErrorJustComplete()
    }

    /// Takes an answer of the store to a request made at a reading. If another answer was taken since, reads the goal
    /// again instead.
    private func take(_ answer: GoalDetail, askedAt reading: Int) -> Observable<Void> {
        guard state.value.reading == reading else { return look() }
        change { $0.take(answer) }
        return .empty()
    }

    // MARK: Commands

    func fulfil(_ wish: Wish) -> Observable<Void> {
        switch wish {
        case .tick(let step, let isDone): tick(step, isDone: isDone)
        case .remove(let step): remove(step)
        case .putBack(let step): putBack(step)
        case .add(let title, let key): add(title, key: key)
        case .rename(let step): rename(step)
        case .delete: delete()
        case .undo:
            ask(
                { [id] in try await $0.restoreGoal(of: $1, id) },
                done: { [self] in
                    leads.accept(.restored)
                    told.accept(.restored)
                    focus.accept("menu")
                })
        case .celebrate(let celebration):
            ask(
                { [id] in try await $0.celebrate(celebration, of: $1, id) },
                done: { [self] in
                    leads.accept(.here)
                    // The focused button is gone; the review is the next action.
                    focus.accept("review")
                })
        case .endOffers:
            ask({ [id] in try await $0.celebrate(.over, of: $1, id) }, refused: { _ in true }, done: {})
        case .reviewNow:
            // A failure to save this doesn't keep the user from writing the review.
            goals.write { [id] in try await $0.celebrate(.offers, of: $1, id) }.asObservable()
                .map { _ in }.catchAndReturn(()).do(onNext: { [self] in leads.accept(.review) })
        case .takeUp(let goal): takeUp(goal)
        case .finish: finish()
        case .undoCompletion:
            ask(
                { [id] in try await $0.undoCompletion(of: $1, id) },
                refused: { [self] error in
                    change { $0.passedUndo = $0.detail?.completion?.undoableUntil }
                    if case StoreError.nothingToRestore = error { failed.accept(.undoIsOver) } else { fail(error) }
                    return true
                },
                done: { [self] in reopened() })
        case .extend:
            ask({ [id] in try await $0.extendGoal(of: $1, id) }, done: { [self] in reopened() })
        }
    }

    private func reopened() {
        leads.accept(.here)
        told.accept(.reopened)
        let next = state.value.rows.first { !$0.step.isDone }
        focus.accept(next.map { "tick-\($0.step.id)" } ?? "step-new")
    }

    /// Finishes the goal. If it has steps by now, the store refuses and the page shows them.
    private func finish() -> Observable<Void> {
        let day: CalendarDate?
        do throws(FinishFault) { day = try state.value.finishDay(today: today()) } catch {
            change { $0.finishFault = error }
            focus.accept("completedOn")
            return .empty()
        }
        return ask(
            { [id] in try await $0.finishGoal(of: $1, id, on: day) },
            refused: { [self] error in
                switch error {
                case StoreError.startsAfterEnd: change { $0.finishFault = .beforeStart }
                case StoreError.endsInFuture: change { $0.finishFault = .inFuture }
                default: return false
                }
                focus.accept("completedOn")
                return true
            },
            done: { [self] in leads.accept(.here) })
    }

    /// Sends a request that the store answers with the goal.
    ///
    /// - Parameters:
    ///   - finally: called after the answer was taken or, if the request failed, after the goal was read again.
    ///   - refused: handles an error; returns true if the error is not to be shown otherwise.
    ///   - done: called after success.
    private func ask(
        _ work: @escaping @Sendable (any GoalStore, AccountID) async throws -> GoalDetail,
        finally: @escaping () -> Void = {}, refused: @escaping (any Error) -> Bool = { _ in false },
        done: @escaping () -> Void
    ) -> Observable<Void> {
        let reading = state.value.reading
        return goals.write(work).map { Result<GoalDetail, any Error>.success($0) }.catch { .just(.failure($0)) }
            .asObservable()
            .flatMap { [self] result -> Observable<Void> in
                switch result {
                case .success(let detail):
                    return take(detail, askedAt: reading).concat(
                        Observable<Void>.deferred {
                            finally()
                            done()
                            return .empty()
                        })
                case .failure(let error):
                    // After a failure, the page may be stale or only the answer may be lost, so the goal is read again.
                    return look().concat(
                        Observable<Void>.deferred { [self] in
                            finally()
                            if !refused(error) { fail(error) }
                            return .empty()
                        })
                }
            }
    }

    private func fail(_ error: any Error) {
        if case StoreError.nothingToRestore = error { change { $0.giveUp() } }
        failed.accept(GoalDetailViewModel.Failure(error))
    }

    private func tick(_ step: StepID, isDone: Bool) -> Observable<Void> {
        let wasFrozen = state.value.detail?.goal.box == .completed
        return ask(
            { [id] in try await $0.tick(step, isDone: isDone, of: $1, id) },
            finally: { [self] in change { $0.end(step) } },
            refused: { [self] _ in
                // If the step is as requested, only the answer was lost.
                let isSo = state.value.detail?.step(step)?.isDone == isDone
                if isSo { leads.accept(.here) }
                return isSo
            },
            done: { [self] in
                // For a completed goal, the page shows the jewel instead.
                if !wasFrozen { leads.accept(.here) }
            })
    }

    private func remove(_ step: StepID) -> Observable<Void> {
        let rows = state.value.rows
        let place = rows.firstIndex { $0.step.id == step }
        let found = state.value.detail?.step(step)
        return ask(
            { [id] in try await $0.removeStep(step, of: $1, id) },
            done: { [self] in
                if let found, state.value.detail?.canChange == true {
                    leads.accept(.removed(step))
                    told.accept(.removed(step, found.title))
                } else {
                    leads.accept(.here)
                }
                let left = state.value.rows.filter(\.canChange)
                let next = place.flatMap { left.isEmpty ? nil : left[min($0, left.count - 1)] }
                focus.accept(next.map { "tick-\($0.step.id)" } ?? "step-new")
            })
    }

    /// Restores a removed step. ``GoalDetailState/removed`` is kept until the store has the step again, so that the
    /// request can be repeated.
    private func putBack(_ step: StepID) -> Observable<Void> {
        ask(
            { [id] in try await $0.restoreStep(step, of: $1, id) },
            refused: { [self] error in
                switch error {
                case StoreError.nothingToRestore: failed.accept(.undoIsOver)
                case StoreError.tooManySteps: failed.accept(.noPlaceForStep)
                default: return false
                }
                return true
            },
            done: { [self] in
                change { $0.removed = nil }
                leads.accept(.here)
                focus.accept("tick-\(step)")
            })
    }

    private func add(_ text: String, key: String) -> Observable<Void> {
        let title: GoalTitle
        do throws(GoalTitleError) { title = try GoalTitle(typed.value.meant(text, key: key)) } catch {
            return refuse(.title(error.fault))
        }
        let storeKey = Self.storeKey(key, text)
        return ask(
            { [id] in try await $0.addStep(title, key: storeKey, of: $1, id) },
            refused: { [self] error in
                switch error {
                case StoreError.tooManySteps: _ = refuse(.tooMany)
                case StoreError.wrongBox(let detail): _ = refuse(.wrongBox(detail.goal.box))
                default:
                    change { $0.keepsForm = true }
                    return false
                }
                return true
            },
            done: { [self] in
                added(text, key: key)
                leads.accept(.here)
            })
    }

    private func added(_ text: String, key: String) {
        // A text that was sent twice is already recorded.
        if typed.value.added?.text != text || typed.value.added?.key != key { write { $0.add(text, key: key) } }
        change {
            $0.addFault = nil
            $0.keepsForm = false
        }
        fill()
        let isFull = state.value.detail?.canAddStep == false
        focus.accept(isFull ? "steps-full" : "step-new")
    }

    private func refuse(_ fault: AddFault) -> Observable<Void> {
        change {
            $0.addFault = fault
            $0.keepsForm = true
        }
        focus.accept("step-new")
        return .empty()
    }

    private func fill() {
        newStep.accept(FieldFill(typed.value.left, basis: typed.value.key, isForced: true))
    }

    private func rename(_ step: StepID) -> Observable<Void> {
        guard state.value.detail?.step(step) != nil else {
            fail(StoreError.notFound)
            return .empty()
        }
        var faults = StepFaults()
        let alarm = typed.value.alarm(&faults)
        var title: GoalTitle?
        do throws(GoalTitleError) { title = try GoalTitle(typed.value.editTitle) } catch { faults.title = error.fault }
        guard let title, faults.isEmpty else {
            change { $0.editFaults = faults }
            focus.accept(faults.title != nil ? "step-title" : faults.time != nil ? "step-time" : "step-monday")
            return .empty()
        }
        return ask(
            { [id] in try await $0.editStep(step, title: title, alarm: alarm, of: $1, id) },
            done: { [self] in
                change { $0.endEditing() }
                leads.accept(.here)
                focus.accept("menu-\(step)")
            })
    }

    private func delete() -> Observable<Void> {
        goals.write { [id] in try await $0.deleteGoal(of: $1, id) }.map { nil as (any Error)? }.catch { .just($0) }
            .asObservable()
            .flatMap { [self] error -> Observable<Void> in
                guard let error else { return deleted() }
                return look().concat(
                    Observable<Void>.deferred { [self] in
                        // The answer was lost, or the goal was deleted elsewhere first.
                        if state.value.presence != .here { return deleted() }
                        fail(error)
                        return .empty()
                    })
            }
    }

    private func deleted() -> Observable<Void> {
        change { $0.takeDeletion() }
        told.accept(.deleted)
        focus.accept("undo")
        return .empty()
    }

    /// Restarts a stored goal for a week from today and ends the offers.
    private func takeUp(_ goal: GoalID) -> Observable<Void> {
        goals.write { [id] store, owner in
            _ = try await store.extendGoal(of: owner, goal)
            // The goal is restarted, even if this can't be saved.
            _ = try? await store.celebrate(.over, of: owner, id)
        }.map { nil as (any Error)? }.catch { .just($0) }.asObservable()
            .flatMap { [self] error -> Observable<Void> in
                switch error {
                case nil: leads.accept(.goal(goal))
                case StoreError.notFound?, StoreError.wrongBox?:
                    change { $0.offers = nil }
                    failed.accept(.notStored)
                case .some(let error): fail(error)
                }
                return look()
            }
    }

    // MARK: Keys

    /// Returns a new random idempotency key for a form.
    static func makeKey() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// The idempotency key that the store gets for adding a step, made from the form's key and the trimmed text:
    /// another text from the same form is another step.
    private static func storeKey(_ key: String, _ text: String) -> String {
        FormKey.of(key, text.trimmedAtEnds)
    }
}
