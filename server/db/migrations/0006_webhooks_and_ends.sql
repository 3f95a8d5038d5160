-- The secret an account's webhooks are signed with. After a rotation the one before signs too, until its time is over.
CREATE TABLE webhook_secrets (
  user_id        INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret         TEXT NOT NULL,
  previous       TEXT,
  previous_until INTEGER,
  CHECK ((previous IS NULL) = (previous_until IS NULL))
) STRICT;

-- Addresses that are to be sent nothing more: one that answered 410 is gone until it is set anew.
CREATE TABLE webhook_endpoints (
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url         TEXT NOT NULL,
  disabled_at INTEGER NOT NULL,
  reason      TEXT NOT NULL,
  PRIMARY KEY (user_id, url)
) STRICT, WITHOUT ROWID;

-- The outbox: what is to be sent, written in the transaction of the change it reports, and what became of it.
-- `preparing` waits for its payload to be completed, `pending` for its next attempt. `dead` had all its attempts,
-- `blocked` may not be called at all, `disabled` is not wanted any more.
CREATE TABLE webhook_deliveries (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The `webhook-id`: the same at every attempt.
  message_id      TEXT NOT NULL UNIQUE,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind            TEXT NOT NULL CHECK (kind IN ('conversation_ended', 'post_call')),
  conversation_id INTEGER REFERENCES conversations (id) ON DELETE CASCADE,
  call_id         INTEGER REFERENCES calls (id) ON DELETE CASCADE,
  url             TEXT NOT NULL,
  -- The bytes that are signed and sent.
  payload         TEXT NOT NULL CHECK (json_valid(payload)),
  status          TEXT NOT NULL CHECK (status IN ('preparing', 'pending', 'delivered', 'dead', 'blocked', 'disabled')),
  attempts        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  last_attempt_at INTEGER,
  -- Of the last attempt: the HTTP status, or why there is none; the beginning of the answer; how long it took.
  response_status INTEGER,
  response_body   TEXT,
  error           TEXT,
  duration_ms     INTEGER,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  CHECK ((next_attempt_at IS NULL) = (status <> 'pending'))
) STRICT;

-- Serves the account's log, newest first.
CREATE INDEX webhook_deliveries_by_user ON webhook_deliveries (user_id, id DESC);
-- Serve a conversation, a call, and forgetting either.
CREATE INDEX webhook_deliveries_by_conversation ON webhook_deliveries (conversation_id, id)
  WHERE conversation_id IS NOT NULL;
CREATE INDEX webhook_deliveries_by_call ON webhook_deliveries (call_id, id) WHERE call_id IS NOT NULL;

-- Serves the ends of conversations: what is open and has been silent longest, by assistant.
CREATE INDEX conversations_open ON conversations (assistant_id, updated_at) WHERE ended_at IS NULL;

-- Who a conversation held through the API is with, in the words of the program that holds it: one for each.
ALTER TABLE conversations ADD COLUMN customer_identifier TEXT;
CREATE UNIQUE INDEX conversations_by_customer ON conversations (assistant_id, customer_identifier)
  WHERE customer_identifier IS NOT NULL;

-- The key that opened a browser session: when it is revoked, the session goes with it.
ALTER TABLE sessions ADD COLUMN api_key_id INTEGER REFERENCES api_keys (id) ON DELETE CASCADE;
CREATE INDEX sessions_by_key ON sessions (api_key_id) WHERE api_key_id IS NOT NULL;
