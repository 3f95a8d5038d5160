-- The messaging channel: senders, templates, conversations and what was sent.

-- What a message costs, by country.
ALTER TABLE prices ADD COLUMN messenger_price INTEGER CHECK (messenger_price >= 0);

CREATE TABLE messenger_senders (
  id                        INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id                   INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The account's number that it is, if Parley knows it; gone, the sender is offline.
  phone_number_id           INTEGER REFERENCES phone_numbers (id) ON DELETE SET NULL,
  -- E.164.
  phone_number              TEXT NOT NULL,
  display_name              TEXT NOT NULL CHECK (display_name <> ''),
  -- The channel that carries its messages.
  channel                   TEXT NOT NULL,
  assistant_id              INTEGER REFERENCES assistants (id) ON DELETE SET NULL,
  status                    TEXT NOT NULL CHECK (status IN ('online', 'offline')),
  quality_rating            TEXT NOT NULL CHECK (quality_rating IN ('GREEN', 'YELLOW', 'RED')),
  -- Recipients within 24 hours; null without a limit.
  messaging_limit           INTEGER CHECK (messaging_limit > 0),
  read_receipts_webhook_url TEXT,
  -- As the vault gives it.
  webhook_secret            TEXT NOT NULL,
  created_at                INTEGER NOT NULL,
  -- The row stays: conversations and messages say what they were with.
  deleted_at                INTEGER
) STRICT;

-- Serves the list, and one sender for each number.
CREATE UNIQUE INDEX messenger_senders_by_number ON messenger_senders (user_id, phone_number) WHERE deleted_at IS NULL;

CREATE INDEX messenger_senders_by_phone ON messenger_senders (phone_number_id) WHERE phone_number_id IS NOT NULL;

CREATE INDEX messenger_senders_by_assistant ON messenger_senders (assistant_id) WHERE assistant_id IS NOT NULL;

CREATE TRIGGER messenger_senders_offline BEFORE DELETE ON phone_numbers BEGIN
  UPDATE messenger_senders SET status = 'offline' WHERE phone_number_id = old.id;
END;

CREATE TRIGGER assistants_message_no_more AFTER UPDATE OF deleted_at ON assistants WHEN new.deleted_at IS NOT NULL BEGIN
  UPDATE messenger_senders SET assistant_id = NULL WHERE assistant_id = new.id;
END;

CREATE TABLE messenger_templates (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  sender_id  INTEGER NOT NULL REFERENCES messenger_senders (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  language   TEXT NOT NULL,
  category   TEXT NOT NULL CHECK (category IN ('marketing', 'utility', 'authentication')),
  status     TEXT NOT NULL CHECK (status IN ('approved', 'pending', 'rejected')),
  body_text  TEXT NOT NULL,
  -- JSON: names of the placeholders, in order.
  variables  TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(variables)),
  created_at INTEGER NOT NULL,
  UNIQUE (sender_id, name, language)
) STRICT;

-- One conversation for each sender and customer.
CREATE TABLE messenger_conversations (
  conversation_id  INTEGER PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  sender_id        INTEGER NOT NULL REFERENCES messenger_senders (id) ON DELETE CASCADE,
  -- E.164.
  customer         TEXT NOT NULL,
  -- Opens the window; null before the customer's first message.
  last_customer_at INTEGER,
  -- The sender's assistant that answers since the last message; null for a person.
  answered_by      INTEGER,
  UNIQUE (sender_id, customer)
) STRICT;

-- Messages that came in, by the channel's id: each once.
CREATE TABLE messenger_inbound (
  sender_id  INTEGER NOT NULL REFERENCES messenger_senders (id) ON DELETE CASCADE,
  sid        TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (sender_id, sid)
) STRICT, WITHOUT ROWID;

CREATE TABLE messenger_messages (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  sender_id    INTEGER NOT NULL REFERENCES messenger_senders (id) ON DELETE CASCADE,
  -- The message of the conversation that it carries, or a part of it. Null once that is erased and money is still set aside.
  message_id   INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  part         INTEGER NOT NULL CHECK (part >= 0),
  template_id  INTEGER REFERENCES messenger_templates (id) ON DELETE SET NULL,
  to_number    TEXT NOT NULL,
  body         TEXT NOT NULL,
  price        INTEGER NOT NULL CHECK (price >= 0),
  status       TEXT NOT NULL
    CHECK (status IN ('queued', 'sent', 'delivered', 'read', 'undelivered', 'failed', 'unknown')),
  channel      TEXT NOT NULL,
  -- Whether the request may have left: written before it goes out.
  is_attempted INTEGER NOT NULL DEFAULT 0 CHECK (is_attempted IN (0, 1)),
  sid          TEXT,
  -- A fault, encoded.
  error        TEXT,
  created_at   INTEGER NOT NULL,
  -- When the channel accepted it.
  sent_at      INTEGER,
  updated_at   INTEGER NOT NULL,
  UNIQUE (message_id, part)
) STRICT;

-- Serves the reports of a channel.
CREATE INDEX messenger_messages_by_sid ON messenger_messages (channel, sid) WHERE sid IS NOT NULL;

-- Serves what is still open after a crash, and the amounts set aside.
CREATE INDEX messenger_messages_open ON messenger_messages (user_id, id) WHERE status IN ('queued', 'unknown');

-- Serves the limit of a sender, and what it said to a customer.
CREATE INDEX messenger_messages_by_recipient ON messenger_messages (sender_id, to_number, created_at);

CREATE INDEX messenger_messages_by_template ON messenger_messages (template_id) WHERE template_id IS NOT NULL;

-- What is said in a messenger conversation is to be sent: asked for by the database, so that no way of saying something can
-- forget it.
CREATE TRIGGER messages_messaged AFTER INSERT ON messages
WHEN new.author <> 'visitor' AND new.status <> 'streaming'
  AND EXISTS (SELECT 1 FROM messenger_conversations WHERE conversation_id = new.conversation_id) BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (
    'messenger.reply', json_object('message_id', new.id), 'messenger:' || new.conversation_id, new.created_at, new.created_at
  );
END;

-- An answer is sent once it is whole; half of one is not.
CREATE TRIGGER messages_messaged_late AFTER UPDATE OF status ON messages
WHEN old.status = 'streaming' AND new.status IN ('complete', 'failed')
  AND EXISTS (SELECT 1 FROM messenger_conversations WHERE conversation_id = new.conversation_id) BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (
    'messenger.reply', json_object('message_id', new.id), 'messenger:' || new.conversation_id, new.created_at, new.created_at
  );
END;
