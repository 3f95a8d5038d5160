-- The search index is updated in batches: documents after this one are not in it yet (decision 020). Ids only grow, so
-- a single number covers all of them.
CREATE TABLE search_progress (
  id            INTEGER PRIMARY KEY CHECK (id = 1),
  indexed_up_to INTEGER NOT NULL
) STRICT;

INSERT INTO search_progress SELECT 1, ifnull(max(id), 0) FROM search_documents;

DROP TRIGGER search_add_now;
DROP TRIGGER search_remove_now;
DROP TRIGGER search_change_now;

CREATE TRIGGER search_add_now INSTEAD OF INSERT ON search_add BEGIN
  INSERT INTO search_documents (kind, ref_id, conversation_id, facets)
  VALUES (new.kind, new.ref_id, new.conversation_id, new.facets);
END;

-- A waiting document is not in the index, so deleting its row is enough.
CREATE TRIGGER search_remove_now INSTEAD OF INSERT ON search_remove BEGIN
  INSERT INTO search_fts (search_fts, rowid, facets, body)
  SELECT 'delete', id, facets, new.body FROM search_documents
  WHERE ref_id = new.ref_id AND kind = new.kind AND id <= (SELECT indexed_up_to FROM search_progress);
  DELETE FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
END;

-- A waiting document is read in its current state when its turn comes.
CREATE TRIGGER search_change_now INSTEAD OF INSERT ON search_change BEGIN
  INSERT INTO search_fts (search_fts, rowid, facets, body)
  SELECT 'delete', id, facets, new.was FROM search_documents
  WHERE ref_id = new.ref_id AND kind = new.kind AND id <= (SELECT indexed_up_to FROM search_progress);
  INSERT INTO search_fts (rowid, facets, body)
  SELECT id, facets, new.body FROM search_documents
  WHERE ref_id = new.ref_id AND kind = new.kind AND id <= (SELECT indexed_up_to FROM search_progress);
END;
