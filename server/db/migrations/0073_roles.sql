-- Roles that the owner composes from capabilities. Holders of one have the role `agent` with `custom_role` set.
CREATE TABLE roles (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         TEXT NOT NULL CHECK (name <> ''),
  -- JSON list of what it adds to the capabilities of every operator.
  capabilities TEXT NOT NULL CHECK (json_valid(capabilities)),
  created_at   INTEGER NOT NULL
) STRICT;

-- Serves the list of an account's roles, and refuses two of one name.
CREATE UNIQUE INDEX roles_by_name ON roles (user_id, name COLLATE NOCASE);

ALTER TABLE operators ADD COLUMN custom_role INTEGER REFERENCES roles (id);
-- Serves the holders of a role.
CREATE INDEX operators_by_custom_role ON operators (custom_role) WHERE custom_role IS NOT NULL;

-- Whatever the code does, an account keeps an owner.
CREATE TRIGGER operators_keep_an_owner BEFORE UPDATE OF role, removed_at ON operators
WHEN old.role = 'owner' AND old.removed_at IS NULL AND (new.role <> 'owner' OR new.removed_at IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM operators WHERE user_id = old.user_id AND id <> old.id AND role = 'owner' AND removed_at IS NULL
  )
BEGIN
  SELECT RAISE(ABORT, 'an account keeps an owner');
END;

-- The account's name is shared only with the person it was created for, as long as they own it.
DROP TRIGGER users_name_their_operator;
CREATE TRIGGER users_name_their_operator AFTER UPDATE OF name, email ON users BEGIN
  UPDATE operators SET name = new.name, email = new.email
  WHERE id = (SELECT min(id) FROM operators WHERE user_id = new.id) AND role = 'owner' AND removed_at IS NULL;
END;

-- `limits`: operators who lost capabilities in another way than by becoming agents, so that no older backup gives them back.
DROP TRIGGER api_keys_revoked;
DROP TRIGGER operators_removed;
DROP TRIGGER operators_lowered;

CREATE TABLE revocations_with_limits (
  kind       TEXT NOT NULL CHECK (kind IN ('key', 'operator', 'role', 'limits')),
  subject    TEXT NOT NULL,
  revoked_at INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

INSERT INTO revocations_with_limits SELECT kind, subject, revoked_at FROM revocations;
DROP TABLE revocations;
ALTER TABLE revocations_with_limits RENAME TO revocations;

CREATE TRIGGER api_keys_revoked AFTER DELETE ON api_keys BEGIN
  INSERT OR IGNORE INTO revocations (kind, subject, revoked_at)
  VALUES ('key', lower(hex(old.hash)), CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;

CREATE TRIGGER operators_removed AFTER UPDATE OF removed_at ON operators
WHEN old.removed_at IS NULL AND new.removed_at IS NOT NULL BEGIN
  INSERT OR IGNORE INTO revocations (kind, subject, revoked_at)
  VALUES ('operator', new.id || ':' || new.created_at, new.removed_at);
END;

CREATE TRIGGER operators_lowered AFTER UPDATE OF role ON operators
WHEN old.role <> 'agent' AND new.role = 'agent' BEGIN
  INSERT OR IGNORE INTO revocations (kind, subject, revoked_at)
  SELECT 'role', new.id || ':' || new.created_at || ':' || at, at
  FROM (SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS at);
END;
