-- Numbers of the messaging channel whose service reports to this server by webhooks.

CREATE TABLE messenger_connections (
  sender_id      INTEGER PRIMARY KEY REFERENCES messenger_senders (id) ON DELETE CASCADE,
  -- When the service reported something last; null until then.
  heard_at       INTEGER,
  -- Why the service does not serve the number (a fault, encoded); null while it does.
  error          TEXT,
  -- Not tried again until it is set up anew: the token was refused.
  is_paused      INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
  -- Reports that became no message, and the last one's reason (a fault, encoded).
  ignored        INTEGER NOT NULL DEFAULT 0,
  ignored_at     INTEGER,
  ignored_reason TEXT
) STRICT;

CREATE TABLE messenger_cloud_numbers (
  sender_id   INTEGER PRIMARY KEY REFERENCES messenger_senders (id) ON DELETE CASCADE,
  -- The service's ids of the number, and of the business account that has its templates.
  phone_id    TEXT NOT NULL UNIQUE,
  business_id TEXT NOT NULL,
  -- Address of the API, with its version.
  url         TEXT NOT NULL,
  -- As the vault gives it. JSON: access token, app secret, verify token.
  secrets     TEXT NOT NULL,
  -- Last part of the webhook's address; numbers of one app share it, because an app has one webhook.
  hook        TEXT NOT NULL
) STRICT;

-- Serves the webhook.
CREATE INDEX messenger_cloud_numbers_by_hook ON messenger_cloud_numbers (hook);

-- Messages that a service has handed over and that are not in their conversation yet.
CREATE TABLE messenger_arrivals (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  sender_id INTEGER NOT NULL REFERENCES messenger_senders (id) ON DELETE CASCADE,
  -- The channel's id of the message.
  sid       TEXT NOT NULL,
  customer  TEXT NOT NULL,
  -- When the customer sent it, as the service says, ms.
  sent_at   INTEGER NOT NULL,
  -- JSON: text, files, and the customer as the service knows them.
  content   TEXT NOT NULL CHECK (json_valid(content)),
  -- Times that it could not be taken.
  attempts  INTEGER NOT NULL DEFAULT 0,
  UNIQUE (sender_id, sid)
) STRICT;

-- Serves the messages of one customer, in order.
CREATE INDEX messenger_arrivals_by_customer ON messenger_arrivals (sender_id, customer, sent_at, id);

-- The service's id of a template, and why it was rejected (a fault, encoded).
ALTER TABLE messenger_templates ADD COLUMN remote_id TEXT;
ALTER TABLE messenger_templates ADD COLUMN reason TEXT;
