-- Tools that ask first: a person approves each of their calls before it is made.
ALTER TABLE tools ADD COLUMN asks_first INTEGER NOT NULL DEFAULT 0 CHECK (asks_first IN (0, 1));

-- Names of the tools of a server that ask first, JSON.
ALTER TABLE mcp_servers ADD COLUMN tools_ask TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tools_ask));

-- Calls that wait for a person are calls with further states.
CREATE TABLE calls_with_approvals (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Sequence number of the last message that the turn answers.
  answers_seq     INTEGER NOT NULL,
  name            TEXT NOT NULL,
  arguments       TEXT NOT NULL CHECK (json_valid(arguments)),
  -- `waiting`: for a person; `approved`: about to be made; `refused`: not made, because nothing allows it.
  status          TEXT NOT NULL CHECK (
    status IN ('waiting', 'approved', 'running', 'done', 'failed', 'refused', 'declined', 'expired')
  ),
  -- What the model was told.
  result          TEXT,
  -- Why it failed, for the desk alone.
  detail          TEXT,
  duration_ms     INTEGER,
  created_at      INTEGER NOT NULL,
  CHECK ((result IS NULL) = (status IN ('waiting', 'approved', 'running')))
) STRICT;

-- A used id is never given to another call.
INSERT INTO sqlite_sequence (name, seq) SELECT 'calls_with_approvals', seq FROM sqlite_sequence WHERE name = 'tool_calls';
INSERT INTO calls_with_approvals (
  id, conversation_id, answers_seq, name, arguments, status, result, detail, duration_ms, created_at
)
SELECT id, conversation_id, answers_seq, name, arguments, status, result, detail, duration_ms, created_at FROM tool_calls;
DROP TABLE tool_calls;
ALTER TABLE calls_with_approvals RENAME TO tool_calls;

-- Serves the messages of a conversation, and the prompt.
CREATE INDEX tool_calls_by_conversation ON tool_calls (conversation_id, answers_seq, id);

-- Serves the calls of a conversation that are not decided or not made yet.
CREATE INDEX tool_calls_open ON tool_calls (conversation_id) WHERE status IN ('waiting', 'approved', 'running');

-- The question to a person for a call, and its answer.
CREATE TABLE tool_approvals (
  call_id     INTEGER PRIMARY KEY REFERENCES tool_calls (id) ON DELETE CASCADE,
  -- The tool that is called: one of these, unless it was deleted since.
  tool_id     INTEGER REFERENCES tools (id) ON DELETE SET NULL,
  mcp_tool_id INTEGER REFERENCES mcp_tools (id) ON DELETE SET NULL,
  expires_at  INTEGER NOT NULL,
  -- 1 if this question made the conversation need a person.
  is_flagged  INTEGER NOT NULL DEFAULT 0 CHECK (is_flagged IN (0, 1)),
  decided_by  INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  decided_at  INTEGER,
  -- 1 if this decision turned off asking first.
  is_always   INTEGER NOT NULL DEFAULT 0 CHECK (is_always IN (0, 1)),
  -- Why a person declined, for the model.
  reason      TEXT,
  -- Sequence number of the last message when its outcome was known: the assistant comes back to it if nothing follows.
  settled_seq INTEGER
) STRICT;

-- Serve the deletion of tools and people.
CREATE INDEX tool_approvals_by_tool ON tool_approvals (tool_id) WHERE tool_id IS NOT NULL;
CREATE INDEX tool_approvals_by_mcp_tool ON tool_approvals (mcp_tool_id) WHERE mcp_tool_id IS NOT NULL;
CREATE INDEX tool_approvals_by_operator ON tool_approvals (decided_by) WHERE decided_by IS NOT NULL;
