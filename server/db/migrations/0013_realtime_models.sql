-- Services with a single model that hears, thinks and speaks, and the prices of speech services.
CREATE TABLE speech_services (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id             INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name                TEXT NOT NULL,
  kind                TEXT NOT NULL
                      CHECK (kind IN ('openai-audio', 'openai-realtime', 'piper', 'whisper-cpp', 'deepgram', 'elevenlabs')),
  base_url            TEXT NOT NULL,
  -- Sealed by the vault under `speech:{id}`.
  sealed_key          TEXT,
  -- The service's names of the models; null where there is none, or it has only one.
  speech_model        TEXT,
  transcription_model TEXT,
  is_enabled          INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
  created_at          INTEGER NOT NULL,
  updated_at          INTEGER NOT NULL,
  -- Micro-dollars for a minute that is heard, a minute that is spoken, and 1,000 characters that are.
  hearing_price       INTEGER NOT NULL DEFAULT 0 CHECK (hearing_price >= 0),
  speaking_price      INTEGER NOT NULL DEFAULT 0 CHECK (speaking_price >= 0),
  characters_price    INTEGER NOT NULL DEFAULT 0 CHECK (characters_price >= 0),
  UNIQUE (user_id, name)
) STRICT;

-- A used id is never given to another service.
INSERT INTO sqlite_sequence (name, seq) SELECT 'speech_services', seq FROM sqlite_sequence WHERE name = 'speech_providers';
INSERT INTO speech_services (
  id, user_id, name, kind, base_url, sealed_key, speech_model, transcription_model, is_enabled, created_at, updated_at
)
SELECT id, user_id, name, kind, base_url, sealed_key, speech_model, transcription_model, is_enabled, created_at, updated_at
FROM speech_providers;
DROP TABLE speech_providers;
ALTER TABLE speech_services RENAME TO speech_providers;

-- Without an account they are for everyone; a row whose service is gone keeps its id and can no longer be chosen.
ALTER TABLE multimodal_models ADD COLUMN user_id INTEGER REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE multimodal_models ADD COLUMN speech_provider_id INTEGER REFERENCES speech_providers (id) ON DELETE SET NULL;
ALTER TABLE multimodal_models ADD COLUMN is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1));

-- The model that has this voice.
ALTER TABLE voices ADD COLUMN multimodal_model_id INTEGER REFERENCES multimodal_models (id);
CREATE INDEX voices_by_multimodal_model ON voices (multimodal_model_id) WHERE multimodal_model_id IS NOT NULL;
