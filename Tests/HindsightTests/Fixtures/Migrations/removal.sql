ALTER TABLE account ADD COLUMN closedAt INTEGER;
CREATE INDEX account_closed ON account (closedAt) WHERE closedAt IS NOT NULL;
