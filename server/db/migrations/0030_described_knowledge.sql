-- Knowledge bases and documents have descriptions; a website has several addresses and a limit for pages linked from
-- them.
ALTER TABLE knowledge_bases ADD COLUMN description TEXT;
-- Updated with name, description and documents.
ALTER TABLE knowledge_bases ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;

UPDATE knowledge_bases SET updated_at = max(created_at, coalesce(
  (SELECT max(max(created_at, updated_at)) FROM documents WHERE knowledge_base_id = knowledge_bases.id), 0));

ALTER TABLE documents ADD COLUMN description TEXT;
-- Addresses besides its url, JSON.
ALTER TABLE documents ADD COLUMN links TEXT NOT NULL DEFAULT '[]';
-- Null for files and for crawled websites.
ALTER TABLE documents ADD COLUMN relative_links_limit INTEGER CHECK (relative_links_limit BETWEEN 0 AND 50);

UPDATE documents SET relative_links_limit = 0
WHERE type = 'website' AND id NOT IN (SELECT document_id FROM crawls);

-- Serves counting the assistants that use a knowledge base, and its deletion.
CREATE INDEX assistants_by_knowledge_base ON assistants (knowledgebase_id) WHERE knowledgebase_id IS NOT NULL;
