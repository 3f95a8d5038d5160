-- Bots of the messaging channel: senders whose messages are fetched by long polling.

CREATE TABLE messenger_bots (
  sender_id      INTEGER PRIMARY KEY REFERENCES messenger_senders (id) ON DELETE CASCADE,
  -- The service's id: messages of one bot are fetched by one loop.
  bot_id         INTEGER NOT NULL UNIQUE,
  -- Address of the bot API.
  url            TEXT NOT NULL,
  -- As the vault gives it.
  token          TEXT NOT NULL,
  -- The first update to ask for, moved on with what became of those before; null before the first one.
  next_update    INTEGER,
  -- When it was moved on last.
  advanced_at    INTEGER,
  -- Since when updates are fetched; null until then.
  connected_at   INTEGER,
  -- Since when they cannot be fetched, and why (a fault, encoded); null while they can.
  failing_since  INTEGER,
  error          TEXT,
  -- Not tried again until it is set up anew: the token was refused.
  is_paused      INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
  -- Updates that became no message, and the last one's reason (a fault, encoded).
  ignored        INTEGER NOT NULL DEFAULT 0,
  ignored_at     INTEGER,
  ignored_reason TEXT,
  -- Changes with the settings.
  saved_at       INTEGER NOT NULL
) STRICT;

-- The message that it became: a new version of it names the channel's id. Erased with it, because that id may name a person.
ALTER TABLE messenger_inbound ADD COLUMN message_id INTEGER REFERENCES messages (id) ON DELETE CASCADE;

CREATE INDEX messenger_inbound_by_message ON messenger_inbound (message_id) WHERE message_id IS NOT NULL;

-- Whether it certainly has not left and its job will send it, now or after a wait that the channel asked for.
ALTER TABLE messenger_messages ADD COLUMN is_owed INTEGER NOT NULL DEFAULT 0 CHECK (is_owed IN (0, 1));
