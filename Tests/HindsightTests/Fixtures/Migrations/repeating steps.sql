ALTER TABLE step ADD COLUMN times INTEGER CHECK (times BETWEEN 2 AND 366);
ALTER TABLE step ADD COLUMN tickCount INTEGER NOT NULL DEFAULT 0 CHECK (tickCount >= 0);
ALTER TABLE step ADD COLUMN repeatDays INTEGER CHECK (repeatDays BETWEEN 0 AND 127);
ALTER TABLE step ADD COLUMN repeatsFrom TEXT CHECK (length(repeatsFrom) = 10);
ALTER TABLE removedStep ADD COLUMN times INTEGER CHECK (times BETWEEN 2 AND 366);
ALTER TABLE removedStep ADD COLUMN tickCount INTEGER NOT NULL DEFAULT 0 CHECK (tickCount >= 0);
ALTER TABLE removedStep ADD COLUMN repeatDays INTEGER CHECK (repeatDays BETWEEN 0 AND 127);
ALTER TABLE removedStep ADD COLUMN repeatsFrom TEXT CHECK (length(repeatsFrom) = 10);
CREATE TABLE stepTick (
    goalID INTEGER NOT NULL,
    stepID INTEGER NOT NULL,
    day TEXT NOT NULL CHECK (length(day) = 10),
    ownerID INTEGER NOT NULL,
    PRIMARY KEY (goalID, stepID, day),
    FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX stepTick_day ON stepTick (ownerID, day);
CREATE TRIGGER removedStep_deleted AFTER DELETE ON removedStep
WHEN NOT EXISTS (SELECT 1 FROM step WHERE step.id = OLD.stepID) BEGIN
    DELETE FROM stepTick WHERE goalID = OLD.goalID AND stepID = OLD.stepID;
END;
