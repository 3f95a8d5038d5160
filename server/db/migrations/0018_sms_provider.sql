-- A provider of text messages beside the Sandbox, where they may go, and those that come in.

-- One for the whole server; without a row the Sandbox has them.
CREATE TABLE sms_provider (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  url        TEXT NOT NULL,
  account    TEXT NOT NULL,
  -- As the vault gives it.
  token      TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Where an account's messages may go; without a row nobody has said so.
CREATE TABLE sms_policies (
  user_id   INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- JSON, two letters each; null for the countries of the account's own numbers.
  countries TEXT CHECK (countries IS NULL OR json_valid(countries)),
  daily_cap INTEGER NOT NULL CHECK (daily_cap > 0)
) STRICT;

-- Messages from before have none, and do not count towards a cap.
ALTER TABLE sms_messages ADD COLUMN to_country TEXT;
-- Serves the cap.
CREATE INDEX sms_messages_by_country ON sms_messages (user_id, to_country, created_at) WHERE to_country IS NOT NULL;
-- Serves finding messages that are the same and whose end is open.
CREATE INDEX sms_messages_unsettled ON sms_messages (to_number, from_number) WHERE status IN ('queued', 'unknown');

-- The assistant that answers text messages to a number.
ALTER TABLE phone_numbers ADD COLUMN sms_assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL;
CREATE INDEX phone_numbers_by_sms_assistant ON phone_numbers (sms_assistant_id) WHERE sms_assistant_id IS NOT NULL;
-- Serves a message that comes in: whose number is it?
CREATE INDEX phone_numbers_by_number ON phone_numbers (phone_number, id);

CREATE TRIGGER assistants_text_no_more AFTER UPDATE OF deleted_at ON assistants WHEN new.deleted_at IS NOT NULL BEGIN
  UPDATE phone_numbers SET sms_assistant_id = NULL WHERE sms_assistant_id = new.id;
END;

-- Messages that came in, by the provider's id: each once.
CREATE TABLE sms_inbound (
  sid        TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Conversations by text message, and the account's number that they are with.
CREATE TABLE sms_conversations (
  conversation_id INTEGER PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  phone_number_id INTEGER REFERENCES phone_numbers (id) ON DELETE SET NULL,
  -- E.164.
  customer        TEXT NOT NULL,
  -- Whether an assistant was set to answer when the last message came in.
  is_answered     INTEGER NOT NULL CHECK (is_answered IN (0, 1))
) STRICT;

CREATE INDEX sms_conversations_by_number ON sms_conversations (phone_number_id) WHERE phone_number_id IS NOT NULL;

-- Which text messages carry what was said in a conversation: each part once.
CREATE TABLE sms_replies (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  part       INTEGER NOT NULL CHECK (part >= 0),
  sms_id     INTEGER NOT NULL UNIQUE REFERENCES sms_messages (id) ON DELETE CASCADE,
  PRIMARY KEY (message_id, part)
) STRICT, WITHOUT ROWID;

-- Who wants no text messages from an account: they wrote STOP.
CREATE TABLE sms_stops (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  customer   TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, customer)
) STRICT, WITHOUT ROWID;

-- What is said in a conversation by text message is to be sent: asked for by the database, so that no way of saying
-- something can forget it.
CREATE TRIGGER messages_texted AFTER INSERT ON messages
WHEN new.author <> 'visitor' AND new.status <> 'streaming'
  AND EXISTS (SELECT 1 FROM sms_conversations WHERE conversation_id = new.conversation_id) BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (
    'sms.reply', json_object('message_id', new.id), 'sms:' || new.conversation_id, new.created_at, new.created_at
  );
END;

-- An answer is sent once it is whole; half of one is not.
CREATE TRIGGER messages_texted_late AFTER UPDATE OF status ON messages
WHEN old.status = 'streaming' AND new.status IN ('complete', 'failed')
  AND EXISTS (SELECT 1 FROM sms_conversations WHERE conversation_id = new.conversation_id) BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (
    'sms.reply', json_object('message_id', new.id), 'sms:' || new.conversation_id, new.created_at, new.created_at
  );
END;
