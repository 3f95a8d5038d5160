-- Search over everything that was said and over whom it was with.
--
-- A document is one message, visitor or note; its id grows with time, so that the newest hits come first without sorting.
-- `facets` are words nobody types, for whose it is and what it is about: `t3` the account, `a7` the assistant, `fvisitor`
-- the author. With them in the index, one account never reads another's hits.
CREATE TABLE search_documents (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  kind            TEXT NOT NULL CHECK (kind IN ('message', 'visitor', 'note')),
  -- Of the message, visitor or note.
  ref_id          INTEGER NOT NULL,
  -- Null for a visitor, who may have several.
  conversation_id INTEGER,
  facets          TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX search_documents_by_ref ON search_documents (ref_id, kind);

-- What a visitor is found by.
CREATE VIEW visitor_texts AS
SELECT id, user_id, assistant_id,
  rtrim(ifnull(name || char(10), '') || ifnull(email || char(10), '') || ifnull(phone, ''), char(10)) AS body
FROM visitors;

-- The words are not kept twice: a document's text is where it always was.
CREATE VIEW search_texts AS
SELECT id, facets, CASE kind
  WHEN 'message' THEN (SELECT content FROM messages WHERE messages.id = ref_id)
  WHEN 'visitor' THEN (SELECT body FROM visitor_texts WHERE visitor_texts.id = ref_id)
END AS body
FROM search_documents;

-- `detail` is full, for phrases; sizes of texts are for ranking, and the newest come first here.
CREATE VIRTUAL TABLE search_fts USING fts5 (
  facets, body, content = 'search_texts', content_rowid = 'id', columnsize = 0,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4'
);

-- The views below hold nothing: inserting into one does what its trigger says.

-- A text is to be found from now on.
CREATE VIEW search_add (kind, ref_id, conversation_id, facets, body) AS SELECT NULL, NULL, NULL, NULL, NULL WHERE 0;

CREATE TRIGGER search_add_now INSTEAD OF INSERT ON search_add BEGIN
  INSERT INTO search_documents (kind, ref_id, conversation_id, facets)
  VALUES (new.kind, new.ref_id, new.conversation_id, new.facets);
  INSERT INTO search_fts (rowid, facets, body) VALUES (last_insert_rowid(), new.facets, new.body);
END;

-- A text is not to be found any more; `body` is what it said.
CREATE VIEW search_remove (kind, ref_id, body) AS SELECT NULL, NULL, NULL WHERE 0;

CREATE TRIGGER search_remove_now INSTEAD OF INSERT ON search_remove BEGIN
  INSERT INTO search_fts (search_fts, rowid, facets, body)
  SELECT 'delete', id, facets, new.body FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
  DELETE FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
END;

-- A text says something else; it keeps its place.
CREATE VIEW search_change (kind, ref_id, was, body) AS SELECT NULL, NULL, NULL, NULL WHERE 0;

CREATE TRIGGER search_change_now INSTEAD OF INSERT ON search_change BEGIN
  INSERT INTO search_fts (search_fts, rowid, facets, body)
  SELECT 'delete', id, facets, new.was FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
  INSERT INTO search_fts (rowid, facets, body)
  SELECT id, facets, new.body FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
END;

-- Messages, once they are whole: an answer that is being written is not indexed at every word.
CREATE TRIGGER messages_searchable AFTER INSERT ON messages WHEN new.status <> 'streaming' BEGIN
  INSERT INTO search_add
  SELECT 'message', new.id, id, 't' || user_id || ' a' || assistant_id || ' f' || new.author, new.content
  FROM conversations WHERE id = new.conversation_id;
END;

CREATE TRIGGER messages_searchable_at_last AFTER UPDATE OF status ON messages
WHEN old.status = 'streaming' AND new.status <> 'streaming' BEGIN
  INSERT INTO search_add
  SELECT 'message', new.id, id, 't' || user_id || ' a' || assistant_id || ' f' || new.author, new.content
  FROM conversations WHERE id = new.conversation_id;
END;

CREATE TRIGGER messages_searchable_anew AFTER UPDATE OF content ON messages
WHEN old.status <> 'streaming' AND new.content <> old.content BEGIN
  INSERT INTO search_change VALUES ('message', new.id, old.content, new.content);
END;

CREATE TRIGGER messages_unsearchable AFTER DELETE ON messages WHEN old.status <> 'streaming' BEGIN
  INSERT INTO search_remove VALUES ('message', old.id, old.content);
END;

-- Visitors, once something is known of them.
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

-- What is there already, oldest first.
INSERT INTO search_documents (kind, ref_id, facets)
SELECT 'visitor', id, 't' || user_id || ' a' || assistant_id FROM visitor_texts WHERE body <> '' ORDER BY id;
INSERT INTO search_documents (kind, ref_id, conversation_id, facets)
SELECT 'message', messages.id, conversations.id,
  't' || user_id || ' a' || assistant_id || ' f' || author
FROM messages JOIN conversations ON conversations.id = messages.conversation_id
WHERE status <> 'streaming' ORDER BY messages.id;
INSERT INTO search_fts (rowid, facets, body) SELECT id, facets, body FROM search_texts;
