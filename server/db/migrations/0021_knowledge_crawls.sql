-- Websites that are read page by page (features/knowledge/crawl). A document of one page has no row here.
CREATE TABLE crawls (
  document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
  depth       INTEGER NOT NULL CHECK (depth BETWEEN 0 AND 5),
  page_limit  INTEGER NOT NULL CHECK (page_limit BETWEEN 1 AND 1000),
  schedule    TEXT NOT NULL CHECK (schedule IN ('never', 'daily', 'weekly', 'monthly')),
  status      TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'done', 'failed', 'stopped')),
  -- Counts the crawls of this website; what belongs to an earlier one is old.
  run         INTEGER NOT NULL DEFAULT 1,
  -- What of the present crawl comes next.
  stage       TEXT NOT NULL DEFAULT 'robots' CHECK (stage IN ('robots', 'sitemaps', 'pages')),
  -- Where its pages are: an address may send to another host before the first of them.
  start_url   TEXT NOT NULL,
  robots      TEXT NOT NULL DEFAULT '',
  -- Sitemaps that are still to be read, JSON.
  sitemaps    TEXT NOT NULL DEFAULT '[]',
  sitemaps_read INTEGER NOT NULL DEFAULT 0,
  -- Pages that were as they had been.
  unchanged   INTEGER NOT NULL DEFAULT 0,
  error       TEXT,
  started_at  INTEGER,
  ended_at    INTEGER,
  next_at     INTEGER
) STRICT;

-- Pages that are known. Without a passage of its own a page has its reason.
CREATE TABLE crawl_pages (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id   INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  -- The crawl that has found it last.
  run           INTEGER NOT NULL,
  url           TEXT NOT NULL,
  title         TEXT NOT NULL DEFAULT '',
  depth         INTEGER NOT NULL,
  status        TEXT NOT NULL CHECK (status IN ('found', 'read', 'failed', 'skipped')),
  error         TEXT,
  attempts      INTEGER NOT NULL DEFAULT 0,
  etag          TEXT,
  last_modified TEXT,
  size          INTEGER NOT NULL DEFAULT 0,
  -- Of its bytes: whether it has changed. Of its text: whether another page says the same.
  sha256        TEXT,
  text_sha256   TEXT,
  -- Addresses that it leads to, JSON: a page that has not changed is not read for them again.
  links         TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE UNIQUE INDEX crawl_pages_by_url ON crawl_pages (document_id, url);
-- Serves the next page of a crawl, and its counts.
CREATE INDEX crawl_pages_by_status ON crawl_pages (document_id, run, status, depth, id);

-- The page of a website that a passage is from.
ALTER TABLE chunks ADD COLUMN page_id INTEGER;
CREATE INDEX chunks_by_page ON chunks (page_id) WHERE page_id IS NOT NULL;

-- Words of languages that put no blanks between them, as pairs of neighbouring characters (features/knowledge/pairs.ts).
CREATE VIRTUAL TABLE chunk_pairs_fts USING fts5 (
  pairs, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);

INSERT INTO chunk_pairs_fts (rowid, pairs)
WITH RECURSIVE cut (id, text, at) AS (
  SELECT id, heading || ' ' || content, 1 FROM chunks
  WHERE heading || content GLOB '*[ก-๛ぁ-ヿ㐀-䶿一-鿿가-힣]*'
  UNION ALL
  SELECT id, text, at + 1 FROM cut WHERE at < length(text) - 1
)
SELECT id, group_concat(substr(text, at, 2), ' ') FROM cut
WHERE substr(text, at, 2) GLOB '[ก-๛ぁ-ヿ㐀-䶿一-鿿가-힣][ก-๛ぁ-ヿ㐀-䶿一-鿿가-힣]'
GROUP BY id;

DROP TRIGGER chunks_unindexed;
CREATE TRIGGER chunks_unindexed AFTER DELETE ON chunks BEGIN
  INSERT INTO chunks_fts (chunks_fts, rowid, heading, content) VALUES ('delete', old.id, old.heading, old.content);
  DELETE FROM chunk_pairs_fts WHERE rowid = old.id;
  DELETE FROM chunk_vectors WHERE chunk_id = old.id;
END;

-- What an embedding model makes of a passage: Float32, little-endian, of length one. Those of another model are made anew.
CREATE TABLE chunk_vectors (
  chunk_id          INTEGER PRIMARY KEY,
  knowledge_base_id INTEGER NOT NULL,
  model             TEXT NOT NULL,
  vector            BLOB NOT NULL
) STRICT;

-- Serves the look for those that are missing, and reading those of a base.
CREATE INDEX chunk_vectors_by_base ON chunk_vectors (model, knowledge_base_id, chunk_id);
