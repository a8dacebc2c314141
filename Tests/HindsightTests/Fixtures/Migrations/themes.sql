ALTER TABLE account ADD COLUMN theme TEXT CHECK (theme IN ('light', 'dark'));
