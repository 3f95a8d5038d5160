-- Rules of an account: when something happens in a conversation, and conditions hold, actions follow.
CREATE TABLE rules (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name        TEXT NOT NULL CHECK (name <> ''),
  is_on       INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  -- Since when it is on: earlier waits do not count.
  on_since    INTEGER NOT NULL,
  event       TEXT NOT NULL CHECK (event IN ('created', 'message', 'needs_person', 'unanswered', 'ended')),
  minutes     INTEGER,
  conditions  TEXT NOT NULL CHECK (json_valid(conditions)),
  actions     TEXT NOT NULL CHECK (json_valid(actions)),
  is_last     INTEGER NOT NULL CHECK (is_last IN (0, 1)),
  position    INTEGER NOT NULL,
  -- The operator assigned last by turns; the next one follows.
  assigned_id INTEGER NOT NULL DEFAULT 0,
  runs        INTEGER NOT NULL DEFAULT 0,
  last_run_at INTEGER,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  CHECK ((minutes IS NOT NULL) = (event = 'unanswered'))
) STRICT;

-- Serves the list of rules.
CREATE INDEX rules_by_user ON rules (user_id, position, id);

-- Serves the triggers below and the rules of an event, in order; accounts without rules cost one lookup here.
CREATE INDEX rules_in_force ON rules (user_id, event, position, id) WHERE is_on = 1;

-- Something happened that rules are to be checked for. The row is deleted in the commit of what they do, so that they do it once.
CREATE TABLE rule_events (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  event           TEXT NOT NULL,
  -- The visitor's message, for `message`.
  message_id      INTEGER,
  at              INTEGER NOT NULL
) STRICT;

-- Serves the deletion of a conversation.
CREATE INDEX rule_events_by_conversation ON rule_events (conversation_id);

-- In the lane of the conversation's answers: rules come before the assistant's answer to the same message.
CREATE TRIGGER rule_events_queued AFTER INSERT ON rule_events BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (
    'rules.run', json_object('event_id', new.id), 'conversation:' || new.conversation_id, new.at, new.at
  );
END;

CREATE TRIGGER conversations_ruled AFTER INSERT ON conversations
WHEN new.type <> 'test' AND EXISTS (
  SELECT 1 FROM rules WHERE user_id = new.user_id AND event = 'created' AND is_on = 1
) BEGIN
  INSERT INTO rule_events (conversation_id, event, at) VALUES (new.id, 'created', new.created_at);
END;

CREATE TRIGGER messages_ruled AFTER INSERT ON messages WHEN new.author = 'visitor' BEGIN
  INSERT INTO rule_events (conversation_id, event, message_id, at)
  SELECT id, 'message', new.id, new.created_at FROM conversations
  WHERE id = new.conversation_id AND type <> 'test' AND EXISTS (
    SELECT 1 FROM rules WHERE user_id = conversations.user_id AND event = 'message' AND is_on = 1
  );
END;

CREATE TRIGGER conversations_ruled_in_need AFTER UPDATE OF needs_person ON conversations
WHEN new.needs_person = 1 AND old.needs_person = 0 AND new.type <> 'test' AND EXISTS (
  SELECT 1 FROM rules WHERE user_id = new.user_id AND event = 'needs_person' AND is_on = 1
) BEGIN
  INSERT INTO rule_events (conversation_id, event, at) VALUES (new.id, 'needs_person', new.updated_at);
END;

CREATE TRIGGER conversations_ruled_at_end AFTER UPDATE OF ended_at ON conversations
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL AND new.type <> 'test' AND EXISTS (
  SELECT 1 FROM rules WHERE user_id = new.user_id AND event = 'ended' AND is_on = 1
) BEGIN
  INSERT INTO rule_events (conversation_id, event, at) VALUES (new.id, 'ended', new.ended_at);
END;

-- Waits for which the rules after so many minutes have been checked: each wait once.
CREATE TABLE rule_waits (
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  minutes         INTEGER NOT NULL,
  since           INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, minutes)
) STRICT, WITHOUT ROWID;

-- What rules did, written in the same commit.
CREATE TABLE rule_runs (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  rule_id         INTEGER REFERENCES rules (id) ON DELETE SET NULL,
  rule_name       TEXT NOT NULL,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  event           TEXT NOT NULL,
  actions         TEXT NOT NULL CHECK (json_valid(actions)),
  created_at      INTEGER NOT NULL
) STRICT;

-- Serve the log: of an account, of a rule, the deletion of a conversation, and forgetting old entries.
CREATE INDEX rule_runs_by_user ON rule_runs (user_id, id DESC);
CREATE INDEX rule_runs_by_rule ON rule_runs (rule_id, id DESC) WHERE rule_id IS NOT NULL;
CREATE INDEX rule_runs_by_conversation ON rule_runs (conversation_id);
CREATE INDEX rule_runs_by_age ON rule_runs (created_at);

-- Rules may call a webhook. The kind is a new column, because SQLite changes no check.
DROP INDEX webhook_deliveries_by_kind;

ALTER TABLE webhook_deliveries ADD COLUMN event TEXT NOT NULL DEFAULT 'post_call'
  CHECK (event IN ('conversation_ended', 'post_call', 'inbound_call', 'message_status', 'rule_matched'));

UPDATE webhook_deliveries SET event = kind;

ALTER TABLE webhook_deliveries DROP COLUMN kind;

ALTER TABLE webhook_deliveries RENAME COLUMN event TO kind;

CREATE INDEX webhook_deliveries_by_kind ON webhook_deliveries (user_id, kind, created_at DESC, id DESC);
