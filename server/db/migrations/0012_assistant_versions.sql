-- What an assistant's settings were after each change, whichever way it came. An assistant from before this table gets its
-- first version with its first change.
CREATE TABLE assistant_versions (
  id            INTEGER PRIMARY KEY,
  assistant_id  INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  number        INTEGER NOT NULL CHECK (number > 0),
  author_kind   TEXT NOT NULL CHECK (author_kind IN ('operator', 'key', 'parley')),
  -- As it was then: keys are revoked and people leave.
  author_name   TEXT,
  note          TEXT,
  restored_from INTEGER,
  -- Names of the fields that differ from the version before, JSON.
  changed       TEXT NOT NULL CHECK (json_valid(changed)),
  -- Every field, JSON.
  settings      TEXT NOT NULL CHECK (json_valid(settings)),
  created_at    INTEGER NOT NULL,
  UNIQUE (assistant_id, number)
) STRICT;
