import Foundation
import HindsightDomain
import LiveSQL

// Import of goals from a file.
extension SQLGoalStore {
    package func importGoals(_ goals: [WholeGoal], of owner: AccountID) async throws -> ImportedGoals {
        var total = ImportedGoals()
        var rest = goals[...]
        repeat {
            let slice = rest.prefix(sliceLength(rest))
            rest = rest.dropFirst(slice.count)
            total += try await importSlice(slice, of: owner)
        } while !rest.isEmpty
        return total
    }

    /// Maximum number of ticks that are written in one transaction, beside those of one goal.
    private static let tickLimit = 4000

    /// Returns the number of goals to be written in one transaction, so that other writes don't wait for long.
    private func sliceLength(_ goals: ArraySlice<WholeGoal>) -> Int {
        var ticks = 0
        let length = goals.prefix(GoalStoreLimits.pageSize).prefix { goal in
            ticks += goal.tickDays.values.reduce(0) { $0 + $1.count }
            return ticks <= Self.tickLimit
        }.count
        return max(length, 1)
    }

    private func importSlice(_ goals: ArraySlice<WholeGoal>, of owner: AccountID) async throws -> ImportedGoals {
        try await write(of: owner, for: "importGoals(_:of:)") { db in
            let (today, zone) = try today(of: owner, db)
            var (imported, ids) = (ImportedGoals(), Set<GoalID>())
            for goal in goals {
                if let uid = goal.uid, try has(uid, of: owner, db) {
                    imported.known += 1
                    continue
                }
                let isOver = goal.goal.box == .active && goal.goal.endDate < today
                let box = isOver ? .stored : goal.goal.box
                ids.insert(try insert(goal, in: box, of: owner, zone, db))
                imported.added[box] += 1
            }
            return Written(imported, ids)
        }
    }

    /// Whether the owner has a goal with this UID. If that goal is deleted, it gets another UID and the answer is
    /// false.
    private func has(_ uid: UUID, of owner: AccountID, _ db: any SQLConnection) throws -> Bool {
        let found = try db.first(GoalStatements.goalOfUID, [owner, uid]) { row in
            (id: try row.value(0, of: "goal") as Int64, isDeleted: try row.value(1, of: "goal") as Bool)
        }
        guard let found else { return false }
        if found.isDeleted { try db.run(GoalStatements.setUID, [owner, found.id, UUID()]) }
        return !found.isDeleted
    }

    private func insert(
        _ whole: WholeGoal, in box: Box, of owner: AccountID, _ zone: TimeZoneID, _ db: any SQLConnection
    ) throws -> GoalID {
        let goal = whole.goal
        let createdAt = StoredTime(whole.createdAt)
        // Its review has the first revision, its draft the second.
        let id = try insertGoal(
            goal.fields, in: box, of: owner, at: createdAt, putAwayAt: whole.putAwayAt.map(StoredTime.init),
            uid: whole.uid ?? UUID(), reviewRevision: whole.draft.isEmpty ? 1 : 2, firstStartDate: whole.firstStartDate,
            db)
        if box == .stored, let time = whole.putAwayAt {
            let isOver = CalendarDate(time, in: zone) > goal.endDate
            try addEvent(isOver ? .ended : .paused, of: owner, id, at: StoredTime(time), db)
        }
        for step in whole.steps {
            let doneAt = whole.completedAt ?? whole.createdAt
            // A step that was done by the completion of its goal has no day.
            let doneOn = step.doneOn ?? (box == .completed ? nil : CalendarDate(doneAt, in: zone))
            let stepID = try db.insert(
                GoalStatements.insertStep,
                [
                    owner, id, step.place, StoredText(step.title), step.isDone ? StoredTime(doneAt) : nil,
                    step.alarm?.minute, step.alarm?.days.dayBits, createdAt,
                    step.isDone && step.repetition == nil ? doneOn : nil, step.repetition?.times,
                    step.repetition?.days.dayBits, step.repetition?.since, step.dueOn,
                ])
            if let days = whole.tickDays[step.id], !days.isEmpty {
                let list = days.map { "\"\($0)\"" }.joined(separator: ",")
                try db.run(GoalDetailStatements.addTicks, [owner, id, StepID(stepID), "[\(list)]"])
            }
        }
        if !whole.tickDays.isEmpty { try db.run(GoalDetailStatements.countTicks, [owner, id]) }
        if box == .completed {
            try db.run(
                GoalDetailStatements.complete,
                [
                    owner, id, whole.jewel?.color, whole.jewel?.shape, whole.completedAt.map(StoredTime.init),
                    whole.completedOn, Celebration.over, StoredTime?.none, whole.rank,
                ])
        }
        if let review = whole.review { try insertReview(review, of: owner, goal: id, db) }
        if whole.sharedPart != .nothing {
            let doneAt = whole.completedAt.map(StoredTime.init) ?? createdAt
            let newsAt = max(StoredTime(milliseconds: 1), min(doneAt, access.now))
            try db.run(PeopleStatements.share, [owner, id, whole.sharedPart, newsAt])
        }
        for (field, value) in whole.draft {
            try db.run(GoalStatements.keepField, [owner, id, field, StoredText(value), 2, ""])
        }
        return id
    }
}
