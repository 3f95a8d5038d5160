-- Email: the server's sender, each assistant's setting, and the emails. Without a sender nothing is sent: the Sandbox
-- keeps it.
CREATE TABLE email_sender (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  host         TEXT NOT NULL,
  port         INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
  security     TEXT NOT NULL CHECK (security IN ('tls', 'starttls', 'none')),
  username     TEXT NOT NULL,
  -- As the vault gives it; null without a sign-in.
  password     TEXT,
  from_address TEXT NOT NULL,
  updated_at   INTEGER NOT NULL
) STRICT;

-- An assistant without a row emails after three minutes.
CREATE TABLE email_follow_ups (
  assistant_id INTEGER PRIMARY KEY REFERENCES assistants (id) ON DELETE CASCADE,
  is_on        INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  minutes      INTEGER NOT NULL CHECK (minutes BETWEEN 1 AND 1440)
) STRICT;

CREATE TABLE emails (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  address         TEXT NOT NULL COLLATE NOCASE,
  -- Message-ID: what a reply refers to.
  message_id      TEXT NOT NULL UNIQUE,
  subject         TEXT NOT NULL,
  text            TEXT NOT NULL,
  html            TEXT NOT NULL,
  -- The messages in it.
  first_seq       INTEGER NOT NULL,
  last_seq        INTEGER NOT NULL CHECK (last_seq >= first_seq),
  status          TEXT NOT NULL CHECK (status IN ('waiting', 'sending', 'sent', 'sandbox', 'failed', 'unknown', 'cancelled')),
  attempts        INTEGER NOT NULL DEFAULT 0,
  -- A fault, encoded.
  error           TEXT,
  created_at      INTEGER NOT NULL,
  sent_at         INTEGER
) STRICT;

-- Serves an account's outbox.
CREATE INDEX emails_by_user ON emails (user_id, id DESC);

-- Serves a conversation's emails, and their erasure.
CREATE INDEX emails_by_conversation ON emails (conversation_id, id);

-- Serves the limit per address.
CREATE INDEX emails_by_address ON emails (address, created_at);

-- Addresses that opted out of an account's emails.
CREATE TABLE email_stops (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  address    TEXT NOT NULL COLLATE NOCASE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, address)
) STRICT, WITHOUT ROWID;

-- A reply may go unseen, so it is checked once its visitor could have seen it: queued by the database, so that no code
-- path can forget it. Only for a visitor with a token: others have no chat to read.
CREATE TRIGGER messages_emailed AFTER INSERT ON messages
WHEN new.author <> 'visitor' AND new.status <> 'streaming' BEGIN
  INSERT INTO email_due VALUES (new.conversation_id, new.created_at);
END;

CREATE TRIGGER messages_emailed_late AFTER UPDATE OF status ON messages
WHEN old.status = 'streaming' AND new.status IN ('complete', 'failed') BEGIN
  INSERT INTO email_due VALUES (new.conversation_id, new.created_at);
END;

-- An address given after the reply.
CREATE TRIGGER visitors_emailed AFTER UPDATE OF email ON visitors
WHEN new.email IS NOT NULL AND new.email IS NOT old.email BEGIN
  INSERT INTO email_due
  SELECT id, new.last_seen_at FROM conversations
  WHERE visitor_id = new.id AND message_count > visitor_read_seq;
END;

CREATE VIEW email_due AS SELECT 0 AS conversation_id, 0 AS at;

CREATE TRIGGER email_due_now INSTEAD OF INSERT ON email_due BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at)
  SELECT 'email.follow_up', json_object('conversation_id', conversations.id), 'email:' || conversations.id,
    new.at + 60000 * coalesce(email_follow_ups.minutes, 3), new.at
  FROM conversations
  JOIN visitors ON visitors.id = conversations.visitor_id
  LEFT JOIN email_follow_ups ON email_follow_ups.assistant_id = conversations.assistant_id
  WHERE conversations.id = new.conversation_id AND conversations.type = 'widget'
    AND visitors.email IS NOT NULL AND coalesce(email_follow_ups.is_on, 1) = 1
    AND EXISTS (SELECT 1 FROM visitor_tokens WHERE visitor_id = visitors.id)
    -- One that runs may have looked already; one that waits has not.
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE lane = 'email:' || new.conversation_id AND status = 'waiting');
END;
