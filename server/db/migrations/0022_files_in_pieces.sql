-- An uploaded file until it has been read, in pieces: reading or writing 20 MB as a single value blocked everyone for
-- a tenth of a second. Without foreign keys, so that its pieces are deleted in slices too.

-- Without a document while its pieces are still arriving; those found by a start are orphaned.
CREATE TABLE document_uploads (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id INTEGER
) STRICT;

CREATE UNIQUE INDEX document_uploads_by_document ON document_uploads (document_id);

CREATE TABLE document_pieces (
  upload_id INTEGER NOT NULL,
  place     INTEGER NOT NULL CHECK (place >= 0),
  content   BLOB NOT NULL,
  PRIMARY KEY (upload_id, place)
) STRICT;

INSERT INTO document_uploads (id, document_id) SELECT document_id, document_id FROM document_files;

INSERT INTO document_pieces (upload_id, place, content) SELECT document_id, 0, content FROM document_files;

DROP TABLE document_files;
