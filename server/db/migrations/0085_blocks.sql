-- A sender whom an operator has blocked, until a time or until somebody lifts it. A block that was lifted or has ended is kept for an hour or two: a lifted one
-- can be restored for an hour.
CREATE TABLE blocks (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Erasing them deletes the block with what they are recognised by.
  visitor_id      INTEGER REFERENCES visitors (id) ON DELETE CASCADE,
  -- The conversation in which they were blocked.
  conversation_id INTEGER REFERENCES conversations (id) ON DELETE SET NULL,
  -- Name of the sender at that time, as the desk lists it.
  name            TEXT,
  reason          TEXT,
  operator_id     INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  created_at      INTEGER NOT NULL,
  -- Null until it is lifted.
  ends_at         INTEGER,
  lifted_at       INTEGER
) STRICT;

-- Serves the list of blocks, newest first.
CREATE INDEX blocks_by_user ON blocks (user_id, id DESC);

-- Serves the deletion of a conversation.
CREATE INDEX blocks_by_conversation ON blocks (conversation_id) WHERE conversation_id IS NOT NULL;

-- Serves the deletion of a visitor, and retention.
CREATE INDEX blocks_by_visitor ON blocks (visitor_id) WHERE visitor_id IS NOT NULL;

-- Serves the deletion of an operator.
CREATE INDEX blocks_by_operator ON blocks (operator_id) WHERE operator_id IS NOT NULL;

-- What a blocked sender is recognised by: the id of a visitor, the id that a website vouches for (after its assistant), an email address in
-- lower case, a telephone number in E.164, or the id of a messaging service.
CREATE TABLE block_keys (
  block_id INTEGER NOT NULL REFERENCES blocks (id) ON DELETE CASCADE,
  user_id  INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind     TEXT NOT NULL CHECK (kind IN ('visitor', 'identity', 'email', 'phone', 'messenger')),
  value    TEXT NOT NULL,
  PRIMARY KEY (user_id, kind, value, block_id)
) STRICT, WITHOUT ROWID;

-- Serves the keys of a block, and its deletion.
CREATE INDEX block_keys_by_block ON block_keys (block_id);
