import Foundation
import HindsightDomain
import Live
import LiveSQL

// A goal and its steps, in any box.
extension SQLGoalStore {
    package func goal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail? {
        try await answer(.detail(owner, goal), of: owner) { db in try detail(of: owner, goal, db) }
    }

    package func addGoal(
        _ fields: GoalFields, isFinished: Bool, key: String?, of owner: AccountID
    ) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let today = try today(of: owner, db)
            var key = key
            let created: GoalID? = try key.flatMap { key in
                try db.first(GoalDetailStatements.created, [owner, key]) { try $0.value(0, of: "goal") }
            }
            if let created {
                if let made = try detail(of: owner, created, db) { return Written(made, []) }
                // It was deleted since, so this request creates another goal.
                key = nil
            }
            try fields.check(isFinished: isFinished, today: today.day)
            let id = try insertGoal(fields, in: .active, of: owner, at: access.now, key: key, db)
            if isFinished {
                let day = fields.endDate
                let now = access.now
                // Among the goals of that day it is placed as if it had been completed at noon.
                let time = day == today.day ? now : StoredTime(day.noon(in: today.zone))
                try complete(id, of: owner, at: min(time, now), on: day, recordedAt: nil, db)
            }
            if fields.reminderEnabled { try db.run(ReminderStatements.tellEnds, [owner]) }
            return Written(try existing(id, of: owner, db), [id])
        }
    }

    package func editGoal(
        _ fields: GoalFields, from revision: Int, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let found = try existing(goal, of: owner, db)
            if found.goal.fields == fields { return Written(found, []) }
            guard found.goal.box != .completed || found.goal.fields.isTitleAlone(in: fields) else {
                throw StoreError.wrongBox(found)
            }
            guard found.revision == revision else { throw StoreError.changedSince(found) }
            return try replace(fields, in: found, box: found.goal.box, of: owner, db)
        }
    }

    package func recoverGoal(
        _ fields: GoalFields, from revision: Int, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let found = try existing(goal, of: owner, db)
            if found.goal.box == .active, found.goal.fields == fields { return Written(found, []) }
            guard found.goal.box == .stored else { throw StoreError.wrongBox(found) }
            guard found.revision == revision else { throw StoreError.changedSince(found) }
            return try replace(fields, in: found, box: .active, of: owner, db)
        }
    }

    private func replace(
        _ fields: GoalFields, in found: GoalDetail, box: Box, of owner: AccountID, _ db: any SQLConnection
    ) throws -> Written<GoalDetail> {
        // Neither is a day chosen by a new title, nor does it have to be right again.
        if box != found.goal.box || !found.goal.fields.isTitleAlone(in: fields) {
            try fields.check(isFinished: false, today: today(of: owner, db).day)
        }
        try db.run(GoalDetailStatements.edit, [owner, found.id, box] + fields.values)
        if box != found.goal.box { try addEvent(.takenUp, of: owner, found.id, at: access.now, db) }
        if fields.reminderEnabled, !found.goal.reminderEnabled { try db.run(ReminderStatements.tellEnds, [owner]) }
        return Written(try existing(found.id, of: owner, db), [found.id])
    }

    package func pauseGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await write(of: owner) { db in
            var found = try existing(goal, of: owner, db)
            if found.goal.box == .stored { return Written(found, []) }
            guard found.goal.box == .active else { throw StoreError.wrongBox(found) }
            let now = access.now
            try db.run(GoalDetailStatements.pause, [owner, goal, now])
            try addEvent(.paused, of: owner, goal, at: now, db)
            found.goal.box = .stored
            return Written(found, [goal])
        }
    }

    package func extendGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let found = try existing(goal, of: owner, db)
            if found.goal.box == .active { return Written(found, []) }
            guard found.goal.box == .stored else { throw StoreError.wrongBox(found) }
            var fields = found.goal.fields
            fields.endDate = max(
                fields.endDate, try today(of: owner, db).day.adding(days: GoalStoreLimits.extensionDays))
            fields.startDate = min(fields.startDate, fields.endDate)
            return try replace(fields, in: found, box: .active, of: owner, db)
        }
    }

    package func finishGoal(of owner: AccountID, _ goal: GoalID, on day: CalendarDate?) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let found = try existing(goal, of: owner, db)
            if found.goal.box == .completed { return Written(found, []) }
            if found.goal.box == .active, !found.steps.isEmpty { throw StoreError.hasSteps(found) }
            let now = access.now
            let today = try today(of: owner, db)
            if let day {
                if day < found.goal.startDate { throw StoreError.startsAfterEnd }
                if day > today.day { throw StoreError.endsInFuture }
            }
            let day = day ?? today.day
            // Among the goals of that day it is placed as if it had been completed at noon.
            let time = day == today.day ? now : min(StoredTime(day.noon(in: today.zone)), now)
            try tell(found, of: owner, at: now, db)
            try db.run(GoalDetailStatements.tickAll, [owner, goal, time])
            try complete(goal, of: owner, at: time, on: day, recordedAt: now, db)
            return Written(try existing(goal, of: owner, db), [goal])
        }
    }

    package func undoCompletion(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let found = try existing(goal, of: owner, db)
            guard found.goal.box == .completed else { return Written(found, []) }
            guard try db.run(GoalDetailStatements.undoCompletion, [owner, goal, undoLimit]) > 0 else {
                throw StoreError.nothingToRestore
            }
            if try db.run(GoalDetailStatements.undoLastTick, [owner, goal]) > 0 {
                try db.run(GoalDetailStatements.countTicks, [owner, goal])
            }
            try db.run(GoalDetailStatements.undoTicks, [owner, goal])
            try db.run(FollowStatements.removeApplause, [owner, goal])
            try retract(found, of: owner, db)
            let removed = try db.first(GoalDetailStatements.completingRemoval, [owner, goal]) { row in
                (try row.value(0, of: "removedStep") as StepID, place: try row.value(1, of: "removedStep") as Int)
            }
            if let (step, place) = removed { try putBack(step, at: place, of: owner, goal, db) }
            return Written(try existing(goal, of: owner, db), [goal])
        }
    }

    package func deleteGoal(of owner: AccountID, _ goal: GoalID) async throws {
        try await write(of: owner) { db in
            guard try db.run(GoalDetailStatements.delete, [owner, goal, access.now]) > 0 else {
                throw StoreError.notFound
            }
            return Written((), [goal])
        }
    }

    package func restoreGoal(of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await write(of: owner) { db in
            if let found = try detail(of: owner, goal, db) { return Written(found, []) }
            guard try db.run(GoalDetailStatements.restore, [owner, goal, undoLimit]) > 0 else {
                throw StoreError.nothingToRestore
            }
            return Written(try existing(goal, of: owner, db), [goal])
        }
    }

    // MARK: Steps

    package func addStep(
        _ title: GoalTitle, key: String?, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let found = try existing(goal, of: owner, db)
            if let key, try db.first(GoalDetailStatements.createdStep, [owner, goal, key], { _ in true }) == true {
                return Written(found, [])
            }
            guard found.goal.box == .active else { throw StoreError.wrongBox(found) }
            guard found.steps.count < Step.limit else { throw StoreError.tooManySteps }
            var place = found.steps.last.map { $0.place + 1 } ?? 0
            if place == Step.limit {
                // The gaps before it are closed, from the first one on.
                place = found.steps.count
                for (index, step) in found.steps.enumerated() where step.place != index {
                    try db.run(GoalDetailStatements.placeStep, [owner, goal, step.id, index])
                }
            }
            if found.isSample { try db.run(GoalDetailStatements.makeOwn, [owner, goal]) }
            try db.run(
                GoalDetailStatements.addStep, [owner, goal, place, StoredText(title.text), key, access.now])
            return Written(try existing(goal, of: owner, db), [goal])
        }
    }

    package func editStep(
        _ step: StepID, _ fields: StepFields, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await write(of: owner) { db in
            var (found, place, zone) = try existing(step, of: owner, goal, db)
            guard found.goal.box == .active else { throw StoreError.wrongBox(found) }
            let former = found.steps[place]
            let alarm = fields.alarm
            let isRepeatedAsBefore = fields.repetition == former.repetition?.plan
            var edited = former
            (edited.title, edited.alarm, edited.dueOn) = (fields.title.text, alarm, fields.dueOn)
            if edited == former, isRepeatedAsBefore { return Written(found, []) }
            if found.isSample {
                try db.run(GoalDetailStatements.makeOwn, [owner, goal])
                found.isSample = false
            }
            let since = fields.repetition.map { _ in former.repetition?.since ?? today(in: zone).day }
            try db.run(
                GoalDetailStatements.editStep,
                [
                    owner, goal, step, StoredText(edited.title), alarm?.minute, alarm?.days.dayBits,
                    fields.repetition?.times, fields.repetition?.days.dayBits, since, fields.dueOn,
                ])
            if !isRepeatedAsBefore { try convert(former, to: fields.repetition, of: owner, goal, db) }
            // An alarm that is shown is meant to ring, so notifications are turned on.
            let isNewAlarm = alarm != nil && alarm != former.alarm
            if isNewAlarm {
                try db.run(ReminderStatements.tellSteps, [owner])
                if !found.goal.reminderEnabled { try db.run(GoalDetailStatements.remind, [owner, goal]) }
            }
            if isNewAlarm || !isRepeatedAsBefore { return Written(try existing(goal, of: owner, db), [goal]) }
            found.steps[place] = edited
            return Written(found, [goal])
        }
    }

    /// Adapts the ticks of a step whose repetition was changed.
    ///
    /// - Throws: ``StoreError/tickedOften(_:)`` for a step that has at least as many ticks as it is to have, or any if it is
    ///   to repeat no longer.
    private func convert(
        _ step: Step, to plan: RepetitionPlan?, of owner: AccountID, _ goal: GoalID, _ db: any SQLConnection
    ) throws {
        guard let former = step.repetition else {
            // The tick of a done step is one of several.
            guard step.isDone else { return }
            try db.run(GoalDetailStatements.keepTick, [owner, goal, step.id])
            try db.run(GoalDetailStatements.reopen, [owner, goal, step.id])
            try db.run(GoalDetailStatements.countTicks, [owner, goal])
            return
        }
        if former.count > 0, former.count >= plan?.times ?? 0 { throw StoreError.tickedOften(former.count) }
        if plan == nil {
            guard step.isDone else { return }
            try db.run(
                GoalDetailStatements.tick,
                [owner, goal, step.id, access.now, try today(of: owner, db).day, false])
        } else if step.isDone, former.count == former.times {
            try db.run(GoalDetailStatements.reopen, [owner, goal, step.id])
        }
    }

    package func moveStep(
        _ step: StepID, before other: StepID?, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let (found, index, _) = try existing(step, of: owner, goal, db)
            guard found.goal.box == .active else { throw StoreError.wrongBox(found) }
            if step == other { return Written(found, []) }
            var steps = found.steps
            let moved = steps.remove(at: index)
            let target = try other.map { other in
                guard let target = steps.firstIndex(where: { $0.id == other }) else { throw StoreError.notFound }
                return target
            }
            steps.insert(moved, at: target ?? steps.endIndex)
            if steps == found.steps { return Written(found, []) }
            if found.isSample { try db.run(GoalDetailStatements.makeOwn, [owner, goal]) }
            // No two steps are at one place, so the step is out of the way while those between follow one another.
            try db.run(GoalDetailStatements.keepRemovedStep, [owner, goal, step, access.now, false])
            try db.run(GoalDetailStatements.removeStep, [owner, goal, step])
            let places = found.steps.map(\.place)
            let shifted = zip(steps, places).filter { $0.id != step && $0.place != $1 }
            // Each into the place that the one before has left.
            let isUp = shifted.first.map { $0.place < $1 } ?? false
            for (other, place) in isUp ? shifted.reversed() : shifted {
                try db.run(GoalDetailStatements.placeStep, [owner, goal, other.id, place])
            }
            let place = zip(steps, places).first { $0.0.id == step }?.1 ?? moved.place
            try putBack(step, at: place, of: owner, goal, db)
            return Written(try existing(goal, of: owner, db), [goal])
        }
    }

    package func removeStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await write(of: owner) { db in
            var found = try existing(goal, of: owner, db)
            guard let place = found.steps.firstIndex(where: { $0.id == step }) else {
                // A second request finds the step removed already.
                let isElsewhere = try db.first(GoalDetailStatements.goalOfStep, [owner, step], { _ in true }) == true
                if isElsewhere { throw StoreError.notFound }
                return Written(found, [])
            }
            guard found.goal.box == .active else { throw StoreError.wrongBox(found) }
            found.steps.remove(at: place)
            try db.run(
                GoalDetailStatements.keepRemovedStep, [owner, goal, step, access.now, found.hasAllStepsDone])
            try db.run(GoalDetailStatements.removeStep, [owner, goal, step])
            try retract(found, of: owner, db)
            return Written(try completing(found, of: owner, db), [goal])
        }
    }

    package func restoreStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await write(of: owner) { db in
            let found = try existing(goal, of: owner, db)
            if found.steps.contains(where: { $0.id == step }) { return Written(found, []) }
            guard found.goal.box == .active else { throw StoreError.wrongBox(found) }
            let former = try db.first(GoalDetailStatements.removedStep, [owner, goal, step, undoLimit]) {
                try $0.value(0, of: "removedStep") as Int
            }
            guard let former else { throw StoreError.nothingToRestore }
            // Its own place may have been taken.
            let places = [former] + Array(0..<Step.limit)
            guard let place = places.first(where: { place in !found.steps.contains { $0.place == place } }) else {
                throw StoreError.tooManySteps
            }
            try putBack(step, at: place, of: owner, goal, db)
            if found.sharedPart != .nothing { try db.run(PeopleStatements.tellAgain, [owner, goal, step]) }
            return Written(try existing(goal, of: owner, db), [goal])
        }
    }

    private func putBack(
        _ step: StepID, at place: Int, of owner: AccountID, _ goal: GoalID, _ db: any SQLConnection
    ) throws {
        try db.run(GoalDetailStatements.putBackStep, [owner, goal, step, place])
        try db.run(GoalDetailStatements.forgetRemovedStep, [owner, goal, step])
    }

    package func tick(
        _ step: StepID, isDone: Bool, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await write(of: owner) { db in
            var (found, place, zone) = try existing(step, of: owner, goal, db)
            // A late click doesn't undo a completion: the answer is the completed goal.
            if found.goal.box == .completed { return Written(found, []) }
            let former = found.steps[place]
            let day = isDone || former.repetition != nil ? today(in: zone).day : nil
            let isTicked = day.map { former.isTicked(on: $0) } ?? former.isDone
            if found.goal.box == .active, isTicked == isDone { return Written(found, []) }
            guard found.goal.box == .active else { throw StoreError.wrongBox(found) }
            if isDone { try tell(found, of: owner, at: access.now, db) }
            guard former.repetition != nil, let day else {
                found.steps[place].isDone = isDone
                try db.run(
                    GoalDetailStatements.tick,
                    [owner, goal, step, isDone ? access.now : nil, day, found.hasAllStepsDone])
                if !isDone { try retract(found, of: owner, db) }
                return Written(try completing(found, of: owner, db), [goal])
            }
            let change = found.steps[place].tick(isDone, on: day)
            if former.isDone { try db.run(GoalDetailStatements.reopen, [owner, goal, step]) }
            if change < 0 { try db.run(GoalDetailStatements.removeTick, [owner, goal, step, former.doneOn]) }
            if change > 0 { try db.run(GoalDetailStatements.addTicks, [owner, goal, step, "[\"\(day)\"]"]) }
            if change != 0 { try db.run(GoalDetailStatements.countTicks, [owner, goal]) }
            if !isDone { try retract(found, of: owner, db) }
            // The day of the tick before is not read yet.
            guard isDone else { return Written(try existing(goal, of: owner, db), [goal]) }
            if found.steps[place].isDone {
                try db.run(
                    GoalDetailStatements.tick, [owner, goal, step, access.now, day, found.hasAllStepsDone])
            }
            return Written(try completing(found, of: owner, db), [goal])
        }
    }

    package func finishStep(_ step: StepID, of owner: AccountID, _ goal: GoalID) async throws -> GoalDetail {
        try await write(of: owner) { db in
            var (found, place, _) = try existing(step, of: owner, goal, db)
            guard found.steps[place].repetition != nil else { throw StoreError.notFound }
            if found.goal.box == .completed || found.goal.box == .active && found.steps[place].isDone {
                return Written(found, [])
            }
            guard found.goal.box == .active else { throw StoreError.wrongBox(found) }
            found.steps[place].isDone = true
            try tell(found, of: owner, at: access.now, db)
            try db.run(
                GoalDetailStatements.tick,
                [owner, goal, step, access.now, found.steps[place].doneOn, found.hasAllStepsDone])
            return Written(try completing(found, of: owner, db), [goal])
        }
    }

    /// Completes a goal if all its steps are done.
    private func completing(_ found: GoalDetail, of owner: AccountID, _ db: any SQLConnection) throws -> GoalDetail {
        guard found.hasAllStepsDone else { return found }
        let now = access.now
        let day = CalendarDate(now.date, in: try today(of: owner, db).zone)
        try tell(found, of: owner, at: now, db)
        try complete(found.id, of: owner, at: now, on: day, recordedAt: now, db)
        return try existing(found.id, of: owner, db)
    }

    /// - Parameter recordedAt: the time from which the time to undo the completion counts; nil when it can't be undone.
    private func complete(
        _ goal: GoalID, of owner: AccountID, at time: StoredTime, on day: CalendarDate, recordedAt: StoredTime?,
        _ db: any SQLConnection
    ) throws {
        let jewel = drawJewel()
        try db.run(
            GoalDetailStatements.complete,
            [owner, goal, jewel.color, jewel.shape, time, day, Celebration.due, recordedAt, Int?.none])
    }

    package func celebrate(
        _ celebration: Celebration, of owner: AccountID, _ goal: GoalID
    ) async throws -> GoalDetail {
        try await write(of: owner) { db in
            var found = try existing(goal, of: owner, db)
            guard let completion = found.completion else { throw StoreError.wrongBox(found) }
            guard completion.celebration < celebration else { return Written(found, []) }
            try db.run(GoalDetailStatements.celebrate, [owner, goal, celebration])
            found.completion?.celebration = celebration
            found.completion?.isFirstOfKind = false
            return Written(found, [goal])
        }
    }

    package func recommendations(of owner: AccountID, limit: Int) async throws -> [Goal] {
        let limit = GoalStoreLimits.limit(limit)
        return try await access.read { db in
            let count =
                try db.first(GoalDetailStatements.storedCount, [owner]) { try $0.value(0, of: "account") as Int } ?? 0
            var places: Set<Int> = []
            while places.count < min(limit, count) { places.insert(.random(in: 0..<count)) }
            var found: [GoalID: Goal] = [:]
            for place in places {
                // Counted from the nearer end, so that at most half of them are skipped.
                let fromNewest = place >= count / 2
                let goal = try db.first(
                    GoalDetailStatements.stored(fromNewest: fromNewest),
                    [owner, fromNewest ? count - 1 - place : place]
                ) { try Goal(Columns(row: $0, first: 0)) }
                // If a goal was put away or recovered in between, positions shift by one: one may be empty, or a goal
                // found twice.
                if let goal { found[goal.id] = goal }
            }
            return found.values.shuffled()
        }
    }

    // MARK: Goals that were put away

    package func putAwayGoals(of owner: AccountID, limit: Int) async throws -> PutAwayGoals {
        let limit = GoalStoreLimits.limit(limit)
        return try await answer(.putAway(owner, limit: limit), of: owner) { db in
            var found = PutAwayGoals()
            try db.forEachRow(GoalDetailStatements.putAway, [owner, limit + 1]) { row in
                found.hasMore = found.goals.count == limit
                if !found.hasMore { found.goals.append(try Goal(Columns(row: row, first: 0))) }
            }
            return found
        }
    }

    package func dismissPutAway(_ goal: GoalID?, of owner: AccountID) async throws {
        try await write(of: owner) { db in
            if let goal {
                return Written((), try db.run(GoalDetailStatements.dismissPutAway, [owner, goal]) > 0 ? [goal] : [])
            }
            // One time on the account is set, not a mark on each goal, however many there are.
            let last = try db.first(GoalDetailStatements.putAway, [owner, 1]) { try $0.value(0, of: "goal") as GoalID }
            try db.run(GoalDetailStatements.dismissAllPutAway, [owner, access.now])
            return Written((), last.map { [$0] } ?? [])
        }
    }

    // MARK: Samples

    package func removeSamples(of owner: AccountID) async throws -> Int {
        try await write(of: owner) { db in
            let count = try db.run(GoalDetailStatements.removeSamples, [owner, access.now])
            return Written(count, count > 0 ? GoalChanges.all : nil)
        }
    }

    package func restoreSamples(of owner: AccountID) async throws -> Int {
        try await write(of: owner) { db in
            let count = try db.run(GoalDetailStatements.restoreSamples, [owner, undoLimit])
            if count == 0 { throw StoreError.nothingToRestore }
            return Written(count, GoalChanges.all)
        }
    }

    package func reminderReach(of owner: AccountID) async throws -> ReminderReach {
        try await answer(.reminderReach(owner), of: owner) { db in
            try db.first(GoalDetailStatements.reminderReach, [owner]) { try ReminderReach($0, at: 0) }
                ?? ReminderReach()
        }
    }

    // MARK: All owners

    package func storeOverdue() async throws -> Int {
        let now = access.clock()
        // No zone is ahead of UTC+14. The owner's own zone decides whether the goal's last day is over.
        let latest = CalendarDate(now.addingTimeInterval(14 * 3600), in: .utc)
        var todays: [String?: CalendarDate] = [:]
        var (count, last): (Int, OverdueGoal?) = (0, nil)
        repeat {
            let goals = try await access.read { [last] db in
                var goals: [OverdueGoal] = []
                let arguments: [any SQLValue] = [
                    latest, last?.endDate.description ?? "", last?.id ?? GoalID(0), GoalStoreLimits.pageSize,
                ]
                try db.forEachRow(GoalDetailStatements.overdue, arguments) { goals.append(try OverdueGoal($0)) }
                return goals
            }
            last = goals.count == GoalStoreLimits.pageSize ? goals.last : nil
            let overdue = goals.filter { goal in
                let zone = goal.zone
                let today = todays[zone] ?? CalendarDate(now, in: zone.flatMap { TimeZoneID(rawValue: $0) } ?? .utc)
                todays[zone] = today
                return goal.endDate < today
            }
            guard !overdue.isEmpty else { continue }
            count += try await commit { db in
                // Two processes may run this: each goal is put away by only one of them.
                let now = access.now
                let stored = try overdue.filter {
                    try db.run(GoalDetailStatements.store, [$0.owner, $0.id, $0.endDate, now]) > 0
                }
                for goal in stored { try addEvent(.ended, of: goal.owner, goal.id, at: now, db) }
                var change = StoreChange()
                for (owner, goals) in Dictionary(grouping: stored, by: \.owner) {
                    try db.run(AccountStatements.countRevision, [owner])
                    change.parts.append(.init(owner, GoalChanges(Set(goals.map(\.id))), isNews: true))
                }
                return (stored.count, stored.isEmpty ? nil : change)
            }
        } while last != nil
        return count
    }

    // MARK: Parts

    func addEvent(
        _ kind: TimelineEvent.Kind, of owner: AccountID, _ goal: GoalID, at time: StoredTime, _ db: any SQLConnection
    ) throws {
        try db.run(GoalDetailStatements.addEvent, [owner, goal, kind.rawValue, time])
    }

    /// Records news of a goal for followers, if it is shared.
    private func tell(_ found: GoalDetail, of owner: AccountID, at time: StoredTime, _ db: any SQLConnection) throws {
        guard found.sharedPart != .nothing else { return }
        try db.run(PeopleStatements.tell, [owner, found.id, time])
    }

    /// Takes that news back, if no step is ticked any more.
    private func retract(_ found: GoalDetail, of owner: AccountID, _ db: any SQLConnection) throws {
        guard found.sharedPart != .nothing else { return }
        try db.run(PeopleStatements.retract, [owner, found.id])
    }

    private func detail(of owner: AccountID, _ goal: GoalID, _ db: any SQLConnection) throws -> GoalDetail? {
        try detailAndZone(of: owner, goal, db).detail
    }

    /// - Returns: the goal, and the name of its owner's time zone.
    private func detailAndZone(
        of owner: AccountID, _ goal: GoalID, _ db: any SQLConnection
    ) throws -> (detail: GoalDetail?, zone: String?) {
        var found: (detail: GoalDetail?, zone: String?)
        try db.forEachRow(GoalDetailStatements.detail, [owner, goal]) { row in
            if found.detail == nil { found.zone = row[GoalDetail.zoneIndex] }
            try GoalDetail.read(row, into: &found.detail)
        }
        found.detail?.steps.sort { $0.place < $1.place }
        return found
    }

    func existing(_ goal: GoalID, of owner: AccountID, _ db: any SQLConnection) throws -> GoalDetail {
        guard let found = try detail(of: owner, goal, db) else { throw StoreError.notFound }
        return found
    }

    /// - Returns: the goal, the index of the step among its steps, and the name of the owner's time zone.
    private func existing(
        _ step: StepID, of owner: AccountID, _ goal: GoalID, _ db: any SQLConnection
    ) throws -> (GoalDetail, place: Int, zone: String?) {
        let (found, zone) = try detailAndZone(of: owner, goal, db)
        guard let found, let place = found.steps.firstIndex(where: { $0.id == step }) else { throw StoreError.notFound }
        return (found, place, zone)
    }

    /// Returns the current day in the owner's time zone, and that zone.
    func today(of owner: AccountID, _ db: any SQLConnection) throws -> (day: CalendarDate, zone: TimeZoneID) {
        let name = try db.first(GoalDetailStatements.timeZone, [owner]) { $0[0] as String? }
        guard let name else { throw StoreError.notFound }
        return today(in: name)
    }

    /// - Parameter name: the name of a time zone; nil, or a name that isn't known any more, for UTC.
    private func today(in name: String?) -> (day: CalendarDate, zone: TimeZoneID) {
        let zone = name.flatMap { TimeZoneID(rawValue: $0) } ?? .utc
        return (CalendarDate(access.clock(), in: zone), zone)
    }
}

/// An active goal whose last day may be over.
private struct OverdueGoal: Sendable {
    let id: GoalID
    let owner: AccountID
    let endDate: CalendarDate
    /// The name of its owner's time zone; nil for UTC.
    let zone: String?

    init(_ row: SQLRow) throws {
        id = try row.value(0, of: "goal")
        owner = try row.value(1, of: "goal")
        endDate = try row.value(2, of: "goal")
        zone = row[3]
    }
}

extension GoalFields {
    /// Whether no other field differs than the title.
    fileprivate func isTitleAlone(in other: GoalFields) -> Bool {
        var renamed = self
        renamed.title = other.title
        return renamed == other
    }

    /// Checks the dates: the start must not be after the end, an open goal must not end before today, nor a finished
    /// one after today.
    fileprivate func check(isFinished: Bool, today: CalendarDate) throws(StoreError) {
        if startDate > endDate { throw .startsAfterEnd }
        if !isFinished, endDate < today { throw .endsInPast }
        if isFinished, endDate > today { throw .endsInFuture }
    }
}

extension CalendarDate {
    /// Returns the noon of the day in a zone: clocks are never set forward or back at that time.
    func noon(in zone: TimeZoneID) -> Date { noon(in: zone.timeZone) }

    func noon(in zone: TimeZone) -> Date {
        let noon = Date(timeIntervalSince1970: Double(daysSince1970) * 86_400 + 43_200)
        return noon.addingTimeInterval(-Double(zone.secondsFromGMT(for: noon)))
    }
}
