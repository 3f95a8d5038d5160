-- The inbox: what a conversation waits for, whose it is, what it is about, and how many of each there are.

-- Whose it is, at the desk.
ALTER TABLE conversations ADD COLUMN assignee_id INTEGER REFERENCES operators (id) ON DELETE SET NULL;
-- Out of sight until then, or until the visitor writes.
ALTER TABLE conversations ADD COLUMN snoozed_until INTEGER;
-- The assistant could not answer, or the visitor asked for a person; over once a person writes or takes over.
ALTER TABLE conversations ADD COLUMN needs_person INTEGER NOT NULL DEFAULT 0 CHECK (needs_person IN (0, 1));
-- Since when the visitor has had the last word. Kept by triggers.
ALTER TABLE conversations ADD COLUMN awaiting_reply_since INTEGER;
-- Whether a person has ever written in it. Kept by triggers.
ALTER TABLE conversations ADD COLUMN person_wrote INTEGER NOT NULL DEFAULT 0 CHECK (person_wrote IN (0, 1));

-- Where it is in the inbox. A test in which nobody has spoken yet is nowhere.
ALTER TABLE conversations ADD COLUMN inbox_state TEXT GENERATED ALWAYS AS (
  CASE
    WHEN type = 'test' AND message_count <= 1 THEN NULL
    WHEN ended_at IS NOT NULL THEN 'ended'
    WHEN snoozed_until IS NOT NULL THEN 'snoozed'
    ELSE 'open'
  END
) VIRTUAL;
-- Whether the assistant has it on its own: nobody has written, nobody has it, nobody is needed.
ALTER TABLE conversations ADD COLUMN is_ai_only INTEGER GENERATED ALWAYS AS (
  ai_mode = 'auto' AND person_wrote = 0 AND needs_person = 0 AND assignee_id IS NULL
) VIRTUAL;

UPDATE conversations SET person_wrote = 1
WHERE id IN (SELECT conversation_id FROM messages WHERE author = 'operator');
UPDATE conversations SET
  awaiting_reply_since = (
    SELECT CASE WHEN author = 'visitor' THEN created_at END FROM messages
    WHERE conversation_id = conversations.id AND seq = message_count
  ),
  needs_person = ai_mode = 'auto' AND ifnull((
    SELECT status = 'failed' FROM messages WHERE conversation_id = conversations.id AND seq = message_count
  ), 0)
WHERE ended_at IS NULL;

-- Serve the inbox by what it is narrowed to, latest activity first; the whole of it has `conversations_by_activity`.
CREATE INDEX conversations_by_state ON conversations (user_id, inbox_state, updated_at DESC, id DESC);
CREATE INDEX conversations_by_assistant_activity ON conversations (user_id, assistant_id, updated_at DESC, id DESC);
CREATE INDEX conversations_awaiting ON conversations (user_id, updated_at DESC, id DESC)
  WHERE awaiting_reply_since IS NOT NULL;
CREATE INDEX conversations_needing ON conversations (user_id, updated_at DESC, id DESC) WHERE needs_person = 1;
CREATE INDEX conversations_unread ON conversations (user_id, updated_at DESC, id DESC) WHERE unread_count > 0;
CREATE INDEX conversations_by_assignee ON conversations (user_id, assignee_id, updated_at DESC, id DESC)
  WHERE assignee_id IS NOT NULL;
-- Serve what comes back next, and forgetting an operator.
CREATE INDEX conversations_snoozed ON conversations (snoozed_until) WHERE snoozed_until IS NOT NULL;
CREATE INDEX conversations_of_assignee ON conversations (assignee_id) WHERE assignee_id IS NOT NULL;

CREATE TABLE labels (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  colour     TEXT NOT NULL CHECK (colour IN ('grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX labels_by_name ON labels (user_id, name COLLATE NOCASE);

CREATE TABLE conversation_labels (
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  label_id        INTEGER NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
  PRIMARY KEY (conversation_id, label_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX conversation_labels_by_label ON conversation_labels (label_id, conversation_id);

-- A view that an operator has saved: what the inbox is narrowed to, as its address says it.
CREATE TABLE inbox_views (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  name        TEXT NOT NULL CHECK (name <> ''),
  filters     TEXT NOT NULL CHECK (json_valid(filters)),
  position    INTEGER NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX inbox_views_by_operator ON inbox_views (operator_id, position, id);

-- How many conversations there are of each kind that a view can ask for: a count is a sum over a few of these rows. Label 0
-- is every conversation, and nobody's assignee is 0. Triggers keep them in the transaction of the change, whoever writes;
-- `inbox_counts_expected` says what they must be, in SQL that goes through everything.
CREATE TABLE inbox_counts (
  user_id      INTEGER NOT NULL,
  label_id     INTEGER NOT NULL,
  state        TEXT NOT NULL,
  assignee_id  INTEGER NOT NULL,
  is_awaiting  INTEGER NOT NULL,
  needs_person INTEGER NOT NULL,
  is_ai_only   INTEGER NOT NULL,
  is_unread    INTEGER NOT NULL,
  assistant_id INTEGER NOT NULL,
  type         TEXT NOT NULL,
  ai_mode      TEXT NOT NULL,
  count        INTEGER NOT NULL,
  PRIMARY KEY (
    user_id, label_id, state, assignee_id, is_awaiting, needs_person, is_ai_only, is_unread, assistant_id, type, ai_mode
  )
) STRICT, WITHOUT ROWID;

-- The kind of every conversation, for all and for each of its labels.
CREATE VIEW inbox_kinds AS
SELECT conversations.id, user_id, named.label_id, inbox_state AS state, ifnull(assignee_id, 0) AS assignee_id,
  awaiting_reply_since IS NOT NULL AS is_awaiting, needs_person, is_ai_only, unread_count > 0 AS is_unread,
  assistant_id, type, ai_mode
FROM conversations CROSS JOIN (
  SELECT id AS conversation_id, 0 AS label_id FROM conversations
  UNION ALL
  SELECT conversation_id, label_id FROM conversation_labels
) AS named ON named.conversation_id = conversations.id
WHERE inbox_state IS NOT NULL;

CREATE VIEW inbox_counts_expected AS
SELECT user_id, label_id, state, assignee_id, is_awaiting, needs_person, is_ai_only, is_unread, assistant_id, type, ai_mode,
  count(*) AS count
FROM inbox_kinds GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;

INSERT INTO inbox_counts
SELECT user_id, 0, inbox_state, ifnull(assignee_id, 0), awaiting_reply_since IS NOT NULL, needs_person, is_ai_only,
  unread_count > 0, assistant_id, type, ai_mode, count(*)
FROM conversations WHERE inbox_state IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;

CREATE TRIGGER conversations_counted AFTER INSERT ON conversations WHEN new.inbox_state IS NOT NULL BEGIN
  INSERT INTO inbox_counts VALUES (
    new.user_id, 0, new.inbox_state, ifnull(new.assignee_id, 0), new.awaiting_reply_since IS NOT NULL, new.needs_person,
    new.is_ai_only, new.unread_count > 0, new.assistant_id, new.type, new.ai_mode, 1
  ) ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER conversations_recounted AFTER UPDATE OF
  user_id, assistant_id, type, message_count, unread_count, ended_at, snoozed_until, assignee_id, needs_person,
  awaiting_reply_since, person_wrote, ai_mode
ON conversations
WHEN (
  new.user_id, new.inbox_state, new.assignee_id, new.awaiting_reply_since IS NULL, new.needs_person, new.is_ai_only,
  new.unread_count > 0, new.assistant_id, new.type, new.ai_mode
) IS NOT (
  old.user_id, old.inbox_state, old.assignee_id, old.awaiting_reply_since IS NULL, old.needs_person, old.is_ai_only,
  old.unread_count > 0, old.assistant_id, old.type, old.ai_mode
) BEGIN
  INSERT INTO inbox_counts
  SELECT old.user_id, label_id, old.inbox_state, ifnull(old.assignee_id, 0), old.awaiting_reply_since IS NOT NULL,
    old.needs_person, old.is_ai_only, old.unread_count > 0, old.assistant_id, old.type, old.ai_mode, -1
  FROM (SELECT 0 AS label_id UNION ALL SELECT label_id FROM conversation_labels WHERE conversation_id = old.id)
  WHERE old.inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count - 1;
  INSERT INTO inbox_counts
  SELECT new.user_id, label_id, new.inbox_state, ifnull(new.assignee_id, 0), new.awaiting_reply_since IS NOT NULL,
    new.needs_person, new.is_ai_only, new.unread_count > 0, new.assistant_id, new.type, new.ai_mode, 1
  FROM (SELECT 0 AS label_id UNION ALL SELECT label_id FROM conversation_labels WHERE conversation_id = new.id)
  WHERE new.inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- Before, so that its labels still know what they were on.
CREATE TRIGGER conversations_uncounted BEFORE DELETE ON conversations BEGIN
  DELETE FROM conversation_labels WHERE conversation_id = old.id;
  INSERT INTO inbox_counts
  SELECT old.user_id, 0, old.inbox_state, ifnull(old.assignee_id, 0), old.awaiting_reply_since IS NOT NULL,
    old.needs_person, old.is_ai_only, old.unread_count > 0, old.assistant_id, old.type, old.ai_mode, -1
  WHERE old.inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count - 1;
END;

CREATE TRIGGER conversation_labels_counted AFTER INSERT ON conversation_labels BEGIN
  INSERT INTO inbox_counts
  SELECT user_id, new.label_id, inbox_state, ifnull(assignee_id, 0), awaiting_reply_since IS NOT NULL, needs_person,
    is_ai_only, unread_count > 0, assistant_id, type, ai_mode, 1
  FROM conversations WHERE id = new.conversation_id AND inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER conversation_labels_uncounted AFTER DELETE ON conversation_labels BEGIN
  INSERT INTO inbox_counts
  SELECT user_id, old.label_id, inbox_state, ifnull(assignee_id, 0), awaiting_reply_since IS NOT NULL, needs_person,
    is_ai_only, unread_count > 0, assistant_id, type, ai_mode, -1
  FROM conversations WHERE id = old.conversation_id AND inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count - 1;
END;

-- The visitor writes: somebody has to answer, and nothing sleeps on.
CREATE TRIGGER messages_await AFTER INSERT ON messages WHEN new.author = 'visitor' BEGIN
  UPDATE conversations SET
    awaiting_reply_since = ifnull(awaiting_reply_since, new.created_at), snoozed_until = NULL
  WHERE id = new.conversation_id AND (awaiting_reply_since IS NULL OR snoozed_until IS NOT NULL);
END;

-- The assistant answers, or begins to.
CREATE TRIGGER messages_answer AFTER INSERT ON messages WHEN new.author = 'assistant' BEGIN
  UPDATE conversations SET awaiting_reply_since = NULL
  WHERE id = new.conversation_id AND awaiting_reply_since IS NOT NULL;
END;

-- A person answers: nobody is needed any more.
CREATE TRIGGER messages_answer_by_person AFTER INSERT ON messages WHEN new.author = 'operator' BEGIN
  UPDATE conversations SET awaiting_reply_since = NULL, needs_person = 0, person_wrote = 1
  WHERE id = new.conversation_id;
END;

-- What was begun was no answer after all.
CREATE TRIGGER messages_await_still AFTER UPDATE OF status ON messages
WHEN new.author = 'assistant' AND old.status = 'streaming' AND new.status IN ('failed', 'interrupted') BEGIN
  UPDATE conversations SET awaiting_reply_since = new.created_at
  WHERE id = new.conversation_id AND awaiting_reply_since IS NULL AND message_count = new.seq;
END;

-- A person takes over.
CREATE TRIGGER conversations_answered_by_person AFTER UPDATE OF ai_mode ON conversations
WHEN new.ai_mode = 'human' AND old.ai_mode <> 'human' AND new.needs_person = 1 BEGIN
  UPDATE conversations SET needs_person = 0 WHERE id = new.id;
END;

-- What has ended waits for nothing.
CREATE TRIGGER conversations_wait_for_nothing AFTER UPDATE OF ended_at ON conversations
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL BEGIN
  UPDATE conversations SET awaiting_reply_since = NULL, needs_person = 0, snoozed_until = NULL
  WHERE id = new.id AND (awaiting_reply_since IS NOT NULL OR needs_person = 1 OR snoozed_until IS NOT NULL);
END;

-- One action on many conversations. `collecting` finds them, `waiting` lets its author think again, `running` changes them a
-- slice at a time, `undoing` takes it back. Job and slices survive a crash: what is done is marked in the same commit.
CREATE TABLE bulk_operations (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  operator_id INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  action      TEXT NOT NULL,
  value       TEXT NOT NULL CHECK (json_valid(value)),
  -- What is to be found, and how far the search is; null where conversations were named.
  filters     TEXT CHECK (filters IS NULL OR json_valid(filters)),
  place       TEXT,
  status      TEXT NOT NULL
    CHECK (status IN ('collecting', 'waiting', 'running', 'done', 'undoing', 'undone', 'cancelled')),
  matched     INTEGER NOT NULL DEFAULT 0,
  processed   INTEGER NOT NULL DEFAULT 0,
  changed     INTEGER NOT NULL DEFAULT 0,
  runs_at     INTEGER NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX bulk_operations_by_age ON bulk_operations (created_at);
CREATE INDEX bulk_operations_by_user ON bulk_operations (user_id);
CREATE INDEX bulk_operations_by_operator ON bulk_operations (operator_id) WHERE operator_id IS NOT NULL;

CREATE TABLE bulk_items (
  operation_id    INTEGER NOT NULL REFERENCES bulk_operations (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  status          TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'changed', 'unchanged')),
  -- What it was before, so that it can be again.
  before          TEXT CHECK (before IS NULL OR json_valid(before)),
  PRIMARY KEY (operation_id, conversation_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX bulk_items_by_status ON bulk_items (operation_id, status, conversation_id);
CREATE INDEX bulk_items_by_conversation ON bulk_items (conversation_id);
