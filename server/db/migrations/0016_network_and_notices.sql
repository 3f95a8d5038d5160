-- Private addresses that the owner lets this server call, beside those of the environment.
CREATE TABLE network_allowed (
  -- `host:port`, lower case, IPv6 in brackets.
  address    TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What an account should know and may have to do something about: one for each subject, until it is over or put away.
CREATE TABLE notices (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  subject    TEXT NOT NULL,
  data       TEXT NOT NULL CHECK (json_valid(data)),
  created_at INTEGER NOT NULL,
  UNIQUE (user_id, kind, subject)
) STRICT;
