-- A visitor may use several browsers, may be somebody the website knows, and may want to be forgotten.

-- The tokens leave the visitors, which are made anew for it: a column that must be unique cannot be dropped. Views that read
-- visitors see none for a moment.
PRAGMA legacy_alter_table = ON;

CREATE TABLE visitor_tokens (
  -- SHA-256 of the token.
  hash         BLOB PRIMARY KEY,
  visitor_id   INTEGER NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
  created_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO visitor_tokens SELECT hash, id, created_at, last_seen_at FROM visitors;

-- Serves forgetting a visitor.
CREATE INDEX visitor_tokens_by_visitor ON visitor_tokens (visitor_id);

CREATE TABLE new_visitors (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid         TEXT NOT NULL UNIQUE,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  -- The website's own id of them, where it has vouched for who they are.
  external_id  TEXT CHECK (external_id <> ''),
  name         TEXT,
  email        TEXT,
  phone        TEXT,
  page_url     TEXT,
  page_title   TEXT,
  user_agent   TEXT,
  language     TEXT,
  timezone     TEXT,
  -- What people at the desk remember of the contact.
  notes        TEXT,
  created_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT;

INSERT INTO new_visitors (
  id, uuid, user_id, assistant_id, name, email, phone, page_url, page_title, user_agent, language, timezone, notes,
  created_at, last_seen_at
)
SELECT id, uuid, user_id, assistant_id, name, email, phone, page_url, page_title, user_agent, language, timezone, notes,
  created_at, last_seen_at
FROM visitors;

-- No id is given twice.
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'visitors') WHERE name = 'new_visitors';
DROP TABLE visitors;
ALTER TABLE new_visitors RENAME TO visitors;
PRAGMA legacy_alter_table = OFF;

CREATE UNIQUE INDEX visitors_by_external_id ON visitors (assistant_id, external_id) WHERE external_id IS NOT NULL;

-- What follows is as it was (0010_search.sql, 0011_thread.sql).
CREATE INDEX visitors_by_last_seen ON visitors (user_id, last_seen_at DESC, id DESC);
CREATE INDEX visitors_by_name ON visitors (user_id, (name IS NULL), name COLLATE NOCASE, id);

CREATE TRIGGER visitors_counted AFTER INSERT ON visitors BEGIN
  INSERT INTO contact_counts VALUES (new.user_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER visitors_uncounted AFTER DELETE ON visitors BEGIN
  UPDATE contact_counts SET total = total - 1 WHERE user_id = old.user_id;
END;

CREATE TRIGGER visitors_searchable AFTER INSERT ON visitors
WHEN new.name IS NOT NULL OR new.email IS NOT NULL OR new.phone IS NOT NULL BEGIN
  INSERT INTO search_add
  SELECT 'visitor', id, NULL, 't' || user_id || ' a' || assistant_id, body FROM visitor_texts WHERE id = new.id;
END;

CREATE TRIGGER visitors_searchable_anew AFTER UPDATE OF name, email, phone ON visitors
WHEN (new.name, new.email, new.phone) IS NOT (old.name, old.email, old.phone) BEGIN
  INSERT INTO search_remove VALUES ('visitor', old.id,
    rtrim(ifnull(old.name || char(10), '') || ifnull(old.email || char(10), '') || ifnull(old.phone, ''), char(10)));
  INSERT INTO search_add
  SELECT 'visitor', id, NULL, 't' || user_id || ' a' || assistant_id, body FROM visitor_texts
  WHERE id = new.id AND body <> '';
END;

CREATE TRIGGER visitors_unsearchable AFTER DELETE ON visitors BEGIN
  INSERT INTO search_remove VALUES ('visitor', old.id,
    rtrim(ifnull(old.name || char(10), '') || ifnull(old.email || char(10), '') || ifnull(old.phone, ''), char(10)));
END;

CREATE TRIGGER contacts_searchable AFTER INSERT ON visitors
WHEN new.name IS NOT NULL OR new.email IS NOT NULL OR new.phone IS NOT NULL BEGIN
  INSERT INTO contacts_fts (rowid, body) SELECT id, body FROM visitor_texts WHERE id = new.id;
END;

CREATE TRIGGER contacts_searchable_anew AFTER UPDATE OF name, email, phone ON visitors
WHEN (new.name, new.email, new.phone) IS NOT (old.name, old.email, old.phone) BEGIN
  INSERT INTO contacts_fts (contacts_fts, rowid, body)
  SELECT 'delete', old.id, body FROM (
    SELECT rtrim(ifnull(old.name || char(10), '') || ifnull(old.email || char(10), '') || ifnull(old.phone, ''), char(10)) AS body
  ) WHERE body <> '';
  INSERT INTO contacts_fts (rowid, body) SELECT id, body FROM visitor_texts WHERE id = new.id AND body <> '';
END;

CREATE TRIGGER contacts_unsearchable AFTER DELETE ON visitors
WHEN old.name IS NOT NULL OR old.email IS NOT NULL OR old.phone IS NOT NULL BEGIN
  INSERT INTO contacts_fts (contacts_fts, rowid, body) VALUES ('delete', old.id,
    rtrim(ifnull(old.name || char(10), '') || ifnull(old.email || char(10), '') || ifnull(old.phone, ''), char(10)));
END;

-- What a website signs with who its visitors are. After a rotation the one before is taken too, until its time is over.
CREATE TABLE identity_secrets (
  assistant_id   INTEGER PRIMARY KEY REFERENCES assistants (id) ON DELETE CASCADE,
  secret         TEXT NOT NULL,
  previous       TEXT,
  previous_until INTEGER,
  CHECK ((previous IS NULL) = (previous_until IS NULL))
) STRICT;

-- The documents an answer rests on, as its readers see them, JSON.
ALTER TABLE messages ADD COLUMN sources TEXT CHECK (sources IS NULL OR json_valid(sources));
ALTER TABLE proposals ADD COLUMN sources TEXT CHECK (sources IS NULL OR json_valid(sources));

-- The visitor wants no answer to the messages up to this one.
ALTER TABLE conversations ADD COLUMN stopped_seq INTEGER NOT NULL DEFAULT 0;

-- Serves forgetting what the desk alone was told of a conversation or a contact.
CREATE INDEX events_about ON events (coalesce(payload ->> '$.conversation_id', payload ->> '$.id'))
  WHERE visitor_id IS NULL;
-- Serves forgetting the answers that are asked for in a conversation.
CREATE INDEX jobs_by_lane ON jobs (lane) WHERE lane IS NOT NULL;
