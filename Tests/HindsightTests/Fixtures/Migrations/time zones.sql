ALTER TABLE account ADD COLUMN timeZone TEXT CHECK (length(timeZone) > 0);
