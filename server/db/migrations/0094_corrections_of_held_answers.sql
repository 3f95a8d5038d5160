-- A person also corrects an answer that they held: by other words for its rest, or by a reply of their own once they had discarded it. What the
-- assistant had written is in the activity then, and not in a draft.
CREATE TABLE corrections_of_any (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id    INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- What has the assistant's text: a draft, or the activity of a held answer.
  proposal_id     INTEGER UNIQUE REFERENCES proposals (id) ON DELETE CASCADE,
  activity_id     INTEGER UNIQUE REFERENCES conversation_activities (id) ON DELETE CASCADE,
  message_id      INTEGER NOT NULL UNIQUE REFERENCES messages (id) ON DELETE CASCADE,
  -- Edited and sent as the assistant's, or discarded and answered by a person.
  kind            TEXT NOT NULL CHECK (kind IN ('edited', 'replaced')),
  -- Who wrote the reply; null for a program, and once the person is removed.
  operator_id     INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  -- What became of it.
  status          TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'knowledge', 'test', 'instruction', 'dismissed')),
  created_at      INTEGER NOT NULL,
  CHECK ((proposal_id IS NULL) <> (activity_id IS NULL))
) STRICT;

-- A used id is never given to another correction.
INSERT INTO sqlite_sequence (name, seq) SELECT 'corrections_of_any', seq FROM sqlite_sequence WHERE name = 'corrections';
INSERT OR IGNORE INTO corrections_of_any
  (id, user_id, assistant_id, conversation_id, proposal_id, message_id, kind, operator_id, status, created_at)
SELECT id, user_id, assistant_id, conversation_id, proposal_id, message_id, kind, operator_id, status, created_at FROM corrections;
DROP TABLE corrections;
ALTER TABLE corrections_of_any RENAME TO corrections;

-- Serve the list, newest first: of all assistants, and of one.
CREATE INDEX corrections_by_user ON corrections (user_id, id);
CREATE INDEX corrections_by_assistant ON corrections (assistant_id, id);

-- Serve the deletion of what they refer to.
CREATE INDEX corrections_by_conversation ON corrections (conversation_id);
CREATE INDEX corrections_by_operator ON corrections (operator_id) WHERE operator_id IS NOT NULL;

-- Held answers that were edited so far.
INSERT OR IGNORE INTO corrections (user_id, assistant_id, conversation_id, activity_id, message_id, kind, operator_id, created_at)
SELECT conversations.user_id, conversations.assistant_id, conversations.id, activities.id, messages.id, 'edited',
  activities.operator_id, activities.created_at
FROM conversation_activities AS activities JOIN conversations ON conversations.id = activities.conversation_id
  JOIN messages ON messages.id = activities.data ->> '$.message_id' AND messages.conversation_id = conversations.id
WHERE activities.kind = 'answer_edited' AND trim(activities.data ->> '$.draft') <> ''
  AND trim(activities.data ->> '$.draft') <> trim(messages.content)
ORDER BY activities.id;

-- What a draft was made from, JSON: the message that it is sent as shows it.
ALTER TABLE proposals ADD COLUMN explanation TEXT CHECK (explanation IS NULL OR json_valid(explanation));
