-- Tool calls by an assistant on a phone call, which takes place in no conversation.
CREATE TABLE call_tool_calls (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id     INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  -- Turn that it answers.
  answers_seq INTEGER NOT NULL,
  name        TEXT NOT NULL,
  arguments   TEXT NOT NULL CHECK (json_valid(arguments)),
  -- `refused`: not made, because nothing allows it.
  status      TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'refused')),
  -- What the model was told.
  result      TEXT,
  -- Why it failed, for the desk alone.
  detail      TEXT,
  duration_ms INTEGER,
  created_at  INTEGER NOT NULL,
  CHECK ((result IS NULL) = (status = 'running'))
) STRICT;

-- Serves a call's record, and the prompt.
CREATE INDEX call_tool_calls_by_call ON call_tool_calls (call_id, answers_seq, id);

-- Set once a person has the call: it continues at the provider without this server.
ALTER TABLE telephone_legs ADD COLUMN passed_on_at INTEGER;
