-- Targets of an account for how soon a person replies. `assistant_id` 0 is the account; an assistant with a row of its own has
-- that instead.
CREATE TABLE reply_targets (
  user_id       INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id  INTEGER NOT NULL,
  -- Minutes; null for no target.
  first_minutes INTEGER CHECK (first_minutes > 0),
  next_minutes  INTEGER CHECK (next_minutes > 0),
  hours         TEXT NOT NULL CHECK (hours IN ('office', 'all')),
  -- Share of the time after which a warning is given.
  warn_percent  INTEGER NOT NULL CHECK (warn_percent BETWEEN 1 AND 99),
  PRIMARY KEY (user_id, assistant_id)
) STRICT, WITHOUT ROWID;

-- A visitor's wait for a person, against a target as it was when the wait began. It runs until a person replies; one that ends
-- otherwise before it is due is deleted.
CREATE TABLE reply_clocks (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  kind            TEXT NOT NULL CHECK (kind IN ('first', 'next')),
  minutes         INTEGER NOT NULL,
  hours           TEXT NOT NULL,
  warn_percent    INTEGER NOT NULL,
  since           INTEGER NOT NULL,
  -- Null until the job `reply_clock.set` has computed them.
  warn_at         INTEGER,
  due_at          INTEGER,
  is_warned       INTEGER NOT NULL DEFAULT 0 CHECK (is_warned IN (0, 1)),
  stopped_at      INTEGER,
  outcome         TEXT CHECK (outcome IN ('met', 'missed')),
  CHECK ((warn_at IS NULL) = (due_at IS NULL))
) STRICT;

-- A conversation has at most one running clock, and its first reply is measured once.
CREATE UNIQUE INDEX reply_clocks_running ON reply_clocks (conversation_id) WHERE stopped_at IS NULL;
CREATE UNIQUE INDEX reply_clocks_first ON reply_clocks (conversation_id) WHERE kind = 'first';

-- Serves the deletion of a conversation.
CREATE INDEX reply_clocks_by_conversation ON reply_clocks (conversation_id);

-- Serves the inbox by due first, and the running clocks of an account.
CREATE INDEX reply_clocks_by_due ON reply_clocks (user_id, due_at, conversation_id) WHERE stopped_at IS NULL;

-- Serve finding clocks that need a warning, or have become overdue.
CREATE INDEX reply_clocks_to_warn ON reply_clocks (warn_at) WHERE stopped_at IS NULL AND is_warned = 0;
CREATE INDEX reply_clocks_to_miss ON reply_clocks (due_at) WHERE stopped_at IS NULL AND outcome IS NULL;

-- How targets were met in a conversation, each wait once. Kept by triggers.
ALTER TABLE conversations ADD COLUMN replies_met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN replies_missed INTEGER NOT NULL DEFAULT 0;

-- A person is expected from now on: the visitor has written, or was handed over. Accounts without targets cost one lookup here.
CREATE TRIGGER conversations_expect_person AFTER UPDATE OF awaiting_reply_since, needs_person, ai_mode, ended_at ON conversations
WHEN new.awaiting_reply_since IS NOT NULL AND new.ended_at IS NULL AND new.type <> 'test'
  AND (new.needs_person = 1 OR new.ai_mode <> 'auto')
  AND NOT (
    old.awaiting_reply_since IS NOT NULL AND old.ended_at IS NULL AND (old.needs_person = 1 OR old.ai_mode <> 'auto')
  )
  AND EXISTS (SELECT 1 FROM reply_targets WHERE user_id = new.user_id)
  AND NOT EXISTS (SELECT 1 FROM reply_clocks WHERE conversation_id = new.id AND stopped_at IS NULL)
BEGIN
  INSERT INTO reply_clocks (user_id, conversation_id, kind, minutes, hours, warn_percent, since)
  SELECT new.user_id, new.id, kind, minutes, hours, warn_percent, max(new.awaiting_reply_since, new.updated_at) FROM (
    SELECT kind, iif(kind = 'first', first_minutes, next_minutes) AS minutes, hours, warn_percent
    FROM reply_targets, (
      SELECT iif(
        new.person_wrote = 1 OR EXISTS (SELECT 1 FROM reply_clocks WHERE conversation_id = new.id), 'next', 'first'
      ) AS kind
    )
    WHERE user_id = new.user_id AND assistant_id IN (0, new.assistant_id) ORDER BY assistant_id DESC LIMIT 1
  )
  WHERE minutes IS NOT NULL;
END;

CREATE TRIGGER reply_clocks_queued AFTER INSERT ON reply_clocks BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at)
  VALUES ('reply_clock.set', json_object('clock_id', new.id), NULL, new.since, new.since);
END;

-- A person replies, or approves a draft. Before the message, while the conversation still waits; an automatic reply by a rule has
-- no epoch.
CREATE TRIGGER messages_stop_clock BEFORE INSERT ON messages
WHEN new.author = 'operator' OR new.author = 'assistant' AND new.epoch IS NOT NULL AND (
  SELECT ai_mode FROM conversations WHERE id = new.conversation_id
) = 'approve' BEGIN
  UPDATE reply_clocks SET stopped_at = new.created_at,
    outcome = iif(outcome IS NULL AND due_at IS NOT NULL, iif(new.created_at <= due_at, 'met', 'missed'), outcome)
  WHERE conversation_id = new.conversation_id AND stopped_at IS NULL;
END;

-- No person is expected any more, without a reply: the conversation has ended, or the assistant answers again.
CREATE TRIGGER conversations_expect_nobody AFTER UPDATE OF needs_person, ai_mode, ended_at ON conversations
WHEN (new.ended_at IS NOT NULL OR new.ai_mode = 'auto' AND new.needs_person = 0)
  AND NOT (old.ended_at IS NOT NULL OR old.ai_mode = 'auto' AND old.needs_person = 0)
BEGIN
  UPDATE reply_clocks SET stopped_at = ifnull(new.ended_at, new.updated_at), outcome = 'missed'
  WHERE conversation_id = new.id AND stopped_at IS NULL AND due_at < ifnull(new.ended_at, new.updated_at);
  DELETE FROM reply_clocks WHERE conversation_id = new.id AND stopped_at IS NULL;
END;

-- An outcome is set once and never changes, so each is counted once.
CREATE TRIGGER reply_clocks_counted AFTER UPDATE OF outcome ON reply_clocks
WHEN new.outcome IS NOT NULL AND old.outcome IS NULL BEGIN
  UPDATE conversations
  SET replies_met = replies_met + (new.outcome = 'met'), replies_missed = replies_missed + (new.outcome = 'missed')
  WHERE id = new.conversation_id;
END;
