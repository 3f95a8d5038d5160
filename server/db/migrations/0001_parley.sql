-- Times are integers: milliseconds since 1970, UTC. Money is integer micro-dollars. JSON only where the API says object.

CREATE TABLE users (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL CHECK (name <> ''),
  email      TEXT NOT NULL UNIQUE,
  is_owner   INTEGER NOT NULL DEFAULT 0 CHECK (is_owner IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX users_one_owner ON users (is_owner) WHERE is_owner = 1;

CREATE TABLE api_keys (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  -- SHA-256 of the whole key; the key itself is shown once and kept nowhere.
  hash         BLOB NOT NULL UNIQUE,
  last_used_at INTEGER,
  created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX api_keys_by_user ON api_keys (user_id, id);

-- A browser session of an operator, or a sign-in link that becomes one when it is used.
CREATE TABLE sessions (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL CHECK (kind IN ('link', 'browser')),
  hash       BLOB NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE languages (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE CHECK (length(code) = 2),
  name TEXT NOT NULL
) STRICT;

CREATE TABLE synthesizer_providers (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE synthesizer_languages (
  provider_id INTEGER NOT NULL REFERENCES synthesizer_providers (id) ON DELETE CASCADE,
  language_id INTEGER NOT NULL REFERENCES languages (id) ON DELETE CASCADE,
  PRIMARY KEY (language_id, provider_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE transcriber_providers (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE transcriber_languages (
  provider_id INTEGER NOT NULL REFERENCES transcriber_providers (id) ON DELETE CASCADE,
  language_id INTEGER NOT NULL REFERENCES languages (id) ON DELETE CASCADE,
  PRIMARY KEY (language_id, provider_id)
) STRICT, WITHOUT ROWID;

-- A voice without a synthesizer speaks inside a multimodal model; with one it is for pipeline and dualplex.
CREATE TABLE voices (
  id                      INTEGER PRIMARY KEY AUTOINCREMENT,
  code                    TEXT NOT NULL UNIQUE,
  user_id                 INTEGER REFERENCES users (id) ON DELETE CASCADE,
  name                    TEXT NOT NULL,
  language_id             INTEGER NOT NULL REFERENCES languages (id),
  gender                  TEXT NOT NULL CHECK (gender IN ('male', 'female')),
  accent                  TEXT,
  age                     TEXT,
  synthesizer_provider_id INTEGER REFERENCES synthesizer_providers (id)
) STRICT;

-- `provider` names the vendor kind in server/providers/llm; an unavailable model keeps its id but cannot answer.
CREATE TABLE llm_models (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  code         TEXT NOT NULL UNIQUE,
  name         TEXT NOT NULL,
  provider     TEXT NOT NULL,
  is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
  input_price  INTEGER NOT NULL DEFAULT 0 CHECK (input_price >= 0),
  output_price INTEGER NOT NULL DEFAULT 0 CHECK (output_price >= 0)
) STRICT;

CREATE TABLE multimodal_models (
  id   INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE phone_numbers (
  id                      INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id                 INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  phone_number            TEXT NOT NULL,
  nickname                TEXT,
  country_code            TEXT NOT NULL,
  type                    TEXT NOT NULL CHECK (type IN ('normal', 'sip', 'caller_id')),
  sms_capable             INTEGER NOT NULL DEFAULT 0 CHECK (sms_capable IN (0, 1)),
  subscription_expires_at INTEGER,
  created_at              INTEGER NOT NULL,
  UNIQUE (user_id, phone_number)
) STRICT;

CREATE TABLE tools (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name        TEXT NOT NULL,
  description TEXT NOT NULL,
  endpoint    TEXT NOT NULL,
  method      TEXT NOT NULL,
  timeout     INTEGER NOT NULL DEFAULT 10,
  headers     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(headers)),
  schema      TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(schema)),
  created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX tools_by_user ON tools (user_id, id);

CREATE TABLE knowledge_bases (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX knowledge_bases_by_user ON knowledge_bases (user_id, id);

CREATE TABLE documents (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  knowledge_base_id INTEGER NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
  name              TEXT NOT NULL,
  type              TEXT NOT NULL,
  status            TEXT NOT NULL CHECK (status IN ('empty', 'processing', 'active', 'failed')),
  created_at        INTEGER NOT NULL
) STRICT;

CREATE INDEX documents_by_base ON documents (knowledge_base_id, id);

CREATE TABLE chunks (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id       INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  knowledge_base_id INTEGER NOT NULL,
  heading           TEXT NOT NULL,
  content           TEXT NOT NULL
) STRICT;

CREATE INDEX chunks_by_document ON chunks (document_id);

CREATE VIRTUAL TABLE chunks_fts USING fts5 (
  heading, content, content = 'chunks', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);

CREATE TRIGGER chunks_indexed AFTER INSERT ON chunks BEGIN
  INSERT INTO chunks_fts (rowid, heading, content) VALUES (new.id, new.heading, new.content);
END;

CREATE TRIGGER chunks_unindexed AFTER DELETE ON chunks BEGIN
  INSERT INTO chunks_fts (chunks_fts, rowid, heading, content) VALUES ('delete', old.id, old.heading, old.content);
END;

CREATE TABLE assistants (
  id                              INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid                            TEXT NOT NULL UNIQUE,
  user_id                         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name                            TEXT NOT NULL CHECK (name <> ''),
  status                          TEXT NOT NULL DEFAULT 'inactive' CHECK (status IN ('inactive', 'active')),
  type                            TEXT NOT NULL CHECK (type IN ('inbound', 'outbound')),
  mode                            TEXT NOT NULL CHECK (mode IN ('pipeline', 'multimodal', 'dualplex')),
  timezone                        TEXT NOT NULL,
  initial_message                 TEXT NOT NULL,
  system_prompt                   TEXT NOT NULL,
  language_id                     INTEGER NOT NULL REFERENCES languages (id),
  voice_id                        INTEGER NOT NULL REFERENCES voices (id),
  llm_model_id                    INTEGER REFERENCES llm_models (id),
  multimodal_model_id             INTEGER REFERENCES multimodal_models (id),
  chat_llm_fallback_id            INTEGER REFERENCES llm_models (id),
  turn_detection_threshold        REAL,
  knowledgebase_id                INTEGER REFERENCES knowledge_bases (id) ON DELETE SET NULL,
  knowledgebase_mode              TEXT NOT NULL CHECK (knowledgebase_mode IN ('function_call', 'prompt', 'hybrid')),
  phone_number_id                 INTEGER REFERENCES phone_numbers (id) ON DELETE SET NULL,
  tools                           TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tools)),
  tts_emotion_enabled             INTEGER NOT NULL CHECK (tts_emotion_enabled IN (0, 1)),
  voice_stability                 REAL NOT NULL,
  voice_similarity                REAL NOT NULL,
  speech_speed                    REAL NOT NULL,
  llm_temperature                 REAL NOT NULL,
  synthesizer_provider_id         INTEGER REFERENCES synthesizer_providers (id),
  transcriber_provider_id         INTEGER REFERENCES transcriber_providers (id),
  allow_interruptions             INTEGER NOT NULL CHECK (allow_interruptions IN (0, 1)),
  fillers                         INTEGER NOT NULL CHECK (fillers IN (0, 1)),
  filler_config                   TEXT NOT NULL CHECK (json_valid(filler_config)),
  record                          INTEGER NOT NULL CHECK (record IN (0, 1)),
  enable_noise_cancellation       INTEGER NOT NULL CHECK (enable_noise_cancellation IN (0, 1)),
  wait_for_customer               INTEGER NOT NULL CHECK (wait_for_customer IN (0, 1)),
  max_duration                    INTEGER NOT NULL,
  max_silence_duration            INTEGER NOT NULL,
  max_initial_silence_duration    INTEGER,
  ringing_time                    INTEGER NOT NULL,
  reengagement_interval           INTEGER NOT NULL,
  reengagement_prompt             TEXT,
  end_call_on_voicemail           INTEGER NOT NULL CHECK (end_call_on_voicemail IN (0, 1)),
  voice_mail_message              TEXT,
  endpoint_type                   TEXT NOT NULL CHECK (endpoint_type IN ('vad', 'ai')),
  endpoint_sensitivity            REAL NOT NULL,
  interrupt_sensitivity           REAL NOT NULL,
  min_interrupt_words             INTEGER NOT NULL,
  ambient_sound                   TEXT NOT NULL,
  ambient_sound_volume            REAL NOT NULL,
  is_webhook_active               INTEGER NOT NULL CHECK (is_webhook_active IN (0, 1)),
  webhook_url                     TEXT,
  inbound_webhook_url             TEXT,
  send_webhook_only_on_completed  INTEGER NOT NULL CHECK (send_webhook_only_on_completed IN (0, 1)),
  include_recording_in_webhook    INTEGER NOT NULL CHECK (include_recording_in_webhook IN (0, 1)),
  post_call_evaluation            INTEGER NOT NULL CHECK (post_call_evaluation IN (0, 1)),
  post_call_schema                TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(post_call_schema)),
  variables                       TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(variables)),
  conversation_inactivity_timeout INTEGER NOT NULL,
  conversation_ended_retrigger    INTEGER NOT NULL CHECK (conversation_ended_retrigger IN (0, 1)),
  conversation_ended_webhook_url  TEXT,
  widget_settings                 TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(widget_settings)),
  allowed_origins                 TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(allowed_origins)),
  created_at                      INTEGER NOT NULL,
  updated_at                      INTEGER NOT NULL,
  deleted_at                      INTEGER
) STRICT;

-- Serves the assistants list, id ascending.
CREATE INDEX assistants_by_user ON assistants (user_id, id) WHERE deleted_at IS NULL;

-- One inbound assistant a number, whoever comes first.
CREATE UNIQUE INDEX assistants_inbound_number ON assistants (phone_number_id)
  WHERE type = 'inbound' AND phone_number_id IS NOT NULL AND deleted_at IS NULL;

CREATE TABLE assistant_languages (
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  language_id  INTEGER NOT NULL REFERENCES languages (id),
  PRIMARY KEY (assistant_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE assistant_tools (
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  tool_id      INTEGER NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
  PRIMARY KEY (assistant_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE visitors (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid         TEXT NOT NULL UNIQUE,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  -- SHA-256 of the visitor's token.
  hash         BLOB NOT NULL UNIQUE,
  name         TEXT,
  email        TEXT,
  phone        TEXT,
  page_url     TEXT,
  page_title   TEXT,
  user_agent   TEXT,
  language     TEXT,
  created_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT;

CREATE TABLE conversations (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid              TEXT NOT NULL UNIQUE,
  user_id           INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id      INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  visitor_id        INTEGER REFERENCES visitors (id) ON DELETE CASCADE,
  -- The widget's own id for it, so that creating it again answers the same one.
  client_id         TEXT,
  type              TEXT NOT NULL CHECK (type IN ('test', 'widget', 'messenger', 'api')),
  variables         TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(variables)),
  ai_enabled        INTEGER NOT NULL DEFAULT 1 CHECK (ai_enabled IN (0, 1)),
  -- Grows with every takeover and hand-back; an answer may only be written in the epoch it was begun in.
  ai_epoch          INTEGER NOT NULL DEFAULT 0,
  message_count     INTEGER NOT NULL DEFAULT 0,
  unread_count      INTEGER NOT NULL DEFAULT 0,
  operator_read_seq INTEGER NOT NULL DEFAULT 0,
  total_cost        INTEGER NOT NULL DEFAULT 0,
  ended_at          INTEGER,
  created_at        INTEGER NOT NULL,
  updated_at        INTEGER NOT NULL,
  UNIQUE (visitor_id, client_id)
) STRICT;

-- Serve the conversations list, newest first: unfiltered, and by each filter and pair of filters.
CREATE INDEX conversations_by_user ON conversations (user_id, created_at DESC, id DESC);
CREATE INDEX conversations_by_type ON conversations (user_id, type, created_at DESC, id DESC);
CREATE INDEX conversations_by_assistant ON conversations (user_id, assistant_id, created_at DESC, id DESC);
CREATE INDEX conversations_by_assistant_type ON conversations (user_id, assistant_id, type, created_at DESC, id DESC);
-- Serves the inbox, latest activity first.
CREATE INDEX conversations_by_activity ON conversations (user_id, updated_at DESC, id DESC);
-- Serves the visitor's own list.
CREATE INDEX conversations_by_visitor ON conversations (visitor_id, created_at DESC, id DESC);

CREATE TABLE messages (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  seq             INTEGER NOT NULL CHECK (seq > 0),
  client_id       TEXT,
  author          TEXT NOT NULL CHECK (author IN ('visitor', 'assistant', 'operator')),
  author_name     TEXT NOT NULL,
  content         TEXT NOT NULL,
  status          TEXT NOT NULL CHECK (status IN ('streaming', 'complete', 'interrupted', 'failed')),
  -- For an answer: the sequence number of the last message it answers.
  answers_seq     INTEGER,
  cost            INTEGER NOT NULL DEFAULT 0,
  created_at      INTEGER NOT NULL,
  UNIQUE (conversation_id, seq),
  UNIQUE (conversation_id, client_id)
) STRICT;

-- What happened, in order. Streams are rows after the last id seen.
CREATE TABLE events (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL,
  -- Set where the visitor may see it too.
  visitor_id INTEGER,
  -- Set on the deltas of an answer, which go once the whole answer is there.
  message_id INTEGER,
  type       TEXT NOT NULL,
  payload    TEXT NOT NULL CHECK (json_valid(payload)),
  created_at INTEGER NOT NULL
) STRICT;

-- Serve resuming a stream.
CREATE INDEX events_by_user ON events (user_id, id);
CREATE INDEX events_by_visitor ON events (visitor_id, id) WHERE visitor_id IS NOT NULL;
-- Serves dropping an answer's deltas.
CREATE INDEX events_deltas ON events (message_id) WHERE message_id IS NOT NULL;

CREATE TABLE jobs (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  kind       TEXT NOT NULL,
  payload    TEXT NOT NULL CHECK (json_valid(payload)),
  -- Jobs of one lane run one after another.
  lane       TEXT,
  status     TEXT NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'running', 'dead')),
  run_at     INTEGER NOT NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- Serves the worker: what is due next.
CREATE INDEX jobs_due ON jobs (run_at, id) WHERE status = 'waiting';
CREATE INDEX jobs_running ON jobs (lane) WHERE status = 'running';

CREATE TABLE ledger (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  amount     INTEGER NOT NULL,
  balance    INTEGER NOT NULL,
  reference  TEXT,
  note       TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX ledger_by_user ON ledger (user_id, id DESC);
