-- Every attempt to deliver a webhook is kept, questions about calls and tries are written down too, and addresses are watched.

-- Made anew for the wider `kind`.
CREATE TABLE new_webhook_deliveries (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The `webhook-id`: the same at every attempt.
  message_id      TEXT NOT NULL UNIQUE,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind            TEXT NOT NULL CHECK (kind IN ('conversation_ended', 'post_call', 'inbound_call')),
  -- Somebody tried the receiver out: nothing has happened.
  is_test         INTEGER NOT NULL DEFAULT 0 CHECK (is_test IN (0, 1)),
  assistant_id    INTEGER REFERENCES assistants (id) ON DELETE CASCADE,
  conversation_id INTEGER REFERENCES conversations (id) ON DELETE CASCADE,
  call_id         INTEGER REFERENCES calls (id) ON DELETE CASCADE,
  url             TEXT NOT NULL,
  -- What of the address is not asked too much at once: its host and port.
  host            TEXT GENERATED ALWAYS AS (lower(substr(
    replace(replace(substr(url, instr(url, '//') + 2), '?', '/'), '#', '/'), 1,
    instr(replace(replace(substr(url, instr(url, '//') + 2), '?', '/'), '#', '/') || '/', '/') - 1
  ))) VIRTUAL,
  -- The bytes that are signed and sent.
  payload         TEXT NOT NULL CHECK (json_valid(payload)),
  status          TEXT NOT NULL CHECK (status IN ('preparing', 'pending', 'delivered', 'dead', 'blocked', 'disabled')),
  is_failed       INTEGER GENERATED ALWAYS AS (status IN ('dead', 'blocked', 'disabled')) VIRTUAL,
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

INSERT INTO new_webhook_deliveries (
  id, message_id, user_id, kind, assistant_id, conversation_id, call_id, url, payload, status, attempts, next_attempt_at,
  last_attempt_at, response_status, response_body, error, duration_ms, created_at, updated_at
)
SELECT id, message_id, user_id, kind, coalesce(
    (SELECT assistant_id FROM conversations WHERE conversations.id = conversation_id),
    (SELECT assistant_id FROM calls WHERE calls.id = call_id)
  ), conversation_id, call_id, url, payload, status, attempts, next_attempt_at,
  last_attempt_at, response_status, response_body, error, duration_ms, created_at, updated_at
FROM webhook_deliveries;

-- No id is given twice, also when there is no row now.
DELETE FROM sqlite_sequence WHERE name = 'new_webhook_deliveries';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'new_webhook_deliveries', seq FROM sqlite_sequence WHERE name = 'webhook_deliveries';
DROP TABLE webhook_deliveries;
ALTER TABLE new_webhook_deliveries RENAME TO webhook_deliveries;

-- Serve the account's log, newest first, and its filters.
CREATE INDEX webhook_deliveries_by_user ON webhook_deliveries (user_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (user_id, status, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_failure ON webhook_deliveries (user_id, is_failed, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_kind ON webhook_deliveries (user_id, kind, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_assistant ON webhook_deliveries (user_id, assistant_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_by_url ON webhook_deliveries (user_id, url, created_at DESC, id DESC);
-- Serve a conversation, a call, and forgetting either.
CREATE INDEX webhook_deliveries_by_conversation ON webhook_deliveries (conversation_id, id)
  WHERE conversation_id IS NOT NULL;
CREATE INDEX webhook_deliveries_by_call ON webhook_deliveries (call_id, id) WHERE call_id IS NOT NULL;
-- Serves Home, which is not told of tries.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (user_id, updated_at)
  WHERE status IN ('dead', 'blocked') AND is_test = 0;
-- Serves what of an address waits or has failed.
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (user_id, url, status)
  WHERE status <> 'delivered' AND is_test = 0;
-- Serve sending: what is due at each host, oldest first, and what is due next.
CREATE INDEX webhook_deliveries_due_by_host ON webhook_deliveries (host, next_attempt_at, id) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';

-- The attempts that were made, the newest of each delivery.
CREATE TABLE webhook_attempts (
  delivery_id      INTEGER NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  number           INTEGER NOT NULL,
  started_at       INTEGER NOT NULL,
  duration_ms      INTEGER NOT NULL,
  -- JSON: names and texts.
  request_headers  TEXT NOT NULL CHECK (json_valid(request_headers)),
  response_status  INTEGER,
  response_headers TEXT CHECK (response_headers IS NULL OR json_valid(response_headers)),
  response_body    TEXT,
  error            TEXT,
  PRIMARY KEY (delivery_id, number)
) STRICT;

-- How addresses fare: since when nothing has arrived, and whether they are to be sent nothing more.
CREATE TABLE new_webhook_endpoints (
  user_id           INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url               TEXT NOT NULL,
  -- The first failure after the last success.
  failing_since     INTEGER,
  last_delivered_at INTEGER,
  disabled_at       INTEGER,
  -- Why it fails or is disabled.
  reason            TEXT,
  PRIMARY KEY (user_id, url),
  CHECK ((reason IS NULL) = (failing_since IS NULL AND disabled_at IS NULL))
) STRICT, WITHOUT ROWID;

INSERT INTO new_webhook_endpoints (user_id, url, disabled_at, reason)
SELECT user_id, url, disabled_at, reason FROM webhook_endpoints;
INSERT INTO new_webhook_endpoints (user_id, url, last_delivered_at)
SELECT user_id, url, max(iif(status = 'delivered', last_attempt_at, NULL)) FROM webhook_deliveries WHERE 1 GROUP BY 1, 2
ON CONFLICT DO UPDATE SET last_delivered_at = excluded.last_delivered_at;

DROP TABLE webhook_endpoints;
ALTER TABLE new_webhook_endpoints RENAME TO webhook_endpoints;

-- The outbox itself says what is due.
DELETE FROM jobs WHERE kind = 'webhook.deliver';
