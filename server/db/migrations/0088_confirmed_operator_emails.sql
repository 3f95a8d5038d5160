-- Emails about visitors go to an address that its operator has confirmed, and replies are taken from it; until another one is
-- confirmed, that is the one before.
ALTER TABLE operators ADD COLUMN confirmed_email TEXT;

-- An operator who has answered a visitor by email evidently owns the address. The others are unverified: they keep their settings,
-- and get emails once they have confirmed it.
UPDATE operators SET confirmed_email = email
WHERE (id, lower(email)) IN (
  SELECT operator_id, lower(data ->> '$.address') FROM conversation_activities
  WHERE kind = 'email_received' AND operator_id IS NOT NULL
);

-- Address that an invitation was emailed to: signing in with it confirms an operator's first address.
ALTER TABLE sessions ADD COLUMN emailed_to TEXT;

-- Links that confirm an address, in one email each.
CREATE TABLE email_confirmations (
  -- SHA-256 of the secret in the link, which is stored nowhere.
  hash        BLOB PRIMARY KEY CHECK (length(hash) = 32),
  operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  email       TEXT NOT NULL CHECK (email <> ''),
  sent_at     INTEGER NOT NULL,
  -- When it was sent, for a revoked one.
  expires_at  INTEGER NOT NULL,
  used_at     INTEGER
) STRICT, WITHOUT ROWID;

-- Serves an operator's latest links.
CREATE INDEX email_confirmations_by_operator ON email_confirmations (operator_id, sent_at);

-- Serves forgetting old links.
CREATE INDEX email_confirmations_by_expiry ON email_confirmations (expires_at);

-- A link confirms nothing any more once the address has changed again. Kept by the database, so that no code path can forget it.
DROP TRIGGER operators_email_changed;
CREATE TRIGGER operators_email_changed AFTER UPDATE OF email ON operators WHEN new.email IS NOT old.email BEGIN
  UPDATE email_confirmations SET expires_at = sent_at WHERE operator_id = new.id AND used_at IS NULL;
END;
