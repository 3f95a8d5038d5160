-- What people at the desk write for each other. A note stands after the message with `after_seq`, and no visitor ever sees
-- it. A deleted one is kept, so that deleting can be taken back, and goes with its conversation.
CREATE TABLE notes (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  operator_id     INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  -- The writer's own id, so that writing it again changes nothing.
  client_id       TEXT NOT NULL,
  after_seq       INTEGER NOT NULL,
  content         TEXT NOT NULL CHECK (content <> ''),
  -- Ids of the operators it names.
  mentions        TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(mentions)),
  created_at      INTEGER NOT NULL,
  edited_at       INTEGER,
  deleted_at      INTEGER,
  UNIQUE (conversation_id, client_id)
) STRICT;

CREATE INDEX notes_by_conversation ON notes (conversation_id, id) WHERE deleted_at IS NULL;
-- Serves forgetting an operator.
CREATE INDEX notes_by_operator ON notes (operator_id);

CREATE TRIGGER notes_searchable AFTER INSERT ON notes WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO search_add
  SELECT 'note', new.id, id, 't' || user_id || ' a' || assistant_id || ' k' || type || ' fnote', new.content
  FROM conversations WHERE id = new.conversation_id;
END;

CREATE TRIGGER notes_searchable_anew AFTER UPDATE OF content ON notes
WHEN new.content <> old.content AND new.deleted_at IS NULL BEGIN
  INSERT INTO search_change VALUES ('note', new.id, old.content, new.content);
END;

CREATE TRIGGER notes_searchable_no_more AFTER UPDATE OF deleted_at ON notes
WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL BEGIN
  INSERT INTO search_remove VALUES ('note', old.id, old.content);
END;

CREATE TRIGGER notes_searchable_again AFTER UPDATE OF deleted_at ON notes
WHEN new.deleted_at IS NULL AND old.deleted_at IS NOT NULL BEGIN
  INSERT INTO search_add
  SELECT 'note', new.id, id, 't' || user_id || ' a' || assistant_id || ' k' || type || ' fnote', new.content
  FROM conversations WHERE id = new.conversation_id;
END;

CREATE TRIGGER notes_unsearchable AFTER DELETE ON notes WHEN old.deleted_at IS NULL BEGIN
  INSERT INTO search_remove VALUES ('note', old.id, old.content);
END;

DROP VIEW search_texts;
CREATE VIEW search_texts AS
SELECT id, facets, CASE kind
  WHEN 'message' THEN (SELECT content FROM messages WHERE messages.id = ref_id)
  WHEN 'visitor' THEN (SELECT body FROM visitor_texts WHERE visitor_texts.id = ref_id)
  WHEN 'note' THEN (SELECT content FROM notes WHERE notes.id = ref_id)
END AS body
FROM search_documents;

-- Answers that are written once and used often, found by their shortcut.
CREATE TABLE canned_replies (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  shortcut   TEXT NOT NULL CHECK (shortcut <> ''),
  title      TEXT NOT NULL CHECK (title <> ''),
  content    TEXT NOT NULL CHECK (content <> ''),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX canned_replies_by_shortcut ON canned_replies (user_id, shortcut COLLATE NOCASE);

-- What an operator has begun to write in a conversation; sending it deletes it in the same commit.
CREATE TABLE drafts (
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  operator_id     INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  kind            TEXT NOT NULL CHECK (kind IN ('reply', 'note')),
  content         TEXT NOT NULL CHECK (content <> ''),
  updated_at      INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, operator_id, kind)
) STRICT, WITHOUT ROWID;

-- Serves forgetting an operator.
CREATE INDEX drafts_by_operator ON drafts (operator_id);

-- Files that were sent, or are about to be. `key`, 256 random bits, is the name of the file and all it takes to read it.
CREATE TABLE attachments (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Null until the message it belongs to is sent.
  message_id      INTEGER REFERENCES messages (id) ON DELETE CASCADE,
  -- Who uploaded it: somebody at the desk, or else the visitor of the conversation.
  operator_id     INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  key             TEXT NOT NULL UNIQUE CHECK (length(key) = 43),
  name            TEXT NOT NULL CHECK (name <> ''),
  media_type      TEXT NOT NULL,
  size            INTEGER NOT NULL CHECK (size > 0),
  -- Of an image, in pixels.
  width           INTEGER,
  height          INTEGER,
  created_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX attachments_by_conversation ON attachments (conversation_id, id);
CREATE INDEX attachments_by_message ON attachments (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX attachments_unsent ON attachments (created_at) WHERE message_id IS NULL;
CREATE INDEX attachments_by_operator ON attachments (operator_id) WHERE operator_id IS NOT NULL;

-- Files whose rows are gone: the sweep deletes them.
CREATE TABLE attachment_trash (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TRIGGER attachments_thrown_away AFTER DELETE ON attachments BEGIN
  INSERT OR IGNORE INTO attachment_trash (key) VALUES (old.key);
END;

-- A message's attachments as its readers see them, JSON: so that reading a thread joins nothing.
ALTER TABLE messages ADD COLUMN attachments TEXT CHECK (attachments IS NULL OR json_valid(attachments));

-- How far the visitor has read.
ALTER TABLE conversations ADD COLUMN visitor_read_seq INTEGER NOT NULL DEFAULT 0;

-- Whether the desk sees what a visitor is typing before it is sent.
ALTER TABLE assistants ADD COLUMN draft_preview INTEGER NOT NULL DEFAULT 1 CHECK (draft_preview IN (0, 1));

-- The pages a visitor has been on, the last fifty.
CREATE TABLE visitor_pages (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  visitor_id INTEGER NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
  url        TEXT NOT NULL,
  title      TEXT,
  at         INTEGER NOT NULL
) STRICT;

CREATE INDEX visitor_pages_by_visitor ON visitor_pages (visitor_id, id);

INSERT INTO visitor_pages (visitor_id, url, title, at)
SELECT id, page_url, page_title, created_at FROM visitors WHERE page_url IS NOT NULL ORDER BY id;

ALTER TABLE visitors ADD COLUMN timezone TEXT;
-- What people at the desk remember of the contact.
ALTER TABLE visitors ADD COLUMN notes TEXT;

-- Serve the contacts: who was here last, and by name, nameless ones at the end.
CREATE INDEX visitors_by_last_seen ON visitors (user_id, last_seen_at DESC, id DESC);
CREATE INDEX visitors_by_name ON visitors (user_id, (name IS NULL), name COLLATE NOCASE, id);

-- How many contacts an account has.
CREATE TABLE contact_counts (
  user_id INTEGER PRIMARY KEY,
  total   INTEGER NOT NULL
) STRICT;

INSERT INTO contact_counts SELECT user_id, count(*) FROM visitors GROUP BY user_id;

CREATE TRIGGER visitors_counted AFTER INSERT ON visitors BEGIN
  INSERT INTO contact_counts VALUES (new.user_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER visitors_uncounted AFTER DELETE ON visitors BEGIN
  UPDATE contact_counts SET total = total - 1 WHERE user_id = old.user_id;
END;

-- Any part of a name, address or number finds its contact; only those are here of whom something is known.
CREATE VIRTUAL TABLE contacts_fts USING fts5 (
  body, content = 'visitor_texts', content_rowid = 'id', columnsize = 0, tokenize = 'trigram remove_diacritics 1'
);

INSERT INTO contacts_fts (rowid, body) SELECT id, body FROM visitor_texts WHERE body <> '';

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
