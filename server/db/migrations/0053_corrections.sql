-- What the assistant drafted and what a person sent instead. Both texts are where they always were: the draft in
-- `proposals`, the reply in `messages`.
CREATE TABLE corrections (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id    INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  proposal_id     INTEGER NOT NULL UNIQUE REFERENCES proposals (id) ON DELETE CASCADE,
  message_id      INTEGER NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
  -- Edited and sent as the assistant's, or discarded and answered by a person.
  kind            TEXT NOT NULL CHECK (kind IN ('edited', 'replaced')),
  -- Who wrote the reply; null for a program, and once the person is removed.
  operator_id     INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  -- What became of it.
  status          TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'knowledge', 'test', 'instruction', 'dismissed')),
  created_at      INTEGER NOT NULL
) STRICT;

-- Serve the list, newest first: of all assistants, and of one.
CREATE INDEX corrections_by_user ON corrections (user_id, id);
CREATE INDEX corrections_by_assistant ON corrections (assistant_id, id);

-- Serve the deletion of what they refer to.
CREATE INDEX corrections_by_conversation ON corrections (conversation_id);
CREATE INDEX corrections_by_operator ON corrections (operator_id) WHERE operator_id IS NOT NULL;

-- Answers that were edited before this table existed.
INSERT INTO corrections (user_id, assistant_id, conversation_id, proposal_id, message_id, kind, operator_id, created_at)
SELECT conversations.user_id, conversations.assistant_id, conversations.id, proposals.id, messages.id, 'edited',
  proposals.decided_by, messages.created_at
FROM proposals JOIN messages ON messages.id = proposals.message_id
  JOIN conversations ON conversations.id = proposals.conversation_id
WHERE proposals.status = 'sent' AND trim(proposals.content) <> '' AND trim(proposals.content) <> trim(messages.content)
ORDER BY messages.created_at, messages.id;
