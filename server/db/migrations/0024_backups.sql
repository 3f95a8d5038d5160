-- How often the data is copied, how many copies are kept, and what became of the last one. The copies themselves are files
-- that tell about themselves: they must be found when this file is lost.
CREATE TABLE backup_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  every_hours INTEGER NOT NULL CHECK (every_hours BETWEEN 0 AND 168),
  keep INTEGER NOT NULL CHECK (keep BETWEEN 1 AND 60),
  last_proven_at INTEGER,
  last_fault TEXT
) STRICT;
INSERT INTO backup_settings (id, every_hours, keep) VALUES (1, 24, 7);

-- Who was erased, as SHA-256 of the UUIDs of visitors and of their conversations (two visitors may have become one since): a
-- copy from before still holds them, and restoring it must not bring them back.
CREATE TABLE erasures (
  subject BLOB PRIMARY KEY CHECK (length(subject) = 32),
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
