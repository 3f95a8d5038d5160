-- Admins demoted to agents, so that no older backup makes them admins again.
DROP TRIGGER api_keys_revoked;
DROP TRIGGER operators_removed;

CREATE TABLE revocations_with_roles (
  kind       TEXT NOT NULL CHECK (kind IN ('key', 'operator', 'role')),
  subject    TEXT NOT NULL,
  revoked_at INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

INSERT INTO revocations_with_roles SELECT kind, subject, revoked_at FROM revocations;
DROP TABLE revocations;
ALTER TABLE revocations_with_roles RENAME TO revocations;

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

-- The name includes the time, since someone may become an admin and be demoted more than once.
CREATE TRIGGER operators_lowered AFTER UPDATE OF role ON operators
WHEN old.role <> 'agent' AND new.role = 'agent' BEGIN
  INSERT OR IGNORE INTO revocations (kind, subject, revoked_at)
  SELECT 'role', new.id || ':' || new.created_at || ':' || at, at
  FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS at);
END;
