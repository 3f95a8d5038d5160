-- Documents that people add: where they come from, how their reading went.
ALTER TABLE documents ADD COLUMN url TEXT;
-- Bytes, and their SHA-256 in hexadecimal; empty until a page has been fetched.
ALTER TABLE documents ADD COLUMN size INTEGER CHECK (size >= 0);
ALTER TABLE documents ADD COLUMN sha256 TEXT CHECK (length(sha256) = 64);
-- Why a failed one could not be read, in a sentence.
ALTER TABLE documents ADD COLUMN error TEXT;
-- How often its reading has begun: one that ends the process each time must not do so for ever.
ALTER TABLE documents ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE documents ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
UPDATE documents SET updated_at = created_at;

-- A file until it has been read; after that its passages are all that is kept.
CREATE TABLE document_files (
  document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
  content     BLOB NOT NULL
) STRICT;

-- Without a foreign key: a deleted document is gone at once, and its passages, of which there may be thousands, are
-- cleared away in slices. Only those of an active document are ever found.
CREATE TABLE new_chunks (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id       INTEGER NOT NULL,
  knowledge_base_id INTEGER NOT NULL,
  heading           TEXT NOT NULL,
  content           TEXT NOT NULL
) STRICT;
INSERT INTO new_chunks SELECT id, document_id, knowledge_base_id, heading, content FROM chunks;
DROP TABLE chunks;
ALTER TABLE new_chunks RENAME TO chunks;

CREATE INDEX chunks_by_document ON chunks (document_id);

CREATE TRIGGER chunks_indexed AFTER INSERT ON chunks BEGIN
  INSERT INTO chunks_fts (rowid, heading, content) VALUES (new.id, new.heading, new.content);
END;

CREATE TRIGGER chunks_unindexed AFTER DELETE ON chunks BEGIN
  INSERT INTO chunks_fts (chunks_fts, rowid, heading, content) VALUES ('delete', old.id, old.heading, old.content);
END;
