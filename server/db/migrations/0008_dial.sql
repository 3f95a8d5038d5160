-- Who answers the visitor: the assistant by itself, the assistant once a person has approved, or a person. This is the one
-- truth; `ai_enabled`, as the API has it, follows from it.
ALTER TABLE conversations ADD COLUMN ai_mode TEXT NOT NULL DEFAULT 'auto'
  CHECK (ai_mode IN ('auto', 'approve', 'human'));
UPDATE conversations SET ai_mode = 'human' WHERE ai_enabled = 0;
ALTER TABLE conversations DROP COLUMN ai_enabled;
ALTER TABLE conversations ADD COLUMN ai_enabled INTEGER NOT NULL GENERATED ALWAYS AS (ai_mode = 'auto') VIRTUAL;

-- Who turned it last, and when; nobody has yet where they are null. A program acts for a person.
ALTER TABLE conversations ADD COLUMN ai_mode_by INTEGER REFERENCES operators (id) ON DELETE SET NULL;
ALTER TABLE conversations ADD COLUMN ai_mode_at INTEGER;
CREATE INDEX conversations_by_ai_mode_by ON conversations (ai_mode_by) WHERE ai_mode_by IS NOT NULL;

-- How the chats that an assistant has with visitors of a website begin.
ALTER TABLE assistants ADD COLUMN chat_mode TEXT NOT NULL DEFAULT 'auto' CHECK (chat_mode IN ('auto', 'approve'));

-- What the assistant would say, where a person approves it first. The visitor never sees a row of this table.
-- `stale`: overtaken by the visitor, by a person's own reply or by a turn of the dial. A draft that was sent says what the
-- assistant had written; what the visitor was sent is the message.
CREATE TABLE proposals (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  epoch           INTEGER NOT NULL,
  -- Sequence number of the last message it answers.
  answers_seq     INTEGER NOT NULL,
  -- What a person asked for when it was drafted anew.
  hint            TEXT,
  content         TEXT NOT NULL DEFAULT '',
  status          TEXT NOT NULL CHECK (status IN ('streaming', 'ready', 'failed', 'stale', 'sent', 'dismissed')),
  -- Why it is not whole.
  error           TEXT,
  cost            INTEGER NOT NULL DEFAULT 0,
  message_id      INTEGER REFERENCES messages (id) ON DELETE CASCADE,
  decided_by      INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  decided_at      INTEGER,
  created_at      INTEGER NOT NULL,
  CHECK (message_id IS NULL OR status = 'sent'),
  CHECK ((decided_at IS NOT NULL) = (status IN ('sent', 'dismissed')))
) STRICT;

-- One open draft a conversation.
CREATE UNIQUE INDEX proposals_open ON proposals (conversation_id) WHERE status IN ('streaming', 'ready', 'failed');
-- Serves a conversation's pairs of what the assistant said and what a person sent.
CREATE INDEX proposals_by_conversation ON proposals (conversation_id, id);
-- Serve what refers to a row that goes.
CREATE INDEX proposals_by_message ON proposals (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX proposals_by_decider ON proposals (decided_by) WHERE decided_by IS NOT NULL;

-- Set on the pieces of a draft, which go once the whole draft is there.
ALTER TABLE events ADD COLUMN proposal_id INTEGER;
CREATE INDEX events_of_proposal ON events (proposal_id) WHERE proposal_id IS NOT NULL;

-- The epoch in which an answer was begun.
ALTER TABLE messages ADD COLUMN epoch INTEGER;
UPDATE messages SET epoch = (SELECT ai_epoch FROM conversations WHERE conversations.id = conversation_id)
WHERE status = 'streaming';

-- The last line of defence: whatever the code does, an answer is written in the epoch of its conversation only and stays as it
-- is from then on; where a person approves, it is only what a person has just sent.
CREATE TRIGGER messages_in_epoch BEFORE INSERT ON messages
WHEN new.answers_seq IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM conversations
  WHERE conversations.id = new.conversation_id AND ai_epoch = new.epoch AND (
    ai_mode = 'auto' OR ai_mode = 'approve' AND EXISTS (
      SELECT 1 FROM proposals
      WHERE proposals.conversation_id = new.conversation_id AND status = 'sent' AND message_id IS NULL
        AND epoch = new.epoch
    )
  )
) BEGIN
  SELECT RAISE(ABORT, 'The epoch of this answer is over');
END;

CREATE TRIGGER messages_grow_in_epoch BEFORE UPDATE OF content ON messages
WHEN old.answers_seq IS NOT NULL AND new.content <> old.content AND (
  old.status <> 'streaming' OR NOT EXISTS (
    SELECT 1 FROM conversations
    WHERE conversations.id = old.conversation_id AND ai_epoch = old.epoch AND ai_mode = 'auto'
  )
) BEGIN
  SELECT RAISE(ABORT, 'The epoch of this answer is over');
END;

-- What happened in a conversation beside what was said: the desk shows it between the messages, the visitor never.
CREATE TABLE conversation_activities (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- It happened after the message with this sequence number.
  after_seq       INTEGER NOT NULL,
  kind            TEXT NOT NULL CHECK (kind <> ''),
  operator_id     INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  data            TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  created_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX conversation_activities_by_conversation ON conversation_activities (conversation_id, id);
CREATE INDEX conversation_activities_by_operator ON conversation_activities (operator_id) WHERE operator_id IS NOT NULL;
