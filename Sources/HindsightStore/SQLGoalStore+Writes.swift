import Foundation
import HindsightDomain
import Live
import LiveSQL

extension SQLGoalStore {
    package func saveReview(
        _ content: ReviewContent, of owner: AccountID, goal: GoalID, from basis: SaveBasis
    ) async throws -> SavedReview {
        try await write(of: owner) { db in
            let found = try existingGoal(of: owner, goal: goal, db)
            var changed: Set<GoalID> = []
            if found.review?.content == content {
                // A resend, or the same text saved by other means: the draft that was typed for it counts as saved.
            } else if found.review?.revision != basis.review || found.hasNewer(than: content, basis) {
                throw StoreError.overtaken(found)
            } else {
                let now = access.now
                let revision = found.revision + 1
                if found.review == nil {
                    try insertReview(
                        Review(content: content, writtenAt: now.date, revision: revision), of: owner, goal: goal, db)
                    try db.run(PeopleStatements.hideReview, [owner, goal])
                } else {
                    try db.run(
                        GoalStatements.editReview,
                        [owner, goal] + content.columns + [now, revision])
                }
                changed = [goal]
            }
            try removeDraft(of: content, replacing: found, from: basis, of: owner, goal: goal, db)
            let saved = try existingGoal(of: owner, goal: goal, db)
            return Written(
                SavedReview(goal: saved, reviewableCount: try reviewableCount(of: owner, db)), changed, draftOf: goal)
        }
    }

    /// Removes the saved fields from the draft, except for newer text from another page, so that a save can be
    /// repeated. If the style of a review was changed, the answers in the former style become a draft.
    private func removeDraft(
        of content: ReviewContent, replacing found: GoalReview, from basis: SaveBasis, of owner: AccountID,
        goal: GoalID, _ db: any SQLConnection
    ) throws {
        let saved = found.draft.keys.filter { field in
            guard field.isPart(of: content.style) else { return false }
            guard case .text(let text) = field else { return true }
            return !found.hasNewer(text, than: content, basis)
        }
        if found.review?.content != content || !saved.isEmpty {
            try db.run(GoalStatements.countSave, [owner, goal])
        }
        for field in saved { try db.run(GoalStatements.removeField, [owner, goal, field]) }
        guard let former = found.review?.content, former.style != content.style else { return }
        for field in former.style.fields where found.draft[.text(field)] == nil {
            try db.run(
                GoalStatements.keepField,
                [
                    owner, goal, DraftField.text(field), StoredText(former.draft[field]), found.revision + 1,
                    basis.writer,
                ])
        }
    }

    // Both try first and read afterwards: so the goal is read once, and a refusal undoes what was tried.

    package func deleteReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview {
        try await write(of: owner) { db in
            let isDeleted = try db.run(GoalStatements.deleteReview, [owner, goal, access.now]) > 0
            let found = try existingGoal(of: owner, goal: goal, db)
            guard isDeleted || found.deletedReview != nil else { throw StoreError.notFound }
            return Written(found, isDeleted ? [goal] : [])
        }
    }

    package func restoreReview(of owner: AccountID, goal: GoalID) async throws -> GoalReview {
        try await write(of: owner) { db in
            let isRestored = try db.run(GoalStatements.restoreReview, [owner, goal, undoLimit]) > 0
            let found = try existingGoal(of: owner, goal: goal, db)
            guard isRestored else {
                throw found.review.map(StoreError.alreadyReviewed) ?? StoreError.nothingToRestore
            }
            return Written(found, [goal])
        }
    }

    package func keepDraft(
        _ changes: [DraftChange], by writer: String, of owner: AccountID, goal: GoalID
    ) async throws -> GoalReview {
        try await write(of: owner) { db in
            let found = try existingGoal(of: owner, goal: goal, db)
            let isChanged = try keep(changes, by: writer, in: found, of: owner, goal: goal, db)
            guard isChanged else { return Written(found, []) }
            return Written(try existingGoal(of: owner, goal: goal, db), [], draftOf: goal)
        }
    }

    package func dropDraft(
        with changes: [DraftChange], by writer: String, of owner: AccountID, goal: GoalID
    ) async throws -> GoalReview {
        try await write(of: owner) { db in
            let found = try existingGoal(of: owner, goal: goal, db)
            _ = try keep(changes, by: writer, in: found, of: owner, goal: goal, db)
            guard try db.run(GoalStatements.dropDraft, [owner, goal, access.now]) > 0 else { return Written(found, []) }
            try db.run(GoalStatements.countChange, [owner, goal])
            return Written(try existingGoal(of: owner, goal: goal, db), [], draftOf: goal)
        }
    }

    package func restoreDraft(of owner: AccountID, goal: GoalID) async throws -> GoalReview {
        try await write(of: owner) { db in
            let found = try existingGoal(of: owner, goal: goal, db)
            guard !found.dropped.isEmpty else { throw StoreError.nothingToRestore }
            try db.run(GoalStatements.restoreDraft, [owner, goal, undoLimit, found.revision + 1])
            try db.run(GoalStatements.countChange, [owner, goal])
            return Written(try existingGoal(of: owner, goal: goal, db), [], draftOf: goal)
        }
    }

    /// Stores fields of a draft.
    ///
    /// - Returns: whether any field has changed.
    private func keep(
        _ changes: [DraftChange], by writer: String, in found: GoalReview, of owner: AccountID, goal: GoalID,
        _ db: any SQLConnection
    ) throws -> Bool {
        let review = found.review?.content.draft ?? ReviewDraft()
        var isChanged = false
        for change in changes {
            let entry = found.draft[change.field]
            if let entry {
                guard entry.revision <= change.base || entry.writer == writer else { continue }
                if ExactText(wrappedValue: entry.value) == ExactText(wrappedValue: change.value) { continue }
            }
            if case .text(let field) = change.field {
                if change.value.utf8.count > field.byteLimit { continue }
                // A review that was saved since, and that the writer has not seen.
                let isUnseen = entry == nil && found.review.map { $0.revision > change.base } ?? false
                let saved = ExactText(wrappedValue: review[change.field])
                if isUnseen, field.style == found.review?.content.style, saved != ExactText(wrappedValue: change.value)
                {
                    continue
                }
            }
            if ExactText(wrappedValue: review[change.field]) == ExactText(wrappedValue: change.value) {
                // The text is as it is saved, so there is nothing to store.
                guard entry != nil else { continue }
                try db.run(GoalStatements.removeField, [owner, goal, change.field])
            } else {
                try db.run(
                    GoalStatements.keepField,
                    [owner, goal, change.field, StoredText(change.value), found.revision + 1, writer])
            }
            isChanged = true
        }
        if isChanged { try db.run(GoalStatements.countChange, [owner, goal]) }
        return isChanged
    }

    package func addGoals(_ goals: [NewGoal], of owner: AccountID) async throws -> [GoalID] {
        try await write(of: owner) { db in
            guard try db.first(AccountStatements.exists, [owner], { _ in true }) == true else {
                throw StoreError.notFound
            }
            let ids = try insertGoals(goals, of: owner, in: today(of: owner, db).zone, at: access.now, db)
            return Written(ids, Set(ids))
        }
    }

    package func purgeDeleted() async throws -> Int {
        _ = try await feed.purge()
        var count = 0
        for sql in [
            GoalStatements.purgeReviews, GoalStatements.purgeDrafts, GoalDetailStatements.purgeSteps,
            GoalDetailStatements.purge,
        ] {
            count += try await access.writeInSlices(of: GoalStoreLimits.pageSize) { [undoLimit] db, limit in
                try db.run(sql, [undoLimit, limit])
            }
        }
        for (sql, end) in [
            (PeopleStatements.releaseHandles, access.now), (FollowStatements.purgeConnections, undoLimit),
            (FollowStatements.purgeInvitations, access.now.adding(.zero - Invitation.lifetime)),
        ] {
            _ = try await access.writeInSlices(of: GoalStoreLimits.pageSize) { db, limit in
                if sql == FollowStatements.purgeConnections {
                    try db.run(FollowStatements.purgeApplause, [end, limit])
                }
                return try db.run(sql, [end, limit])
            }
        }
        return count
    }

    /// The result of a transaction on an owner's data, and what it has changed.
    struct Written<Answer: Sendable>: Sendable {
        let answer: Answer
        /// Changes of goals; nil for none.
        private(set) var goals: GoalChanges?
        /// The goal whose draft has changed.
        private(set) var draft: GoalID?
        /// Another account whose pages show the change as well.
        private(set) var other: AccountID?
        /// Whether the handle is another one.
        private(set) var hasNewName = false
        /// The account that has applauded a goal, or taken that back. Nobody else is told of it but the goal's owner.
        private(set) var applauder: AccountID?

        init(_ answer: Answer, _ goals: Set<GoalID>, draftOf draft: GoalID? = nil) {
            self.answer = answer
            self.goals = goals.isEmpty ? nil : GoalChanges(goals)
            self.draft = draft
        }

        init(_ answer: Answer, _ goals: GoalChanges?, and other: AccountID? = nil, hasNewName: Bool = false) {
            self.answer = answer
            (self.goals, self.other, self.hasNewName) = (goals, other, hasNewName)
        }

        init(_ answer: Answer, applauding goal: GoalID?, by follower: AccountID) {
            self.answer = answer
            guard let goal else { return }
            (goals, applauder) = (.goals([goal]), follower)
        }

        func change(of owner: AccountID) -> StoreChange {
            var change = StoreChange()
            change.parts = [
                .init(
                    owner, goals, draft: draft, isNews: goals != nil && applauder == nil, hasNewName: hasNewName)
            ]
            if let other { change.parts.append(.init(other, .all)) }
            if let applauder { change.timelines = [applauder] }
            return change
        }
    }

    /// Runs one transaction on an owner's data, and tells its change after the commit.
    func write<Answer: Sendable>(
        of owner: AccountID, for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Written<Answer>
    ) async throws -> Answer {
        let answer = try await commit(for: function) { db -> (Answer, StoreChange?) in
            let count = db.changedRowCount
            let written = try body(db)
            guard db.changedRowCount > count else { return (written.answer, nil) }
            try db.run(AccountStatements.countRevision, [owner])
            if let other = written.other { try db.run(AccountStatements.countRevision, [other]) }
            return (written.answer, written.change(of: owner))
        } tellFirst: { [pages, isAlone = access.database.dialect == .sqlite] answer, change in
            // Other processes write as well: the transaction's answer may not be the newest one.
            guard isAlone else { return pages.tell(change) }
            switch answer {
            case let detail as GoalDetail:
                pages.answers.forget(owner, butFor: .detail(owner, detail.id), Optional(detail))
            case let review as GoalReview:
                pages.answers.forget(owner, butFor: .review(owner, review.goal.id), Optional(review))
            case let saved as SavedReview:
                pages.answers.forget(owner, butFor: .review(owner, saved.goal.goal.id), Optional(saved.goal))
            default: pages.answers.forget(owner)
            }
            pages.tell(change, butAnswersOf: owner)
        }
        // Also if nothing has changed: another process may have done the same, and not have told it yet.
        if access.database.dialect == .postgres { pages.forget(StoreChange(allOf: owner)) }
        return answer
    }

    /// Runs one transaction, and tells its change after the commit, to the followers it concerns as well.
    func commit<Answer: Sendable>(
        for function: StaticString = #function,
        _ body: @escaping @Sendable (any SQLConnection) throws -> (Answer, StoreChange?),
        tellFirst: (@Sendable (Answer, StoreChange) -> Void)? = nil
    ) async throws -> Answer {
        let (answer, change) = try await feed.write(for: function) { db -> ((Answer, StoreChange?), StoreChange?) in
            let (answer, change) = try body(db)
            return ((answer, change), change)
        } tellFirst: { [pages] written, change in
            if let tellFirst { tellFirst(written.0, change) } else { pages.tell(change) }
        }
        guard let change else { return answer }
        // Its notification may have come first, and is being told now.
        if access.database.dialect == .postgres { pages.forget(change) }
        await pages.tellOthers(change)
        return answer
    }

    private func existingGoal(of owner: AccountID, goal: GoalID, _ db: any SQLConnection) throws -> GoalReview {
        guard let found = try goalReview(of: owner, goal: goal, db) else { throw StoreError.notFound }
        return found
    }
}

/// Adds a goal's row as a part of the open transaction. The steps of a completed goal are frozen, so it is active until
/// they have been added.
///
/// - Parameters:
///   - key: the idempotency key of the request that creates it.
///   - putAwayAt: when a stored goal was put away; nil for the time that is assumed.
///   - uid: its UID in files.
///   - firstStartDate: its first start, before it was taken up again.
/// - Throws: ``StoreError/startsAfterEnd``.
func insertGoal(
    _ fields: GoalFields, in box: Box, of owner: AccountID, at createdAt: StoredTime, key: String? = nil,
    putAwayAt: StoredTime? = nil, isSample: Bool = false, uid: UUID = UUID(), reviewRevision: Int = 1,
    firstStartDate: CalendarDate? = nil, _ db: any SQLConnection
) throws -> GoalID {
    guard fields.startDate <= fields.endDate else { throw StoreError.startsAfterEnd }
    let assumed = box == .stored ? StoredTime.puttingAway(fields, createdAt: createdAt) : nil
    let others: [any SQLValue] = [
        owner, box == .completed ? .active : box, createdAt, key, putAwayAt ?? assumed, isSample, uid, reviewRevision,
        firstStartDate,
    ]
    return GoalID(try db.insert(GoalStatements.insertGoal, others + fields.values))
}

/// Adds goals, with their steps and reviews, as a part of the open transaction.
///
/// - Parameters:
///   - areSamples: whether they come with the account, as examples.
///   - zone: the owner's time zone, which decides on which day a goal was completed.
/// - Returns: the ids of the goals, in the order of `goals`.
func insertGoals(
    _ goals: [NewGoal], areSamples: Bool = false, of owner: AccountID, in zone: TimeZoneID, at now: StoredTime,
    _ db: any SQLConnection
) throws -> [GoalID] {
    var completions: [(id: GoalID, jewel: Jewel, time: Date, review: Review?)] = []
    let ids = try goals.map { goal in
        let id = try insertGoal(goal.fields, in: goal.box, of: owner, at: now, isSample: areSamples, db)
        for (place, step) in goal.steps.prefix(Step.limit).enumerated() {
            // One a day from the goal's first day on, at noon, but not in the future.
            let doneAt =
                step.isDone ? min(StoredTime(goal.fields.startDate.adding(days: place).noon(in: zone)), now) : nil
            try db.run(
                GoalStatements.insertStep,
                [
                    owner, id, place, StoredText(step.title.text), doneAt, step.alarm?.minute, step.alarm?.days.dayBits,
                    now, doneAt.map { CalendarDate($0.date, in: zone) }, Int?.none, Int?.none,
                    CalendarDate?.none, CalendarDate?.none,
                ])
        }
        if case .completed(let jewel, let time, let review) = goal.state {
            completions.append((id, jewel, time, review))
        }
        return id
    }
    // In the order in which they were completed, which determines their ranks.
    for (id, jewel, time, review) in completions.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
        try db.run(
            GoalDetailStatements.complete,
            [
                owner, id, jewel.color, jewel.shape, StoredTime(time), CalendarDate(time, in: zone), Celebration.over,
                StoredTime?.none, Int?.none,
            ])
        if let review { try insertReview(review, of: owner, goal: id, db) }
    }
    return ids
}

extension StoredTime {
    /// Returns the assumed time of putting away for a goal where none was recorded: the end of its last day in UTC, but
    /// not before it was created; for a goal without an end, when it was created.
    static func puttingAway(_ fields: GoalFields, createdAt: StoredTime) -> StoredTime {
        guard fields.hasEnd else { return createdAt }
        let end = StoredTime(milliseconds: Int64(fields.endDate.daysSince1970 + 1) * 86_400_000)
        return max(end, createdAt)
    }
}

func insertReview(_ review: Review, of owner: AccountID, goal: GoalID, _ db: any SQLConnection) throws {
    let times: [any SQLValue] = [
        StoredTime(review.writtenAt), review.editedAt.map(StoredTime.init),
    ]
    try db.run(
        GoalStatements.insertReview,
        [owner, goal] + review.content.columns + times + [max(review.revision, 1)])
}

extension ReviewContent {
    /// The values of the style, the five texts and the level, in the order of the statements' parameters.
    fileprivate var columns: [any SQLValue] {
        let texts = ReviewField.allCases.map { field in
            field.style == style ? StoredText(draft[field]).datum : .null
        }
        return [style] + texts + [level]
    }
}

extension GoalReview {
    /// Whether another page has typed text for this content that is newer than the basis of the save, and differs from
    /// it.
    fileprivate func hasNewer(than content: ReviewContent, _ basis: SaveBasis) -> Bool {
        content.style.fields.contains { hasNewer($0, than: content, basis) }
    }

    fileprivate func hasNewer(_ field: ReviewField, than content: ReviewContent, _ basis: SaveBasis) -> Bool {
        guard let entry = draft[.text(field)], entry.writer != basis.writer else { return false }
        return entry.revision > basis.fields[.text(field)] ?? .max
            && ExactText(wrappedValue: entry.value.trimmedAtEnds) != ExactText(wrappedValue: content.draft[field])
    }
}
