import Hindsight
import HindsightDomain
import StreamsTesting
import Synchronization

/// What can be made to fail or to wait in a ``FaultyGoalStore``.
enum GoalStoreOperation: CaseIterable {
    case goals, goalsThrough, goalsAmong, todayGoals, goalsOverview, reviewPlace, goalReview
    case wholeGoals, search, indexSearch
    case goal, addGoal, editGoal, recoverGoal, extendGoal, pauseGoal, finishGoal, undoCompletion, deleteGoal,
        restoreGoal
    case addStep, editStep, finishStep, moveStep, removeStep, restoreStep, tick, celebrate, recommendations,
        storeOverdue
    case putAwayGoals, dismissPutAway, removeSamples, restoreSamples, reminderReach
    case ownPage, setPage, share, page, sharedGoal
    case connections, receivedEvents, applaud, followedHandles, invite, invitation, answer, change
    case jewelBox, year, week, answeredWeeks, events, saveWeekNote, weekNotes, importWeekNotes
    case saveReview, deleteReview, restoreReview
    case keepDraft, dropDraft, restoreDraft, addGoals, importGoals, purgeDeleted, ping
}

/// A goal store on a bad day: chosen operations fail, lose their answer, or wait at a gate.
///
/// What isn't chosen goes to the real store beneath. An operation first waits at its gate, then fails, or is done.
final class FaultyGoalStore: GoalStore {
    enum Fault: Sendable {
        /// Nothing is done.
        case unavailable
        /// It is done, but whoever asked doesn't learn of it.
        case answerLost
    }

    struct Down: Error {}

    private struct State {
        var faults: [GoalStoreOperation: Fault] = [:]
        var gates: [GoalStoreOperation: Gate] = [:]
        var answerGates: [GoalStoreOperation: Gate] = [:]
        var calls: [GoalStoreOperation] = []
        var watch: @Sendable (GoalStoreOperation) -> Void = { _ in }
    }

    private let base: any GoalStore
    private let state = Mutex(State())

    init(_ base: any GoalStore) { self.base = base }

    /// Makes these operations fail until ``mend()``.
    func fail(_ operations: GoalStoreOperation..., with fault: Fault = .unavailable) {
        state.withLock { state in for operation in operations { state.faults[operation] = fault } }
    }

    /// Makes every operation fail until ``mend()``.
    func failEverything() {
        state.withLock { state in
            for operation in GoalStoreOperation.allCases { state.faults[operation] = .unavailable }
        }
    }

    /// Ends all failing. Gates stay.
    func mend() { state.withLock { $0.faults = [:] } }

    /// Holds this operation until the gate that is returned is opened.
    func hold(_ operation: GoalStoreOperation) -> Gate {
        let gate = Gate()
        state.withLock { $0.gates[operation] = gate }
        return gate
    }

    /// Lets this operation do its work and holds its answer until the gate that is returned is opened.
    func holdAnswer(_ operation: GoalStoreOperation) -> Gate {
        let gate = Gate()
        state.withLock { $0.answerGates[operation] = gate }
        return gate
    }

    /// Calls `watch` before each operation, where that is done.
    func watch(_ watch: @escaping @Sendable (GoalStoreOperation) -> Void) { state.withLock { $0.watch = watch } }

    /// Everything that was asked, in order, whatever became of it.
    var calls: [GoalStoreOperation] { state.withLock { $0.calls } }

    private func run<T: Sendable>(
        _ operation: GoalStoreOperation,
        _ body: @Sendable (any GoalStore) async throws -> T
    ) async throws -> T {
        let (gate, watch) = state.withLock { state in
            state.calls.append(operation)
            return (state.gates[operation], state.watch)
        }
        watch(operation)
        try await gate?.pass()
        // Read after the gate: a test may decide about the fault while the operation waits.
        switch state.withLock({ $0.faults[operation] }) {
        case .unavailable: throw StoreError.unavailable(Down())
        case .answerLost:
            _ = try await body(base)
            throw StoreError.unavailable(Down())
        case nil:
            let answer = try await body(base)
            try await state.withLock { $0.answerGates[operation] }?.pass()
            return answer
        }
    }

    func goals(
        of owner: AccountID, in listing: GoalListing, after: GoalCursor?, limit: Int
    ) async throws -> GoalSlice {
        try await run(.goals) { try await $0.goals(of: owner, in: listing, after: after, limit: limit) }
    }

    func goals(
        of owner: AccountID, in listing: GoalListing, after: GoalID?, through: GoalCursor
    ) async throws -> GoalSlice {
        try await run(.goalsThrough) {
            try await $0.goals(of: owner, in: listing, after: after, through: through)
        }
    }

    func goalsOverview(of owner: AccountID) async throws -> GoalsOverview {
        try await run(.goalsOverview) { try await $0.goalsOverview(of: owner) }
    }

    func reviewPlace(of owner: AccountID, goal: GoalID) async throws -> ReviewPlace? {
        try await run(.reviewPlace) { try await $0.reviewPlace(of: owner, goal: goal) }
    }

    func goals(of owner: AccountID, in box: Box, among ids: Set<GoalID>) async throws -> ChangedGoals {
        try await run(.goalsAmong) { try await $0.goals(of: owner, in: box, among: ids) }
    }

    func goalReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview? {
        try await run(.goalReview) { try await $0.goalReview(of: owner, goal: goal) }
    }

    func wholeGoals(of owner: AccountID, after: GoalID?, limit: Int) async throws -> [WholeGoal] {
        try await run(.wholeGoals) { try await $0.wholeGoals(of: owner, after: after, limit: limit) }
    }

    func search(
        of owner: AccountID, for query: SearchQuery, after: SearchResult.ID?, limit: Int
    ) async throws -> SearchSlice {
        try await run(.search) { try await $0.search(of: owner, for: query, after: after, limit: limit) }
    }

    func indexSearch() async throws -> Int { try await run(.indexSearch) { try await $0.indexSearch() } }

    func goal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail? {
        try await run(.goal) { try await $0.goal(of: owner, goal) }
    }

    func addGoal(
        _ fields: GoalFields, isFinished: Bool, key: String?, of owner: AccountID
    ) async throws -> GoalDetail {
        try await run(.addGoal) { try await $0.addGoal(fields, isFinished: isFinished, key: key, of: owner) }
    }

    func editGoal(
        _ fields: GoalFields, from revision: Int, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await run(.editGoal) { try await $0.editGoal(fields, from: revision, of: owner, goal) }
    }

    func recoverGoal(
        _ fields: GoalFields, from revision: Int, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await run(.recoverGoal) { try await $0.recoverGoal(fields, from: revision, of: owner, goal) }
    }

    func pauseGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.pauseGoal) { try await $0.pauseGoal(of: owner, goal) }
    }

    func extendGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.extendGoal) { try await $0.extendGoal(of: owner, goal) }
    }

    func finishGoal(of owner: AccountID, _ goal: GoalID, on day: CalendarDate?) async throws -> GoalDetail {
        try await run(.finishGoal) { try await $0.finishGoal(of: owner, goal, on: day) }
    }

    func undoCompletion(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.undoCompletion) { try await $0.undoCompletion(of: owner, goal) }
    }

    func restoreStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.restoreStep) { try await $0.restoreStep(step, of: owner, goal) }
    }

    func todayGoals(of owner: AccountID, on day: CalendarDate) async throws -> TodayGoals {
        try await run(.todayGoals) { try await $0.todayGoals(of: owner, on: day) }
    }

    func putAwayGoals(of owner: AccountID, limit: Int) async throws -> PutAwayGoals {
        try await run(.putAwayGoals) { try await $0.putAwayGoals(of: owner, limit: limit) }
    }

    func dismissPutAway(_ goal: GoalID?, of owner: AccountID) async throws {
        try await run(.dismissPutAway) { try await $0.dismissPutAway(goal, of: owner) }
    }

    func removeSamples(of owner: AccountID) async throws -> Int {
        try await run(.removeSamples) { try await $0.removeSamples(of: owner) }
    }

    func restoreSamples(of owner: AccountID) async throws -> Int {
        try await run(.restoreSamples) { try await $0.restoreSamples(of: owner) }
    }

    func reminderReach(of owner: AccountID) async throws -> ReminderReach {
        try await run(.reminderReach) { try await $0.reminderReach(of: owner) }
    }

    func deleteGoal(of owner: AccountID, _ goal: GoalID) async throws {
        try await run(.deleteGoal) { try await $0.deleteGoal(of: owner, goal) }
    }

    func restoreGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.restoreGoal) { try await $0.restoreGoal(of: owner, goal) }
    }

    func addStep(_ title: GoalTitle, key: String?, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.addStep) { try await $0.addStep(title, key: key, of: owner, goal) }
    }

    func editStep(
        _ step: StepID, _ fields: StepFields, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await run(.editStep) { try await $0.editStep(step, fields, of: owner, goal) }
    }

    func moveStep(
        _ step: StepID, before other: StepID?, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await run(.moveStep) { try await $0.moveStep(step, before: other, of: owner, goal) }
    }

    func finishStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.finishStep) { try await $0.finishStep(step, of: owner, goal) }
    }

    func removeStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.removeStep) { try await $0.removeStep(step, of: owner, goal) }
    }

    func tick(_ step: StepID, isDone: Bool, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.tick) { try await $0.tick(step, isDone: isDone, of: owner, goal) }
    }

    func celebrate(_ celebration: Celebration, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.celebrate) { try await $0.celebrate(celebration, of: owner, goal) }
    }

    func recommendations(of owner: AccountID, limit: Int) async throws -> [Goal] {
        try await run(.recommendations) { try await $0.recommendations(of: owner, limit: limit) }
    }

    func followChanges() async { await base.followChanges() }

    func storeOverdue() async throws -> Int {
        try await run(.storeOverdue) { try await $0.storeOverdue() }
    }

    func jewelBox(of owner: AccountID, _ cut: JewelCut, after: GoalID?, limit: Int) async throws -> JewelBox {
        try await run(.jewelBox) { try await $0.jewelBox(of: owner, cut, after: after, limit: limit) }
    }

    func year(of owner: AccountID, _ year: Int) async throws -> YearReview {
        try await run(.year) { try await $0.year(of: owner, year) }
    }

    func week(of owner: AccountID, _ days: ClosedRange<CalendarDate>) async throws -> WeekReview {
        try await run(.week) { try await $0.week(of: owner, days) }
    }

    func saveWeekNote(
        _ text: String, question: Int, from revision: Int, of owner: AccountID, _ days: ClosedRange<CalendarDate>
    ) async throws -> WeekNote {
        try await run(.saveWeekNote) {
            try await $0.saveWeekNote(text, question: question, from: revision, of: owner, days)
        }
    }

    func answeredWeeks(of owner: AccountID, before: CalendarDate?, limit: Int) async throws -> AnsweredWeeks {
        try await run(.answeredWeeks) { try await $0.answeredWeeks(of: owner, before: before, limit: limit) }
    }

    func ownPage(of owner: AccountID) async throws -> OwnPage? {
        try await run(.ownPage) { try await $0.ownPage(of: owner) }
    }

    func setPage(
        handle: Handle?, visibility: PageVisibility, of owner: AccountID
    ) async throws -> PageChange {
        try await run(.setPage) { try await $0.setPage(handle: handle, visibility: visibility, of: owner) }
    }

    func share(_ part: SharedPart, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await run(.share) { try await $0.share(part, of: owner, goal) }
    }

    func page(
        _ handle: Handle, for viewer: AccountID?, after: SharedGoalCursor?, limit: Int
    ) async throws -> PersonPage? {
        try await run(.page) { try await $0.page(handle, for: viewer, after: after, limit: limit) }
    }

    func sharedGoal(_ goal: GoalID, of handle: Handle, for viewer: AccountID?) async throws -> SharedGoal? {
        try await run(.sharedGoal) { try await $0.sharedGoal(goal, of: handle, for: viewer) }
    }

    func connections(of owner: AccountID, limit: Int) async throws -> Connections? {
        try await run(.connections) { try await $0.connections(of: owner, limit: limit) }
    }

    func receivedEvents(by viewer: AccountID, before: EventCursor?, limit: Int) async throws -> TimelineSlice? {
        try await run(.receivedEvents) { try await $0.receivedEvents(by: viewer, before: before, limit: limit) }
    }

    func observeReceivedEvents(
        by viewer: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        base.observeReceivedEvents(by: viewer, notify)
    }

    func applaud(_ isOn: Bool, _ goal: GoalID, of handle: Handle, by follower: AccountID) async throws {
        try await run(.applaud) { try await $0.applaud(isOn, goal, of: handle, by: follower) }
    }

    func followedHandles(of owner: AccountID) async throws -> [String] {
        try await run(.followedHandles) { try await $0.followedHandles(of: owner) }
    }

    func invite(by owner: AccountID) async throws -> InvitationOutcome {
        try await run(.invite) { try await $0.invite(by: owner) }
    }

    func invitation(_ token: InvitationToken, for viewer: AccountID?) async throws -> ReceivedInvitation? {
        try await run(.invitation) { try await $0.invitation(token, for: viewer) }
    }

    func answer(
        _ token: InvitationToken, _ answer: InvitationAnswer, by account: AccountID
    ) async throws -> AnswerOutcome {
        try await run(.answer) { try await $0.answer(token, answer, by: account) }
    }

    func change(_ change: ConnectionChange, of owner: AccountID) async throws {
        try await run(.change) { try await $0.change(change, of: owner) }
    }

    func events(
        of owner: AccountID, before: EventCursor?, limit: Int, in zone: TimeZoneID
    ) async throws -> TimelineSlice {
        try await run(.events) { try await $0.events(of: owner, before: before, limit: limit, in: zone) }
    }

    func weekNotes(
        of owner: AccountID, after: CalendarDate?, limit: Int
    ) async throws -> [(week: CalendarDate, note: WeekNote)] {
        try await run(.weekNotes) { try await $0.weekNotes(of: owner, after: after, limit: limit) }
    }

    func importWeekNotes(_ notes: [CalendarDate: WeekNote], of owner: AccountID) async throws -> Int {
        try await run(.importWeekNotes) { try await $0.importWeekNotes(notes, of: owner) }
    }

    func observeWeekNotes(
        of owner: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        base.observeWeekNotes(of: owner, notify)
    }

    func saveReview(
        _ content: ReviewContent, of owner: AccountID, goal: GoalID, from basis: SaveBasis
    ) async throws -> SavedReview {
        try await run(.saveReview) { try await $0.saveReview(content, of: owner, goal: goal, from: basis) }
    }

    func deleteReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview {
        try await run(.deleteReview) { try await $0.deleteReview(of: owner, goal: goal) }
    }

    func restoreReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview {
        try await run(.restoreReview) { try await $0.restoreReview(of: owner, goal: goal) }
    }

    func keepDraft(
        _ changes: [DraftChange], by writer: String, of owner: AccountID, goal: GoalID
    ) async throws -> GoalReview {
        try await run(.keepDraft) { try await $0.keepDraft(changes, by: writer, of: owner, goal: goal) }
    }

    func dropDraft(
        with changes: [DraftChange], by writer: String, of owner: AccountID, goal: GoalID
    ) async throws -> GoalReview {
        try await run(.dropDraft) { try await $0.dropDraft(with: changes, by: writer, of: owner, goal: goal) }
    }

    func restoreDraft(of owner: AccountID, goal: GoalID) async throws -> GoalReview {
        try await run(.restoreDraft) { try await $0.restoreDraft(of: owner, goal: goal) }
    }

    func addGoals(_ goals: [NewGoal], of owner: AccountID) async throws -> [GoalID] {
        try await run(.addGoals) { try await $0.addGoals(goals, of: owner) }
    }

    func importGoals(_ goals: [WholeGoal], of owner: AccountID) async throws -> ImportedGoals {
        try await run(.importGoals) { try await $0.importGoals(goals, of: owner) }
    }

    func purgeDeleted() async throws -> Int {
        try await run(.purgeDeleted) { try await $0.purgeDeleted() }
    }

    func ping() async throws { try await run(.ping) { try await $0.ping() } }

    func observeChanges(
        of owner: AccountID, _ notify: @escaping @Sendable (GoalChanges) -> Void
    ) -> @Sendable () -> Void {
        base.observeChanges(of: owner, notify)
    }

    func observeRevision(
        of owner: AccountID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        base.observeRevision(of: owner, notify)
    }

    func readRevision(of owner: AccountID) async throws -> Int? {
        _ = try revision(of: owner)
        return try await base.readRevision(of: owner)
    }

    /// While anything fails or waits, it can't be told, so that no page is served from what was read before.
    func revision(of owner: AccountID) throws -> Int? {
        let isWhole = state.withLock { $0.faults.isEmpty && $0.gates.isEmpty && $0.answerGates.isEmpty }
        guard isWhole else { throw Down() }
        return try base.revision(of: owner)
    }

    func observeDraft(
        of owner: AccountID, goal: GoalID, _ notify: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        base.observeDraft(of: owner, goal: goal, notify)
    }
}
