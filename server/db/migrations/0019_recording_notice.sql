-- Callers are told that they are recorded, unless the operator announces it in their own words.
ALTER TABLE assistants ADD COLUMN recording_notice INTEGER NOT NULL DEFAULT 1 CHECK (recording_notice IN (0, 1));
