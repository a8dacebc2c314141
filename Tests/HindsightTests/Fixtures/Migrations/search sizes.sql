INSERT INTO searchStale (goalID, ownerID)
SELECT goalID, ownerID FROM searchText WHERE length(CAST(text AS BLOB)) > 4096
ON CONFLICT (goalID) DO NOTHING;
