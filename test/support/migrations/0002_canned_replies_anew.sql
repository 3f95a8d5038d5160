-- For tests of migrations: a table that is recreated because a constraint changes.
CREATE TABLE new_canned_replies (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  shortcut   TEXT NOT NULL CHECK (shortcut <> '' AND length(shortcut) <= 100),
  title      TEXT NOT NULL CHECK (title <> ''),
  content    TEXT NOT NULL CHECK (content <> ''),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

INSERT INTO new_canned_replies SELECT id, user_id, shortcut, title, content, created_at, updated_at FROM canned_replies;

DROP TABLE canned_replies;

ALTER TABLE new_canned_replies RENAME TO canned_replies;

CREATE UNIQUE INDEX canned_replies_by_shortcut ON canned_replies (user_id, shortcut COLLATE NOCASE);
