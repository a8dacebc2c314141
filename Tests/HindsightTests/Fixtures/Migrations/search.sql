CREATE VIRTUAL TABLE goalSearch USING fts5(terms, content='', columnsize=0, detail=none, tokenize='ascii');
CREATE TABLE searchText (
    goalID INTEGER PRIMARY KEY,
    ownerID INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE TABLE searchStale (goalID INTEGER PRIMARY KEY, ownerID INTEGER NOT NULL) STRICT;
CREATE INDEX searchStale_owner ON searchStale (ownerID, goalID);
INSERT INTO searchStale (goalID, ownerID) SELECT id, ownerID FROM goal;
CREATE TRIGGER goal_inserted_search AFTER INSERT ON goal BEGIN INSERT INTO searchStale (goalID, ownerID) VALUES (NEW.id, NEW.ownerID) ON CONFLICT (goalID) DO NOTHING; END;
CREATE TRIGGER goal_updated_search AFTER UPDATE OF title ON goal WHEN NEW.title IS NOT OLD.title BEGIN
    INSERT INTO searchStale (goalID, ownerID) VALUES (NEW.id, NEW.ownerID) ON CONFLICT (goalID) DO NOTHING;
END;
CREATE TRIGGER goal_deleted_search AFTER DELETE ON goal BEGIN INSERT INTO searchStale (goalID, ownerID) VALUES (OLD.id, OLD.ownerID) ON CONFLICT (goalID) DO NOTHING; END;
CREATE TRIGGER step_inserted_search AFTER INSERT ON step BEGIN INSERT INTO searchStale (goalID, ownerID) VALUES (NEW.goalID, NEW.ownerID) ON CONFLICT (goalID) DO NOTHING; END;
CREATE TRIGGER step_updated_search AFTER UPDATE OF title ON step WHEN NEW.title IS NOT OLD.title BEGIN
    INSERT INTO searchStale (goalID, ownerID) VALUES (NEW.goalID, NEW.ownerID) ON CONFLICT (goalID) DO NOTHING;
END;
CREATE TRIGGER step_deleted_search AFTER DELETE ON step BEGIN INSERT INTO searchStale (goalID, ownerID) VALUES (OLD.goalID, OLD.ownerID) ON CONFLICT (goalID) DO NOTHING; END;
CREATE TRIGGER review_inserted_search AFTER INSERT ON review BEGIN INSERT INTO searchStale (goalID, ownerID) VALUES (NEW.goalID, NEW.ownerID) ON CONFLICT (goalID) DO NOTHING; END;
CREATE TRIGGER review_updated_search AFTER UPDATE OF liked, lacked, learned, longedFor, text ON review BEGIN
    INSERT INTO searchStale (goalID, ownerID) VALUES (NEW.goalID, NEW.ownerID) ON CONFLICT (goalID) DO NOTHING;
END;
CREATE TRIGGER review_deleted_search AFTER DELETE ON review BEGIN INSERT INTO searchStale (goalID, ownerID) VALUES (OLD.goalID, OLD.ownerID) ON CONFLICT (goalID) DO NOTHING; END;
