ALTER TABLE step ADD COLUMN dueOn TEXT CHECK (dueOn IS NULL OR length(dueOn) = 10 AND times IS NULL);
ALTER TABLE removedStep ADD COLUMN dueOn TEXT CHECK (dueOn IS NULL OR length(dueOn) = 10 AND times IS NULL);
CREATE INDEX step_due ON step (ownerID, dueOn, goalID) WHERE dueOn IS NOT NULL AND doneAt IS NULL;
