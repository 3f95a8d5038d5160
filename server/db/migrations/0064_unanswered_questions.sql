-- Questions that no assistant could answer, in groups of those that mean the same.
CREATE TABLE question_groups (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  status     TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'dismissed')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX question_groups_by_user ON question_groups (user_id, status, id);

-- Serves the latest groups that a new question is compared with.
CREATE INDEX question_groups_to_compare ON question_groups (user_id, id) WHERE status <> 'answered';

-- The words of a question are those of its message, and go with it.
CREATE TABLE unanswered_questions (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id    INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Sequence number of the visitor's message.
  seq             INTEGER NOT NULL,
  -- Null until its group is found.
  group_id        INTEGER REFERENCES question_groups (id) ON DELETE CASCADE,
  created_at      INTEGER NOT NULL,
  UNIQUE (conversation_id, seq)
) STRICT;

-- Serves the groups with their counts, and their deletion.
CREATE INDEX unanswered_questions_by_group ON unanswered_questions (group_id, id) WHERE group_id IS NOT NULL;

-- Serves finding the groups of new questions.
CREATE INDEX unanswered_questions_without_group ON unanswered_questions (user_id, id) WHERE group_id IS NULL;

-- Serve the deletion of what they refer to.
CREATE INDEX unanswered_questions_by_user ON unanswered_questions (user_id);
CREATE INDEX unanswered_questions_by_assistant ON unanswered_questions (assistant_id);

-- A group goes with its last question.
CREATE TRIGGER unanswered_questions_gone AFTER DELETE ON unanswered_questions WHEN old.group_id IS NOT NULL BEGIN
  DELETE FROM question_groups
  WHERE id = old.group_id AND NOT EXISTS (SELECT 1 FROM unanswered_questions WHERE group_id = old.group_id);
END;

-- Questions from before this table existed.
INSERT OR IGNORE INTO unanswered_questions (user_id, assistant_id, conversation_id, seq, created_at)
SELECT conversations.user_id, conversations.assistant_id, conversations.id, max(messages.seq), max(messages.created_at)
FROM conversation_activities AS activities JOIN conversations ON conversations.id = activities.conversation_id
  JOIN messages ON messages.conversation_id = conversations.id AND messages.author = 'visitor'
    AND messages.seq <= activities.after_seq
WHERE activities.kind = 'needs_person' AND activities.data ->> '$.reason' = 'unknown' AND conversations.type <> 'test'
GROUP BY activities.id ORDER BY activities.id;

INSERT INTO jobs (kind, payload, lane, run_at, created_at)
SELECT DISTINCT 'questions.group', json_object('user_id', user_id), 'questions:' || user_id, 0, 0 FROM unanswered_questions;
