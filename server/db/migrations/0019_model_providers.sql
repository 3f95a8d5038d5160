-- Services that speak the OpenAI API, set up by the owner for everybody on this Parley.
CREATE TABLE model_providers (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  base_url   TEXT NOT NULL,
  -- Sealed by the vault under `llm:{id}`.
  sealed_key TEXT,
  is_enabled INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- A model whose provider is gone keeps its row and its id, and names no provider.
ALTER TABLE llm_models ADD COLUMN model_provider_id INTEGER REFERENCES model_providers (id) ON DELETE SET NULL;
-- What the provider calls it.
ALTER TABLE llm_models ADD COLUMN model TEXT;
ALTER TABLE llm_models ADD COLUMN kind TEXT NOT NULL DEFAULT 'chat' CHECK (kind IN ('chat', 'embedding'));
-- Among the models of its provider.
ALTER TABLE llm_models ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
-- Tokens that fit into one call, question and answer together.
ALTER TABLE llm_models ADD COLUMN context_tokens INTEGER CHECK (context_tokens > 0);

-- The models of a provider, and what deleting one looks for.
CREATE INDEX llm_models_by_provider ON llm_models (model_provider_id) WHERE model_provider_id IS NOT NULL;
