-- Secrets are encrypted in their columns: header values in `tools`, calendar keys in `assistants` and their versions,
-- and whole columns of `webhook_secrets` and `identity_secrets`. Existing ones are encrypted by the next start.

CREATE TABLE installation (
  id        INTEGER PRIMARY KEY CHECK (id = 1),
  -- The keys and the salt that secrets are sealed with; null before they ever were.
  sealed_by TEXT
) STRICT;

INSERT INTO installation (id) VALUES (1);

-- Ended credentials and removed operators, so that no older backup lets them in again. A key is identified by its
-- SHA-256, an operator by number and time: both are the same in every backup.
CREATE TABLE revocations (
  kind       TEXT NOT NULL CHECK (kind IN ('key', 'operator')),
  subject    TEXT NOT NULL,
  revoked_at INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- However it ends: by itself, or with its issuer.
CREATE TRIGGER api_keys_revoked AFTER DELETE ON api_keys BEGIN
  INSERT OR IGNORE INTO revocations (kind, subject, revoked_at)
  VALUES ('key', lower(hex(old.hash)), CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;

CREATE TRIGGER operators_removed AFTER UPDATE OF removed_at ON operators
WHEN old.removed_at IS NULL AND new.removed_at IS NOT NULL BEGIN
  INSERT OR IGNORE INTO revocations (kind, subject, revoked_at)
  VALUES ('operator', new.id || ':' || new.created_at, new.removed_at);
END;
