ALTER TABLE goal ADD COLUMN reviewRevision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE review ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
CREATE TABLE draftField (
    goalID INTEGER NOT NULL,
    ownerID INTEGER NOT NULL,
    droppedAt INTEGER NOT NULL DEFAULT 0,
    field TEXT NOT NULL
        CHECK (field IN ('liked', 'lacked', 'learned', 'longedFor', 'text', 'style', 'level')),
    value ANY NOT NULL CHECK (typeof(value) IN ('text', 'blob')),
    revision INTEGER NOT NULL,
    writer TEXT NOT NULL,
    PRIMARY KEY (goalID, ownerID, droppedAt, field),
    FOREIGN KEY (goalID, ownerID) REFERENCES goal (id, ownerID) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX draftField_dropped ON draftField (droppedAt) WHERE droppedAt > 0;
INSERT INTO draftField (goalID, ownerID, field, value, revision, writer)
SELECT goalID, ownerID, field.value, CASE field.value
        WHEN 'liked' THEN liked WHEN 'lacked' THEN lacked WHEN 'learned' THEN learned
        WHEN 'longedFor' THEN longedFor WHEN 'text' THEN text WHEN 'style' THEN style
        ELSE coalesce(CAST(level AS TEXT), '') END, 1, ''
FROM reviewDraft
JOIN json_each('["liked", "lacked", "learned", "longedFor", "text", "style", "level"]') AS field;
DROP TABLE reviewDraft;
