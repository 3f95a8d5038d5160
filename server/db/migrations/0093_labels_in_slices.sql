-- Deleting a label and undoing that are one row each, whatever has the label: it is hidden for an hour, and then deleted with its conversations, in slices. A
-- merge moves them in slices, too.
ALTER TABLE labels ADD COLUMN deleted_at INTEGER;

-- The label that its conversations are moved to, slice by slice.
ALTER TABLE labels ADD COLUMN merged_into INTEGER REFERENCES labels (id) ON DELETE SET NULL;

-- A hidden one leaves its name to others.
DROP INDEX labels_by_name;
CREATE UNIQUE INDEX labels_by_name ON labels (user_id, name COLLATE NOCASE) WHERE deleted_at IS NULL;

-- Serves leaving out the hidden ones.
CREATE INDEX labels_deleted ON labels (id) WHERE deleted_at IS NOT NULL;

-- Serves the deletion of a label.
CREATE INDEX labels_merging ON labels (merged_into) WHERE merged_into IS NOT NULL;

-- Serves the deletion of an account, and what was the index of names for all labels.
CREATE INDEX labels_by_user ON labels (user_id);

-- A deletion that does not fit here only loses its undo.
INSERT OR IGNORE INTO labels (id, user_id, name, colour, created_at, deleted_at)
SELECT id, user_id, name, colour, created_at, deleted_at FROM deleted_labels;
INSERT OR IGNORE INTO conversation_labels (conversation_id, label_id)
SELECT conversation_id, label_id FROM deleted_label_conversations WHERE label_id IN (SELECT id FROM labels WHERE deleted_at IS NOT NULL);
DROP TABLE deleted_label_conversations;
DROP TABLE deleted_labels;
