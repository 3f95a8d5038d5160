-- For tests of migrations, on top of the baseline: columns, rows, an index and a trigger.
ALTER TABLE notes ADD COLUMN pinned_at INTEGER;

ALTER TABLE labels ADD COLUMN position INTEGER NOT NULL DEFAULT 0;

UPDATE labels SET position = id;

CREATE INDEX notes_pinned ON notes (conversation_id, pinned_at) WHERE pinned_at IS NOT NULL;

CREATE TRIGGER notes_unpinned AFTER UPDATE OF deleted_at ON notes BEGIN
  UPDATE notes SET pinned_at = CASE
    WHEN new.deleted_at IS NULL THEN new.pinned_at
  END WHERE id = new.id;
END;
