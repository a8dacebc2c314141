ALTER TABLE step ADD COLUMN dueOn TEXT CHECK (dueOn IS NULL OR length(dueOn) = 10 AND times IS NULL);
ALTER TABLE removedStep ADD COLUMN dueOn TEXT CHECK (dueOn IS NULL OR length(dueOn) = 10 AND times IS NULL);
