extension Schema {
    /// Steps that are ticked `times` times, once a day at most, and the days of their ticks.
    ///
    /// `tickCount` and `doneOn` of such a step are the number and the last day of its ticks, also while it isn't done. They
    /// are counted after each change; see ``GoalDetailStatements/countTicks``. `repeatDays` are the days of the
    /// week that it is meant for, as bits, and `repeatsFrom` is the day from which its pace counts. The ticks of a
    /// removed step stay until it can't be restored any more.
    static let repeatingSteps =
        ["step", "removedStep"].flatMap { table in
            [
                "ALTER TABLE \(table) ADD COLUMN times INTEGER CHECK (times BETWEEN 2 AND 366)",
                "ALTER TABLE \(table) ADD COLUMN tickCount INTEGER NOT NULL DEFAULT 0 CHECK (tickCount >= 0)",
                "ALTER TABLE \(table) ADD COLUMN repeatDays INTEGER CHECK (repeatDays BETWEEN 0 AND 127)",
                "ALTER TABLE \(table) ADD COLUMN repeatsFrom TEXT CHECK (length(repeatsFrom) = 10)",
            ]
        } + [
            """
            CREATE TABLE stepTick (
                goalID INTEGER NOT NULL,
                stepID INTEGER NOT NULL,
                day TEXT NOT NULL CHECK (length(day) = 10),
                ownerID INTEGER NOT NULL,
                PRIMARY KEY (goalID, stepID, day),
                FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX stepTick_day ON stepTick (ownerID, day)",
            """
            CREATE TRIGGER removedStep_deleted AFTER DELETE ON removedStep
            WHEN NOT EXISTS (SELECT 1 FROM step WHERE step.id = OLD.stepID) BEGIN
                DELETE FROM stepTick WHERE goalID = OLD.goalID AND stepID = OLD.stepID;
            END
            """,
        ]
}

extension Schema {
    /// The day by which a step is meant to be done. A step that repeats has none.
    static let daysOfSteps =
        ["step", "removedStep"].map { table in
            """
            ALTER TABLE \(table) ADD COLUMN dueOn TEXT CHECK (dueOn IS NULL OR length(dueOn) = 10 AND times IS NULL)
            """
        } + [
            // For the goals with a step whose day has come.
            "CREATE INDEX step_due ON step (ownerID, dueOn, goalID) WHERE dueOn IS NOT NULL AND doneAt IS NULL"
        ]
}
