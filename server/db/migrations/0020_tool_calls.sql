-- What the assistant has asked of its tools while it answered a message. A call is written before it is made, so that a turn
-- that is done anew after a crash knows of it and does not make it twice.
CREATE TABLE tool_calls (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Sequence number of the last message that the turn answers.
  answers_seq     INTEGER NOT NULL,
  name            TEXT NOT NULL,
  arguments       TEXT NOT NULL CHECK (json_valid(arguments)),
  -- `refused`: not made, because nothing allows it.
  status          TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'refused')),
  -- What the model was told.
  result          TEXT,
  -- Why it failed, for the desk alone.
  detail          TEXT,
  duration_ms     INTEGER,
  created_at      INTEGER NOT NULL,
  CHECK ((result IS NULL) = (status = 'running'))
) STRICT;

-- Serves the messages of a conversation, and the prompt.
CREATE INDEX tool_calls_by_conversation ON tool_calls (conversation_id, answers_seq, id);

-- An answer that was cut off goes on: it is searched for again once it is whole, and nobody waits for a reply meanwhile.
CREATE TRIGGER messages_resume AFTER UPDATE OF status ON messages
WHEN old.status <> 'streaming' AND new.status = 'streaming' BEGIN
  INSERT INTO search_remove VALUES ('message', old.id, old.content);
  UPDATE conversations SET awaiting_reply_since = NULL
  WHERE id = new.conversation_id AND awaiting_reply_since IS NOT NULL;
END;
