-- Replays: a draft of an assistant has answered real conversations again.
CREATE TABLE assistant_replays (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  -- The model that answered.
  model        TEXT NOT NULL,
  -- Whether a model judged what the rules could not.
  is_judged    INTEGER NOT NULL CHECK (is_judged IN (0, 1)),
  status       TEXT NOT NULL CHECK (status IN ('done', 'cancelled')),
  -- SHA-256 of the settings that answered, hex: the version that has them carries the result.
  fingerprint  TEXT NOT NULL,
  -- Newest version when it ran.
  base_version INTEGER NOT NULL,
  cost         INTEGER NOT NULL CHECK (cost >= 0),
  duration_ms  INTEGER NOT NULL CHECK (duration_ms >= 0),
  created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX assistant_replays_by_assistant ON assistant_replays (assistant_id, id);
CREATE INDEX assistant_replays_by_user ON assistant_replays (user_id);

-- The answers of a replay. What was said stays where it is: an erased conversation takes its answers along.
CREATE TABLE assistant_replay_answers (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  replay_id       INTEGER NOT NULL REFERENCES assistant_replays (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- The visitor's message, and the last one of the reply that was given.
  question_seq    INTEGER NOT NULL,
  reply_seq       INTEGER NOT NULL,
  content         TEXT NOT NULL,
  verdict         TEXT NOT NULL CHECK (verdict IN ('same', 'better', 'worse', 'needs_person')),
  -- JSON: what decided.
  reason          TEXT NOT NULL CHECK (json_valid(reason)),
  -- Names of the tools that were called, JSON.
  tools           TEXT NOT NULL CHECK (json_valid(tools))
) STRICT;

CREATE INDEX assistant_replay_answers_by_replay ON assistant_replay_answers (replay_id, id);
CREATE INDEX assistant_replay_answers_by_conversation ON assistant_replay_answers (conversation_id);
