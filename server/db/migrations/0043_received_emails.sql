-- Incoming email: who may open a conversation by email, what came in, and addresses that cannot be reached.
CREATE TABLE email_reception (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  strangers    TEXT NOT NULL CHECK (strangers IN ('off', 'listed', 'on')),
  -- JSON: addresses and domains.
  listed       TEXT NOT NULL CHECK (json_valid(listed)),
  -- Answers strangers.
  assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL,
  -- Whether the mailbox gets what is sent to its address with a tag (desk+tag@example.com).
  has_tags     INTEGER NOT NULL CHECK (has_tags IN (0, 1)),
  updated_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX email_reception_by_assistant ON email_reception (assistant_id) WHERE assistant_id IS NOT NULL;

-- Digests of the emails that came in, so that each is taken once, whoever delivers it again. They outlive the emails.
CREATE TABLE received_email_keys (
  key TEXT PRIMARY KEY CHECK (length(key) = 43)
) STRICT, WITHOUT ROWID;

CREATE TABLE received_emails (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  conversation_id INTEGER REFERENCES conversations (id) ON DELETE CASCADE,
  -- Message-ID as sent; empty without one.
  message_id      TEXT NOT NULL,
  address         TEXT NOT NULL COLLATE NOCASE,
  subject         TEXT NOT NULL,
  -- With quotes and signature; empty for one that was not taken.
  text            TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('taken', 'bounce', 'ignored')),
  -- A fault, encoded.
  reason          TEXT,
  -- JSON: what the receiving server found out about its sender.
  authentication  TEXT NOT NULL CHECK (json_valid(authentication)),
  -- JSON: names of files that were not accepted.
  left_out        TEXT NOT NULL CHECK (json_valid(left_out)),
  -- Size of those that were.
  bytes           INTEGER NOT NULL,
  created_at      INTEGER NOT NULL
) STRICT;

-- Serves an account's list.
CREATE INDEX received_emails_by_user ON received_emails (user_id, id DESC);

-- Serves the erasure of a conversation.
CREATE INDEX received_emails_by_conversation ON received_emails (conversation_id) WHERE conversation_id IS NOT NULL;

-- Serves the limit per address.
CREATE INDEX received_emails_by_address ON received_emails (address, created_at);

-- Serves the limit for strangers, and forgetting those that were not taken.
CREATE INDEX received_emails_by_time ON received_emails (created_at);

-- Conversations whose visitor has written by email.
CREATE TABLE email_threads (
  conversation_id INTEGER PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  -- Sequence number of the latest message that came by email.
  seq             INTEGER NOT NULL,
  -- Message-ID of that email; empty without one.
  message_id      TEXT NOT NULL,
  -- Subject of the email that opened the conversation; null for one that was opened in the chat.
  subject         TEXT
) STRICT;

-- Addresses at which an account's email could not be delivered.
CREATE TABLE email_bounces (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  address    TEXT NOT NULL COLLATE NOCASE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, address)
) STRICT, WITHOUT ROWID;

-- Files that are being written for a message that is not there yet; the sweep deletes those that never got one.
CREATE TABLE attachments_arriving (
  key        TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Everything that names an erased visitor's address.
CREATE TRIGGER visitors_written_no_more BEFORE DELETE ON visitors WHEN old.email IS NOT NULL BEGIN
  DELETE FROM received_emails WHERE user_id = old.user_id AND address = old.email;
  DELETE FROM email_bounces WHERE user_id = old.user_id AND address = old.email;
END;

-- A reply to somebody who wrote by email goes out soon, with or without a browser that could show it.
DROP TRIGGER email_due_now;
CREATE TRIGGER email_due_now INSTEAD OF INSERT ON email_due BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at)
  SELECT 'email.follow_up', json_object('conversation_id', conversations.id), 'email:' || conversations.id,
    new.at + iif(email_threads.seq IS NULL, 60000 * coalesce(email_follow_ups.minutes, 3), 30000), new.at
  FROM conversations
  JOIN visitors ON visitors.id = conversations.visitor_id
  LEFT JOIN email_follow_ups ON email_follow_ups.assistant_id = conversations.assistant_id
  -- Unless they have written in the chat since.
  LEFT JOIN email_threads ON email_threads.conversation_id = conversations.id AND email_threads.seq = (
    SELECT max(seq) FROM messages WHERE messages.conversation_id = conversations.id AND author = 'visitor'
  )
  WHERE conversations.id = new.conversation_id AND conversations.type = 'widget' AND visitors.email IS NOT NULL
    AND (email_threads.seq IS NOT NULL OR (
      coalesce(email_follow_ups.is_on, 1) = 1 AND EXISTS (SELECT 1 FROM visitor_tokens WHERE visitor_id = visitors.id)
    ))
    -- One that runs may have looked already; one that waits has not.
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE lane = 'email:' || new.conversation_id AND status = 'waiting');
END;
