-- Services that an account's assistants speak and hear with. Assistants choose their rows among the synthesizers,
-- transcribers and voices; a row whose service is gone keeps its id and can no longer be chosen.
CREATE TABLE speech_providers (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id             INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name                TEXT NOT NULL,
  kind                TEXT NOT NULL CHECK (kind IN ('openai-audio', 'piper', 'whisper-cpp', 'deepgram', 'elevenlabs')),
  base_url            TEXT NOT NULL,
  -- Sealed by the vault under `speech:{id}`.
  sealed_key          TEXT,
  -- The service's names of the models; null where there is none, or it has only one.
  speech_model        TEXT,
  transcription_model TEXT,
  is_enabled          INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
  created_at          INTEGER NOT NULL,
  updated_at          INTEGER NOT NULL,
  UNIQUE (user_id, name)
) STRICT;

-- Without an account they are for everyone.
ALTER TABLE synthesizer_providers ADD COLUMN user_id INTEGER REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE synthesizer_providers ADD COLUMN speech_provider_id INTEGER REFERENCES speech_providers (id) ON DELETE SET NULL;
ALTER TABLE synthesizer_providers ADD COLUMN is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1));
ALTER TABLE transcriber_providers ADD COLUMN user_id INTEGER REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE transcriber_providers ADD COLUMN speech_provider_id INTEGER REFERENCES speech_providers (id) ON DELETE SET NULL;
ALTER TABLE transcriber_providers ADD COLUMN is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1));

-- The service's or operating system's name for a voice; null for one with a recorded preview.
ALTER TABLE voices ADD COLUMN service_voice TEXT;
ALTER TABLE voices ADD COLUMN is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1));
-- 0 for one that has been removed from its service; while a service is off, its voices are kept.
ALTER TABLE voices ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 1 CHECK (is_kept IN (0, 1));
-- Order among the voices of its service.
ALTER TABLE voices ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
-- Part of its preview's URL, and sufficient to listen to it.
ALTER TABLE voices ADD COLUMN preview_key TEXT;

CREATE UNIQUE INDEX voices_by_preview_key ON voices (preview_key) WHERE preview_key IS NOT NULL;
CREATE INDEX voices_by_synthesizer ON voices (synthesizer_provider_id) WHERE synthesizer_provider_id IS NOT NULL;

-- The operating system cannot transcribe, and its voices are the installed ones, which a start lists.
UPDATE transcriber_providers SET is_available = 0 WHERE code = 'system';
UPDATE synthesizer_providers SET is_available = 0 WHERE code = 'system';
UPDATE voices SET is_available = 0
WHERE synthesizer_provider_id = (SELECT id FROM synthesizer_providers WHERE code = 'system');
