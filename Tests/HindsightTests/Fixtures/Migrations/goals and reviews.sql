CREATE TABLE goal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    ownerID INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    title ANY NOT NULL CHECK (typeof(title) IN ('text', 'blob') AND length(title) > 0),
    startDate TEXT NOT NULL CHECK (length(startDate) = 10),
    endDate TEXT NOT NULL CHECK (length(endDate) = 10),
    status TEXT NOT NULL CHECK (status IN ('stored', 'active', 'completed')),
    reminderEnabled INTEGER NOT NULL DEFAULT 0 CHECK (reminderEnabled IN (0, 1)),
    jewelColor TEXT CHECK (jewelColor IN ('blue', 'purple', 'pink', 'green')),
    jewelShape TEXT CHECK (jewelShape IN ('brilliant', 'pear', 'heart', 'star', 'emerald')),
    completedAt INTEGER,
    createdAt INTEGER NOT NULL,
    deletedAt INTEGER,
    UNIQUE (id, ownerID),
    CHECK (startDate <= endDate),
    CHECK ((status = 'completed') = (jewelColor IS NOT NULL)),
    CHECK ((status = 'completed') = (jewelShape IS NOT NULL)),
    CHECK ((status = 'completed') = (completedAt IS NOT NULL))
) STRICT;
CREATE INDEX goal_box ON goal (ownerID, status, deletedAt, id);
CREATE TABLE review (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    goalID INTEGER NOT NULL,
    ownerID INTEGER NOT NULL,
    style TEXT NOT NULL CHECK (style IN ('guided', 'free')),
    liked ANY CHECK (liked IS NULL OR typeof(liked) IN ('text', 'blob')),
    lacked ANY CHECK (lacked IS NULL OR typeof(lacked) IN ('text', 'blob')),
    learned ANY CHECK (learned IS NULL OR typeof(learned) IN ('text', 'blob')),
    longedFor ANY CHECK (longedFor IS NULL OR typeof(longedFor) IN ('text', 'blob')),
    text ANY CHECK (text IS NULL OR typeof(text) IN ('text', 'blob')),
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 5),
    writtenAt INTEGER NOT NULL,
    editedAt INTEGER,
    deletedAt INTEGER,
    FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE,
    CHECK ((style = 'guided') = (liked IS NOT NULL)),
    CHECK ((style = 'guided') = (lacked IS NOT NULL)),
    CHECK ((style = 'guided') = (learned IS NOT NULL)),
    CHECK ((style = 'guided') = (longedFor IS NOT NULL)),
    CHECK ((style = 'free') = (text IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX review_live ON review (goalID, ownerID) WHERE deletedAt IS NULL;
CREATE INDEX review_goal ON review (goalID, ownerID, deletedAt);
CREATE INDEX review_expiry ON review (deletedAt) WHERE deletedAt IS NOT NULL;
CREATE TABLE reviewDraft (
    goalID INTEGER NOT NULL,
    ownerID INTEGER NOT NULL,
    style TEXT NOT NULL CHECK (style IN ('guided', 'free')),
    liked ANY NOT NULL CHECK (liked IS NULL OR typeof(liked) IN ('text', 'blob')),
    lacked ANY NOT NULL CHECK (lacked IS NULL OR typeof(lacked) IN ('text', 'blob')),
    learned ANY NOT NULL CHECK (learned IS NULL OR typeof(learned) IN ('text', 'blob')),
    longedFor ANY NOT NULL CHECK (longedFor IS NULL OR typeof(longedFor) IN ('text', 'blob')),
    text ANY NOT NULL CHECK (text IS NULL OR typeof(text) IN ('text', 'blob')),
    level INTEGER CHECK (level BETWEEN 1 AND 5),
    updatedAt INTEGER NOT NULL,
    PRIMARY KEY (goalID, ownerID),
    FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
) STRICT;
