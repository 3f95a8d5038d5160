-- A saved view of the inbox is an operator's own, or shared with everyone at the desk; each list has its own order.
ALTER TABLE inbox_views ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1));

-- Null: as each operator sorts the inbox.
ALTER TABLE inbox_views ADD COLUMN sort TEXT CHECK (sort IN ('activity', 'waiting', 'due'));

-- For an hour a deletion can be undone, then the next clean-up deletes the row.
ALTER TABLE inbox_views ADD COLUMN deleted_at INTEGER;

-- Serves the shared views of an account, and the deletion of an account.
CREATE INDEX inbox_views_by_account ON inbox_views (user_id, is_shared, position, id);

-- Serves the sweep of those that can no longer be restored.
CREATE INDEX inbox_views_deleted ON inbox_views (deleted_at) WHERE deleted_at IS NOT NULL;

-- Removed operators take their own views with them; those that they shared stay.
CREATE TRIGGER operators_take_their_views AFTER UPDATE OF removed_at ON operators WHEN new.removed_at IS NOT NULL BEGIN
  DELETE FROM inbox_views WHERE operator_id = new.id AND is_shared = 0;
END;
DELETE FROM inbox_views WHERE operator_id IN (SELECT id FROM operators WHERE removed_at IS NOT NULL);
