-- Money. The ledger is append-only and a user's balance is its sum, kept beside it so that spending can be one
-- conditional UPDATE.
ALTER TABLE users ADD COLUMN balance INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0);
UPDATE users SET balance = (SELECT coalesce(sum(amount), 0) FROM ledger WHERE ledger.user_id = users.id);

-- What happens to one thing happens once: one hold, one release, one charge for each reference.
CREATE UNIQUE INDEX ledger_once ON ledger (user_id, kind, reference) WHERE reference IS NOT NULL;

CREATE TRIGGER ledger_is_append_only_update BEFORE UPDATE ON ledger BEGIN
  SELECT raise(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_is_append_only_delete BEFORE DELETE ON ledger BEGIN
  SELECT raise(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_states_the_balance AFTER INSERT ON ledger
WHEN NEW.balance <> (SELECT balance FROM users WHERE id = NEW.user_id) BEGIN
  SELECT raise(ABORT, 'the balance is not what the ledger says');
END;

-- What one segment of an SMS and one minute of a call cost, by ISO country; absent where nothing may be sent.
CREATE TABLE prices (
  country    TEXT PRIMARY KEY CHECK (length(country) = 2),
  sms_price  INTEGER CHECK (sms_price >= 0),
  call_price INTEGER CHECK (call_price >= 0),
  -- Set once an operator has changed it: a newer price list of Parley's then leaves it alone.
  is_edited  INTEGER NOT NULL DEFAULT 0 CHECK (is_edited IN (0, 1)),
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Answers to repeat for requests that carry an Idempotency-Key. Without a status the request is in flight, or was when
-- the process died: its record, written in the same transaction, says what became of it.
CREATE TABLE idempotency_keys (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  operation  TEXT NOT NULL,
  key        TEXT NOT NULL,
  body_hash  BLOB NOT NULL,
  -- Id of the record that the request wrote.
  reference  TEXT,
  status     INTEGER,
  body       TEXT CHECK (json_valid(body)),
  created_at INTEGER NOT NULL,
  CHECK (reference IS NOT NULL OR status IS NOT NULL),
  CHECK ((status IS NULL) = (body IS NULL)),
  PRIMARY KEY (user_id, operation, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE sms_messages (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Kept when the number is deleted: the record says what it was sent from.
  phone_number_id INTEGER NOT NULL,
  from_number     TEXT NOT NULL,
  to_number       TEXT NOT NULL,
  body            TEXT NOT NULL,
  segments        INTEGER NOT NULL CHECK (segments > 0),
  segment_price   INTEGER NOT NULL CHECK (segment_price >= 0),
  total_cost      INTEGER NOT NULL CHECK (total_cost >= 0),
  status          TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown')),
  provider        TEXT NOT NULL,
  -- Whether the request may have left: written before it goes out. A message that is queued without it was never sent.
  is_attempted    INTEGER NOT NULL DEFAULT 0 CHECK (is_attempted IN (0, 1)),
  sms_sid         TEXT,
  -- Why it is not sent, or what was odd about it, for the operator.
  error           TEXT,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX sms_messages_by_sid ON sms_messages (provider, sms_sid) WHERE sms_sid IS NOT NULL;
-- Serves what is still open after a crash, and the reconciler.
CREATE INDEX sms_messages_open ON sms_messages (status, id) WHERE status IN ('queued', 'sent', 'unknown');

CREATE TABLE campaigns (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX campaigns_by_user ON campaigns (user_id, id);

CREATE TABLE leads (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  campaign_id  INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  phone_number TEXT NOT NULL,
  variables    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(variables)),
  created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX leads_by_campaign ON leads (campaign_id, id);

CREATE TABLE calls (
  id                     INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id                INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id           INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  campaign_id            INTEGER REFERENCES campaigns (id) ON DELETE SET NULL,
  type                   TEXT NOT NULL CHECK (type IN ('inbound', 'outbound', 'web')),
  status                 TEXT NOT NULL CHECK (status IN (
    'initiated', 'ringing', 'busy', 'in-progress', 'ended', 'completed', 'ended_by_customer', 'ended_by_assistant',
    'no-answer', 'failed'
  )),
  assistant_phone_number TEXT,
  client_phone_number    TEXT,
  -- The digits of the client's number: what the filter compares.
  client_digits          TEXT,
  -- Seconds, from the answer to the end.
  duration               INTEGER NOT NULL DEFAULT 0 CHECK (duration >= 0),
  transcript             TEXT NOT NULL DEFAULT '',
  variables              TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(variables)),
  evaluation             TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(evaluation)),
  webhook_response       TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(webhook_response)),
  carrier_cost           INTEGER NOT NULL DEFAULT 0 CHECK (carrier_cost >= 0),
  total_cost             INTEGER NOT NULL DEFAULT 0 CHECK (total_cost >= 0),
  answered_by            TEXT NOT NULL DEFAULT 'unknown' CHECK (answered_by IN ('human', 'machine', 'unknown')),
  -- URL of a recording somewhere else, or the name of a file in the data folder's recordings.
  recording              TEXT,
  provider               TEXT NOT NULL,
  answered_at            INTEGER,
  ended_at               INTEGER,
  created_at             INTEGER NOT NULL,
  updated_at             INTEGER NOT NULL
) STRICT;
