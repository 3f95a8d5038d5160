-- A deleted label with its conversations: for an hour its deletion can be undone, then the next clean-up deletes it here.
CREATE TABLE deleted_labels (
  id         INTEGER PRIMARY KEY,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  colour     TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER NOT NULL
) STRICT;

-- Serves the deletion of an account.
CREATE INDEX deleted_labels_by_user ON deleted_labels (user_id);

-- Serves the sweep of those that can no longer be restored.
CREATE INDEX deleted_labels_by_time ON deleted_labels (deleted_at);

CREATE TABLE deleted_label_conversations (
  label_id        INTEGER NOT NULL REFERENCES deleted_labels (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  PRIMARY KEY (label_id, conversation_id)
) STRICT, WITHOUT ROWID;

-- Serves the deletion of a conversation.
CREATE INDEX deleted_label_conversations_by_conversation ON deleted_label_conversations (conversation_id);
