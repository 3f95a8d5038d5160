-- The complete initial schema. Times are integers: milliseconds since 1970, UTC. Money is integer micro-dollars. JSON
-- only where the API has objects. Tables and views with their indexes come first, then the triggers.

CREATE TABLE users (
  id               INTEGER PRIMARY KEY AUTOINCREMENT,
  name             TEXT NOT NULL CHECK (name <> ''),
  email            TEXT NOT NULL UNIQUE,
  is_owner         INTEGER NOT NULL DEFAULT 0 CHECK (is_owner IN (0, 1)),
  created_at       INTEGER NOT NULL,
  -- Money. The ledger is append-only and a user's balance is its sum, kept beside it so that spending can be one
  -- conditional UPDATE.
  balance          INTEGER NOT NULL DEFAULT 0 CHECK (balance >= 0),
  -- What may be spent on answers. Limits are what people set, in US dollars where an assistant's form has them and in
  -- micro-dollars for the account; NULL is no limit.
  budget_per_month INTEGER CHECK (budget_per_month >= 0)
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

-- A browser session of an operator, or a sign-in link that becomes one when used.
CREATE TABLE sessions (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind IN ('link', 'browser')),
  hash        BLOB NOT NULL UNIQUE,
  expires_at  INTEGER NOT NULL,
  created_at  INTEGER NOT NULL,
  -- The key that opened a browser session: when it is revoked, the session goes with it.
  api_key_id  INTEGER REFERENCES api_keys (id) ON DELETE CASCADE,
  operator_id INTEGER REFERENCES operators (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX sessions_by_key ON sessions (api_key_id) WHERE api_key_id IS NOT NULL;

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

-- A voice without a synthesizer speaks inside a multimodal model; one with a synthesizer is for pipeline and dualplex.
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
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  code              TEXT NOT NULL UNIQUE,
  name              TEXT NOT NULL,
  provider          TEXT NOT NULL,
  is_available      INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
  input_price       INTEGER NOT NULL DEFAULT 0 CHECK (input_price >= 0),
  output_price      INTEGER NOT NULL DEFAULT 0 CHECK (output_price >= 0),
  -- A model whose provider is gone keeps its row and its id, and names no provider.
  model_provider_id INTEGER REFERENCES model_providers (id) ON DELETE SET NULL,
  -- What the provider calls it.
  model             TEXT,
  kind              TEXT NOT NULL DEFAULT 'chat' CHECK (kind IN ('chat', 'embedding')),
  -- Among the models of its provider.
  position          INTEGER NOT NULL DEFAULT 0,
  -- Tokens that fit into one call, question and answer together.
  context_tokens    INTEGER CHECK (context_tokens > 0)
) STRICT;

-- Serve a provider's models, and lookups before deleting one.
CREATE INDEX llm_models_by_provider ON llm_models (model_provider_id) WHERE model_provider_id IS NOT NULL;

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
  -- The assistant that answers text messages to a number.
  sms_assistant_id        INTEGER REFERENCES assistants (id) ON DELETE SET NULL,
  UNIQUE (user_id, phone_number)
) STRICT;

CREATE INDEX phone_numbers_by_sms_assistant ON phone_numbers (sms_assistant_id) WHERE sms_assistant_id IS NOT NULL;

-- Serves incoming messages: finds the number's owner.
CREATE INDEX phone_numbers_by_number ON phone_numbers (phone_number, id);

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
  created_at        INTEGER NOT NULL,
  -- Documents that people add: where they come from, how their reading went.
  url               TEXT,
  -- Bytes, and their SHA-256 in hexadecimal; empty until a page has been fetched.
  size              INTEGER CHECK (size >= 0),
  sha256            TEXT CHECK (length(sha256) = 64),
  -- Why a failed one could not be read, in a sentence.
  error             TEXT,
  -- How often its reading has begun: one that ends the process each time must not do so for ever.
  attempts          INTEGER NOT NULL DEFAULT 0,
  updated_at        INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX documents_by_base ON documents (knowledge_base_id, id);

CREATE INDEX documents_failed ON documents (knowledge_base_id) WHERE status = 'failed';

CREATE VIRTUAL TABLE chunks_fts USING fts5 (
  heading, content, content = 'chunks', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
);

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
  deleted_at                      INTEGER,
  -- How the chats that an assistant has with visitors of a website begin.
  chat_mode                       TEXT NOT NULL DEFAULT 'auto' CHECK (chat_mode IN ('auto', 'approve')),
  -- Whether the desk sees what a visitor is typing before it is sent.
  draft_preview                   INTEGER NOT NULL DEFAULT 1 CHECK (draft_preview IN (0, 1)),
  budget_per_visitor_day          REAL CHECK (budget_per_visitor_day >= 0),
  budget_per_conversation         REAL CHECK (budget_per_conversation >= 0),
  budget_per_day                  REAL CHECK (budget_per_day >= 0),
  -- What a visitor is told instead of an answer; a phrase of the assistant's language where there is none.
  over_budget_message             TEXT,
  -- Days after which a conversation of an assistant is erased; NULL keeps all of them for ever.
  retention_days                  INTEGER CHECK (retention_days BETWEEN 1 AND 3650)
) STRICT;

-- Serves the list of assistants, ordered by id.
CREATE INDEX assistants_by_user ON assistants (user_id, id) WHERE deleted_at IS NULL;

-- At most one inbound assistant per number, even for concurrent requests.
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

CREATE TABLE conversations (
  id                   INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid                 TEXT NOT NULL UNIQUE,
  user_id              INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id         INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  visitor_id           INTEGER REFERENCES visitors (id) ON DELETE CASCADE,
  -- The widget's own id for it, so that creating it again answers the same one.
  client_id            TEXT,
  type                 TEXT NOT NULL CHECK (type IN ('test', 'widget', 'messenger', 'api')),
  variables            TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(variables)),
  ai_epoch             INTEGER NOT NULL DEFAULT 0,
  message_count        INTEGER NOT NULL DEFAULT 0,
  unread_count         INTEGER NOT NULL DEFAULT 0,
  operator_read_seq    INTEGER NOT NULL DEFAULT 0,
  total_cost           INTEGER NOT NULL DEFAULT 0,
  ended_at             INTEGER,
  created_at           INTEGER NOT NULL,
  updated_at           INTEGER NOT NULL,
  -- Who a conversation held through the API is with, in the words of the program that holds it: one for each.
  customer_identifier  TEXT,
  -- Who answers the visitor: the assistant by itself, the assistant once a person has approved, or a person. This is the one
  -- truth; `ai_enabled`, as the API has it, follows from it.
  ai_mode              TEXT NOT NULL DEFAULT 'auto'
    CHECK (ai_mode IN ('auto', 'approve', 'human')),
  ai_enabled           INTEGER NOT NULL GENERATED ALWAYS AS (ai_mode = 'auto') VIRTUAL,
  -- Who turned it last, and when; nobody has yet where they are null. A program acts for a person.
  ai_mode_by           INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  ai_mode_at           INTEGER,
  -- Whose it is, at the desk.
  assignee_id          INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  -- Out of sight until then, or until the visitor writes.
  snoozed_until        INTEGER,
  -- The assistant could not answer, or the visitor asked for a person; over once a person writes or takes over.
  needs_person         INTEGER NOT NULL DEFAULT 0 CHECK (needs_person IN (0, 1)),
  -- Since when the visitor has had the last word. Kept by triggers.
  awaiting_reply_since INTEGER,
  -- Whether a person has ever written in it. Kept by triggers.
  person_wrote         INTEGER NOT NULL DEFAULT 0 CHECK (person_wrote IN (0, 1)),
  -- Where it is in the inbox. A test in which nobody has spoken yet is nowhere.
  inbox_state          TEXT GENERATED ALWAYS AS (
    CASE
      WHEN type = 'test' AND message_count <= 1 THEN NULL
      WHEN ended_at IS NOT NULL THEN 'ended'
      WHEN snoozed_until IS NOT NULL THEN 'snoozed'
      ELSE 'open'
    END
  ) VIRTUAL,
  -- Whether the assistant has it on its own: nobody has written, nobody has it, nobody is needed.
  is_ai_only           INTEGER GENERATED ALWAYS AS (
    ai_mode = 'auto' AND person_wrote = 0 AND needs_person = 0 AND assignee_id IS NULL
  ) VIRTUAL,
  -- How far the visitor has read.
  visitor_read_seq     INTEGER NOT NULL DEFAULT 0,
  -- How a conversation began: the visitor's first message, and the first answer after it. Kept by triggers.
  asked_seq            INTEGER,
  asked_at             INTEGER,
  answered_seq         INTEGER,
  answered_at          INTEGER,
  -- Messages that people wrote in it, and whether one ever took it over or approved an answer. Kept by triggers.
  person_count         INTEGER NOT NULL DEFAULT 0,
  had_person           INTEGER NOT NULL DEFAULT 0 CHECK (had_person IN (0, 1)),
  -- What its visitor thought of it.
  rating               INTEGER CHECK (rating BETWEEN 1 AND 5),
  rating_comment       TEXT,
  rated_at             INTEGER,
  -- The visitor wants no answer to the messages up to this one.
  stopped_seq          INTEGER NOT NULL DEFAULT 0,
  UNIQUE (visitor_id, client_id)
) STRICT;

-- Serve the list of conversations, newest first: unfiltered, and by each filter and pair of filters.
CREATE INDEX conversations_by_user ON conversations (user_id, created_at DESC, id DESC);

CREATE INDEX conversations_by_type ON conversations (user_id, type, created_at DESC, id DESC);

CREATE INDEX conversations_by_assistant ON conversations (user_id, assistant_id, created_at DESC, id DESC);

CREATE INDEX conversations_by_assistant_type ON conversations (user_id, assistant_id, type, created_at DESC, id DESC);

-- Serves the inbox, latest activity first.
CREATE INDEX conversations_by_activity ON conversations (user_id, updated_at DESC, id DESC);

-- Serves a visitor's own list.
CREATE INDEX conversations_by_visitor ON conversations (visitor_id, created_at DESC, id DESC);

-- Serves ending conversations: open ones, longest silent first, by assistant.
CREATE INDEX conversations_open ON conversations (assistant_id, updated_at) WHERE ended_at IS NULL;

CREATE UNIQUE INDEX conversations_by_customer ON conversations (assistant_id, customer_identifier)
  WHERE customer_identifier IS NOT NULL;

CREATE INDEX conversations_by_ai_mode_by ON conversations (ai_mode_by) WHERE ai_mode_by IS NOT NULL;

-- Serve the filtered inbox, latest activity first; the unfiltered one has `conversations_by_activity`.
CREATE INDEX conversations_by_state ON conversations (user_id, inbox_state, updated_at DESC, id DESC);

CREATE INDEX conversations_by_assistant_activity ON conversations (user_id, assistant_id, updated_at DESC, id DESC);

CREATE INDEX conversations_awaiting ON conversations (user_id, updated_at DESC, id DESC)
  WHERE awaiting_reply_since IS NOT NULL;

CREATE INDEX conversations_needing ON conversations (user_id, updated_at DESC, id DESC) WHERE needs_person = 1;

CREATE INDEX conversations_unread ON conversations (user_id, updated_at DESC, id DESC) WHERE unread_count > 0;

CREATE INDEX conversations_by_assignee ON conversations (user_id, assignee_id, updated_at DESC, id DESC)
  WHERE assignee_id IS NOT NULL;

-- Serve the next snoozed conversation that is due, and forgetting an operator.
CREATE INDEX conversations_snoozed ON conversations (snoozed_until) WHERE snoozed_until IS NOT NULL;

CREATE INDEX conversations_of_assignee ON conversations (assignee_id) WHERE assignee_id IS NOT NULL;

-- Serve Home's list of what needs attention. The first: open conversations waiting for a human, longest waiting first.
CREATE INDEX conversations_waiting ON conversations (user_id, ifnull(awaiting_reply_since, updated_at))
  WHERE inbox_state = 'open' AND type <> 'test'
    AND (needs_person = 1 OR awaiting_reply_since IS NOT NULL AND ai_mode <> 'auto');

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
  -- The epoch in which an answer was begun.
  epoch           INTEGER,
  -- A message's attachments as its readers see them, JSON: so that reading a thread joins nothing.
  attachments     TEXT CHECK (attachments IS NULL OR json_valid(attachments)),
  -- The documents an answer rests on, as its readers see them, JSON.
  sources         TEXT CHECK (sources IS NULL OR json_valid(sources)),
  UNIQUE (conversation_id, seq),
  UNIQUE (conversation_id, client_id)
) STRICT;

-- Events, in order. A stream sends the rows after the last id seen.
CREATE TABLE events (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id     INTEGER NOT NULL,
  -- Set where the visitor may see it too.
  visitor_id  INTEGER,
  -- Set on the deltas of an answer, which go once the whole answer is there.
  message_id  INTEGER,
  type        TEXT NOT NULL,
  payload     TEXT NOT NULL CHECK (json_valid(payload)),
  created_at  INTEGER NOT NULL,
  -- Set on the pieces of a draft, which go once the whole draft is there.
  proposal_id INTEGER
) STRICT;

-- Serve resuming a stream.
CREATE INDEX events_by_user ON events (user_id, id);

CREATE INDEX events_by_visitor ON events (visitor_id, id) WHERE visitor_id IS NOT NULL;

-- Serves deleting an answer's deltas.
CREATE INDEX events_deltas ON events (message_id) WHERE message_id IS NOT NULL;

CREATE INDEX events_of_proposal ON events (proposal_id) WHERE proposal_id IS NOT NULL;

-- Serves forgetting the desk-only events of a conversation or a contact.
CREATE INDEX events_about ON events (coalesce(payload ->> '$.conversation_id', payload ->> '$.id'))
  WHERE visitor_id IS NULL;

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

-- Serves the worker: the next job that is due.
CREATE INDEX jobs_due ON jobs (run_at, id) WHERE status = 'waiting';

CREATE INDEX jobs_running ON jobs (lane) WHERE status = 'running';

-- Serves forgetting a conversation's answer jobs.
CREATE INDEX jobs_by_lane ON jobs (lane) WHERE lane IS NOT NULL;

CREATE TABLE ledger (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  amount     INTEGER NOT NULL,
  balance    INTEGER NOT NULL,
  reference  TEXT,
  note       TEXT,
  created_at INTEGER NOT NULL,
  -- What an entry is about, without the step: `sms` of `sms.hold`.
  purpose    TEXT GENERATED ALWAYS AS (substr(kind, 1, instr(kind || '.', '.') - 1)) VIRTUAL
) STRICT;

-- Each effect is booked once: one hold, one release, one charge per reference.
CREATE UNIQUE INDEX ledger_once ON ledger (user_id, kind, reference) WHERE reference IS NOT NULL;

-- Serve the statement, newest first: complete and by purpose; each for any period.
CREATE INDEX ledger_by_time ON ledger (user_id, created_at DESC, id DESC);

CREATE INDEX ledger_by_purpose ON ledger (user_id, purpose, created_at DESC, id DESC);

-- Prices of an SMS segment and a call minute by ISO country; null where the service is not offered.
CREATE TABLE prices (
  country    TEXT PRIMARY KEY CHECK (length(country) = 2),
  sms_price  INTEGER CHECK (sms_price >= 0),
  call_price INTEGER CHECK (call_price >= 0),
  -- Set once an operator has changed it: a newer price list of Parley's then leaves it alone.
  is_edited  INTEGER NOT NULL DEFAULT 0 CHECK (is_edited IN (0, 1)),
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Responses to replay for requests with an Idempotency-Key. Without a status the request is in flight, or was when the
-- process died: its record, written in the same transaction, tells its outcome.
CREATE TABLE idempotency_keys (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  operation  TEXT NOT NULL,
  key        TEXT NOT NULL,
  body_hash  BLOB NOT NULL,
  -- Id of the record that the request wrote.
  reference  TEXT,
  status     INTEGER,
  body       TEXT CHECK (json_valid(body)),
  created_at INTEGER NOT NULL,
  CHECK (reference IS NOT NULL OR status IS NOT NULL),
  CHECK ((status IS NULL) = (body IS NULL)),
  PRIMARY KEY (user_id, operation, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

CREATE TABLE sms_messages (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Kept when the number is deleted: the record says what it was sent from.
  phone_number_id INTEGER NOT NULL,
  from_number     TEXT NOT NULL,
  to_number       TEXT NOT NULL,
  body            TEXT NOT NULL,
  segments        INTEGER NOT NULL CHECK (segments > 0),
  segment_price   INTEGER NOT NULL CHECK (segment_price >= 0),
  total_cost      INTEGER NOT NULL CHECK (total_cost >= 0),
  status          TEXT NOT NULL CHECK (status IN ('queued', 'sent', 'delivered', 'undelivered', 'failed', 'unknown')),
  provider        TEXT NOT NULL,
  -- Whether the request may have left: written before it goes out. A message that is queued without it was never sent.
  is_attempted    INTEGER NOT NULL DEFAULT 0 CHECK (is_attempted IN (0, 1)),
  sms_sid         TEXT,
  -- Why it is not sent, or what was odd about it, for the operator.
  error           TEXT,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  -- The digits of the recipient's number: what the filter compares.
  to_digits       TEXT GENERATED ALWAYS AS (
    replace(replace(replace(replace(replace(replace(replace(
      to_number, '+', ''), ' ', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', '')
  ) VIRTUAL,
  to_country      TEXT
) STRICT;

CREATE INDEX sms_messages_by_sid ON sms_messages (provider, sms_sid) WHERE sms_sid IS NOT NULL;

-- Serves what is still open after a crash, and the reconciler.
CREATE INDEX sms_messages_open ON sms_messages (status, id) WHERE status IN ('queued', 'sent', 'unknown');

CREATE INDEX sms_messages_by_user ON sms_messages (user_id, created_at DESC, id DESC);

CREATE INDEX sms_messages_by_status ON sms_messages (user_id, status, created_at DESC, id DESC);

CREATE INDEX sms_messages_by_number ON sms_messages (user_id, to_digits, created_at DESC, id DESC);

-- Serves the daily cap per country.
CREATE INDEX sms_messages_by_country ON sms_messages (user_id, to_country, created_at) WHERE to_country IS NOT NULL;

-- Serves finding identical messages with an unknown outcome.
CREATE INDEX sms_messages_unsettled ON sms_messages (to_number, from_number) WHERE status IN ('queued', 'unknown');

CREATE TABLE campaigns (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX campaigns_by_user ON campaigns (user_id, id);

CREATE TABLE leads (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  campaign_id  INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  phone_number TEXT NOT NULL,
  variables    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(variables)),
  created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX leads_by_campaign ON leads (campaign_id, id);

CREATE TABLE calls (
  id                     INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id                INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id           INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  campaign_id            INTEGER REFERENCES campaigns (id) ON DELETE SET NULL,
  type                   TEXT NOT NULL CHECK (type IN ('inbound', 'outbound', 'web')),
  status                 TEXT NOT NULL CHECK (status IN (
    'initiated', 'ringing', 'busy', 'in-progress', 'ended', 'completed', 'ended_by_customer', 'ended_by_assistant',
    'no-answer', 'failed'
  )),
  assistant_phone_number TEXT,
  client_phone_number    TEXT,
  -- The digits of the client's number: what the filter compares.
  client_digits          TEXT,
  -- Seconds, from the answer to the end.
  duration               INTEGER NOT NULL DEFAULT 0 CHECK (duration >= 0),
  transcript             TEXT NOT NULL DEFAULT '',
  variables              TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(variables)),
  evaluation             TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(evaluation)),
  webhook_response       TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(webhook_response)),
  carrier_cost           INTEGER NOT NULL DEFAULT 0 CHECK (carrier_cost >= 0),
  total_cost             INTEGER NOT NULL DEFAULT 0 CHECK (total_cost >= 0),
  answered_by            TEXT NOT NULL DEFAULT 'unknown' CHECK (answered_by IN ('human', 'machine', 'unknown')),
  -- URL of a recording somewhere else, or the name of a file in the data folder's recordings.
  recording              TEXT,
  provider               TEXT NOT NULL,
  answered_at            INTEGER,
  ended_at               INTEGER,
  created_at             INTEGER NOT NULL,
  updated_at             INTEGER NOT NULL,
  -- What a call began with: the assistant's variables and those of whoever placed it, for prompts and webhooks.
  input_variables        TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(input_variables)),
  -- Micro-dollars for each started minute and the longest the call may last in seconds, as they were when it was placed:
  -- what money was set aside for.
  minute_price           INTEGER NOT NULL DEFAULT 0 CHECK (minute_price >= 0),
  max_duration           INTEGER NOT NULL DEFAULT 0 CHECK (max_duration >= 0),
  -- Turns written down so far: a line may tell the same turn twice, and only the next one is taken.
  turn_count             INTEGER NOT NULL DEFAULT 0 CHECK (turn_count >= 0),
  -- When a call was dialled, rang first and had its post-call work done, and who ended it.
  dialled_at             INTEGER,
  ringing_at             INTEGER,
  completed_at           INTEGER,
  ended_by               TEXT CHECK (ended_by IN ('customer', 'assistant', 'limit', 'operator'))
) STRICT;

-- Indexes of the lists, newest first. The ones of conversations are further up.
CREATE INDEX calls_by_user ON calls (user_id, created_at DESC, id DESC);

CREATE INDEX calls_by_assistant ON calls (user_id, assistant_id, created_at DESC, id DESC);

CREATE INDEX calls_by_type ON calls (user_id, type, created_at DESC, id DESC);

CREATE INDEX calls_by_status ON calls (user_id, status, created_at DESC, id DESC);

CREATE INDEX calls_by_assistant_type ON calls (user_id, assistant_id, type, created_at DESC, id DESC);

CREATE INDEX calls_by_assistant_status ON calls (user_id, assistant_id, status, created_at DESC, id DESC);

CREATE INDEX calls_by_type_status ON calls (user_id, type, status, created_at DESC, id DESC);

CREATE INDEX calls_by_assistant_type_status
  ON calls (user_id, assistant_id, type, status, created_at DESC, id DESC);

-- Include the columns compared by the rarer filters beside a campaign, so that rows need not be read.
CREATE INDEX calls_by_campaign ON calls (user_id, campaign_id, created_at DESC, id DESC, assistant_id, type)
  WHERE campaign_id IS NOT NULL;

CREATE INDEX calls_by_campaign_status ON calls (user_id, campaign_id, status, created_at DESC, id DESC)
  WHERE campaign_id IS NOT NULL;

CREATE INDEX calls_by_number ON calls (user_id, client_digits, created_at DESC, id DESC)
  WHERE client_digits IS NOT NULL;

-- Turns of a call, in order.
CREATE TABLE call_turns (
  call_id     INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  turn        INTEGER NOT NULL,
  -- Within a turn the customer comes before the assistant.
  place       INTEGER NOT NULL CHECK (place IN (0, 1)),
  speaker     TEXT NOT NULL CHECK (speaker IN ('assistant', 'customer')),
  content     TEXT NOT NULL,
  -- When something was said, and where in the recording that is, ms from its beginning.
  spoken_at   INTEGER,
  recorded_at INTEGER,
  PRIMARY KEY (call_id, turn, place)
) STRICT, WITHOUT ROWID;

-- An uploaded file until it has been read; after that only its passages are kept.
CREATE TABLE document_files (
  document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
  content     BLOB NOT NULL
) STRICT;

-- Without a foreign key: a deleted document is gone at once, and its passages, of which there may be thousands, are
-- deleted in slices. Only those of an active document are ever found.
CREATE TABLE chunks (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  document_id       INTEGER NOT NULL,
  knowledge_base_id INTEGER NOT NULL,
  heading           TEXT NOT NULL,
  content           TEXT NOT NULL,
  -- The page of a website that a passage is from.
  page_id           INTEGER
) STRICT;

CREATE INDEX chunks_by_document ON chunks (document_id);

CREATE INDEX chunks_by_page ON chunks (page_id) WHERE page_id IS NOT NULL;

-- Lists that know their length and find their n-th row at once, however long they are (docs/decisions/008).
--
-- A list is the rows of one account and one index with certain values: `calls_by_assistant_status 3 completed`. One
-- row in 128, chosen by its id, is a mark of every list it is in. A mark stores how many rows of that list are older
-- than it, so a total takes a mark and a few steps in the list's index, and so does the start of any page. Any mark
-- may be missing, but none may be wrong. The `…_change` views hold nothing: inserting into one runs its trigger.

-- `before` counts the older rows of the list, from the start of the mark's stretch.
CREATE TABLE list_marks (
  user_id INTEGER NOT NULL,
  list    TEXT NOT NULL,
  -- The row's created_at and id: its place in the list.
  at      INTEGER NOT NULL,
  row_id  INTEGER NOT NULL,
  before  INTEGER NOT NULL,
  PRIMARY KEY (user_id, list, at, row_id)
) STRICT, WITHOUT ROWID;

-- One mark in 64 starts a stretch, so that a row added or removed in the middle shifts the marks of its own stretch
-- and the newer stretches, not every newer mark. `before` counts from the start of the list. Each list has a stretch
-- that starts before every row and one that starts after every row.
CREATE TABLE list_stretches (
  user_id INTEGER NOT NULL,
  list    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  row_id  INTEGER NOT NULL,
  before  INTEGER NOT NULL,
  PRIMARY KEY (user_id, list, at, row_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX list_stretches_by_before ON list_stretches (user_id, list, before);

-- Accounts whose lists get no marks because they will be rebuilt (server/db/list-marks.ts).
CREATE TABLE list_pauses (user_id INTEGER PRIMARY KEY) STRICT;

-- A row was added to a list (`by` 1), removed (-1) or exists without a mark (0): newer marks are shifted, and its own
-- mark is deleted or created.
CREATE VIEW list_change (
  by, kind, list, user_id, at, row_id, assistant_id, type, status, campaign_id, digits
) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

-- A row becomes a mark; the previous mark is at `from_at` and `from_id`.
CREATE VIEW list_mark (
  kind, list, user_id, at, row_id, assistant_id, type, status, campaign_id, digits, from_at, from_id
) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

-- Conversations. Most rows are added at the newest end and are not marks, in which case there is nothing to do.
CREATE VIEW conversations_change (by, user_id, at, row_id, type, assistant_id)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

-- Calls, likewise.
CREATE VIEW calls_change (by, user_id, at, row_id, assistant_id, type, status, campaign_id, digits)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

-- Text messages, likewise.
CREATE VIEW sms_messages_change (by, user_id, at, row_id, status, digits)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

-- The secret that signs an account's webhooks. After a rotation the previous one signs too, until it expires.
CREATE TABLE webhook_secrets (
  user_id        INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret         TEXT NOT NULL,
  previous       TEXT,
  previous_until INTEGER,
  CHECK ((previous IS NULL) = (previous_until IS NULL))
) STRICT;

-- The operators of an account: they sign in, write, take over and have conversations assigned.
CREATE TABLE operators (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  email      TEXT,
  created_at INTEGER NOT NULL,
  -- Who has left keeps the name on what they wrote.
  removed_at INTEGER
) STRICT;

-- Serves an account's team, and its first operator, for whom its API keys act.
CREATE INDEX operators_by_user ON operators (user_id, id);

-- The assistant's proposed answers in Approve. The visitor never sees a row of this table. `stale`: superseded by the
-- visitor, by an operator's own reply or by a turn of the dial. The content of a sent draft is the assistant's
-- proposal; the message has what the visitor was sent.
CREATE TABLE proposals (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  epoch           INTEGER NOT NULL,
  -- Sequence number of the last message it answers.
  answers_seq     INTEGER NOT NULL,
  -- What a person asked for when it was drafted anew.
  hint            TEXT,
  content         TEXT NOT NULL DEFAULT '',
  status          TEXT NOT NULL CHECK (status IN ('streaming', 'ready', 'failed', 'stale', 'sent', 'dismissed')),
  -- Why it is not whole.
  error           TEXT,
  cost            INTEGER NOT NULL DEFAULT 0,
  message_id      INTEGER REFERENCES messages (id) ON DELETE CASCADE,
  decided_by      INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  decided_at      INTEGER,
  created_at      INTEGER NOT NULL,
  sources         TEXT CHECK (sources IS NULL OR json_valid(sources)),
  CHECK (message_id IS NULL OR status = 'sent'),
  CHECK ((decided_at IS NOT NULL) = (status IN ('sent', 'dismissed')))
) STRICT;

-- At most one open draft per conversation.
CREATE UNIQUE INDEX proposals_open ON proposals (conversation_id) WHERE status IN ('streaming', 'ready', 'failed');

-- Serves a conversation's pairs of proposed and sent answers.
CREATE INDEX proposals_by_conversation ON proposals (conversation_id, id);

-- Serve references to a deleted row.
CREATE INDEX proposals_by_message ON proposals (message_id) WHERE message_id IS NOT NULL;

CREATE INDEX proposals_by_decider ON proposals (decided_by) WHERE decided_by IS NOT NULL;

-- Events in a conversation besides its messages: the desk shows them between the messages, the visitor never sees
-- them.
CREATE TABLE conversation_activities (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- It happened after the message with this sequence number.
  after_seq       INTEGER NOT NULL,
  kind            TEXT NOT NULL CHECK (kind <> ''),
  operator_id     INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  data            TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  created_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX conversation_activities_by_conversation ON conversation_activities (conversation_id, id);

CREATE INDEX conversation_activities_by_operator ON conversation_activities (operator_id) WHERE operator_id IS NOT NULL;

CREATE TABLE labels (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  colour     TEXT NOT NULL CHECK (colour IN ('grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX labels_by_name ON labels (user_id, name COLLATE NOCASE);

CREATE TABLE conversation_labels (
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  label_id        INTEGER NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
  PRIMARY KEY (conversation_id, label_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX conversation_labels_by_label ON conversation_labels (label_id, conversation_id);

-- A view saved by an operator: the inbox filters, as in the URL.
CREATE TABLE inbox_views (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  name        TEXT NOT NULL CHECK (name <> ''),
  filters     TEXT NOT NULL CHECK (json_valid(filters)),
  position    INTEGER NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX inbox_views_by_operator ON inbox_views (operator_id, position, id);

-- Number of conversations of each kind that a view can select: a count is a sum over a few of these rows. Label 0 is
-- every conversation, and assignee 0 is nobody. Triggers maintain them in the transaction of each change, whoever
-- writes; `inbox_counts_expected` computes what they must be with a full scan.
CREATE TABLE inbox_counts (
  user_id      INTEGER NOT NULL,
  label_id     INTEGER NOT NULL,
  state        TEXT NOT NULL,
  assignee_id  INTEGER NOT NULL,
  is_awaiting  INTEGER NOT NULL,
  needs_person INTEGER NOT NULL,
  is_ai_only   INTEGER NOT NULL,
  is_unread    INTEGER NOT NULL,
  assistant_id INTEGER NOT NULL,
  type         TEXT NOT NULL,
  ai_mode      TEXT NOT NULL,
  count        INTEGER NOT NULL,
  PRIMARY KEY (
    user_id, label_id, state, assignee_id, is_awaiting, needs_person, is_ai_only, is_unread, assistant_id, type, ai_mode
  )
) STRICT, WITHOUT ROWID;

-- The kind of every conversation, for all and for each of its labels.
CREATE VIEW inbox_kinds AS
SELECT conversations.id, user_id, named.label_id, inbox_state AS state, ifnull(assignee_id, 0) AS assignee_id,
  awaiting_reply_since IS NOT NULL AS is_awaiting, needs_person, is_ai_only, unread_count > 0 AS is_unread,
  assistant_id, type, ai_mode
FROM conversations CROSS JOIN (
  SELECT id AS conversation_id, 0 AS label_id FROM conversations
  UNION ALL
  SELECT conversation_id, label_id FROM conversation_labels
) AS named ON named.conversation_id = conversations.id
WHERE inbox_state IS NOT NULL;

CREATE VIEW inbox_counts_expected AS
SELECT user_id, label_id, state, assignee_id, is_awaiting, needs_person, is_ai_only, is_unread, assistant_id, type, ai_mode,
  count(*) AS count
FROM inbox_kinds GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;

-- One action on many conversations. `collecting` finds them, `waiting` gives its author time to reconsider, `running`
-- changes them slice by slice, `undoing` reverts it. Job and slices survive a crash: completed work is marked in the
-- same commit.
CREATE TABLE bulk_operations (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  operator_id INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  action      TEXT NOT NULL,
  value       TEXT NOT NULL CHECK (json_valid(value)),
  -- What is to be found, and how far the search is; null where conversations were named.
  filters     TEXT CHECK (filters IS NULL OR json_valid(filters)),
  place       TEXT,
  status      TEXT NOT NULL
    CHECK (status IN ('collecting', 'waiting', 'running', 'done', 'undoing', 'undone', 'cancelled')),
  matched     INTEGER NOT NULL DEFAULT 0,
  processed   INTEGER NOT NULL DEFAULT 0,
  changed     INTEGER NOT NULL DEFAULT 0,
  runs_at     INTEGER NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX bulk_operations_by_age ON bulk_operations (created_at);

CREATE INDEX bulk_operations_by_user ON bulk_operations (user_id);

CREATE INDEX bulk_operations_by_operator ON bulk_operations (operator_id) WHERE operator_id IS NOT NULL;

CREATE TABLE bulk_items (
  operation_id    INTEGER NOT NULL REFERENCES bulk_operations (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  status          TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'changed', 'unchanged')),
  -- What it was before, so that it can be again.
  before          TEXT CHECK (before IS NULL OR json_valid(before)),
  PRIMARY KEY (operation_id, conversation_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX bulk_items_by_status ON bulk_items (operation_id, status, conversation_id);

CREATE INDEX bulk_items_by_conversation ON bulk_items (conversation_id);

-- Search over all messages and notes, and over visitors.
--
-- A document is one message, visitor or note; its id grows with time, so that the newest hits come first without
-- sorting. `facets` are words that nobody types, for the account, the assistant and the author: `t3` the account, `a7`
-- the assistant, `fvisitor` the author. With them in the index, one account never reads another's hits.
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

-- Searchable text of a visitor.
CREATE VIEW visitor_texts AS
SELECT id, user_id, assistant_id,
  rtrim(ifnull(name || char(10), '') || ifnull(email || char(10), '') || ifnull(phone, ''), char(10)) AS body
FROM visitors;

-- `detail` is full, to support phrases; the sizes of texts serve ranking, and the newest come first here.
CREATE VIRTUAL TABLE search_fts USING fts5 (
  facets, body, content = 'search_texts', content_rowid = 'id', columnsize = 0,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4'
);

-- A text becomes searchable.
CREATE VIEW search_add (kind, ref_id, conversation_id, facets, body) AS SELECT NULL, NULL, NULL, NULL, NULL WHERE 0;

-- A text is no longer searchable; `body` is its former text.
CREATE VIEW search_remove (kind, ref_id, body) AS SELECT NULL, NULL, NULL WHERE 0;

-- A text changes and keeps its position.
CREATE VIEW search_change (kind, ref_id, was, body) AS SELECT NULL, NULL, NULL, NULL WHERE 0;

-- Notes that operators write for each other. A note is placed after the message with `after_seq`, and no visitor ever
-- sees it. A deleted one is kept, so that deleting can be undone, and is deleted with its conversation.
CREATE TABLE notes (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  operator_id     INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  -- The writer's own id, so that writing it again changes nothing.
  client_id       TEXT NOT NULL,
  after_seq       INTEGER NOT NULL,
  content         TEXT NOT NULL CHECK (content <> ''),
  -- Ids of the operators it names.
  mentions        TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(mentions)),
  created_at      INTEGER NOT NULL,
  edited_at       INTEGER,
  deleted_at      INTEGER,
  UNIQUE (conversation_id, client_id)
) STRICT;

CREATE INDEX notes_by_conversation ON notes (conversation_id, id) WHERE deleted_at IS NULL;

-- Serves forgetting an operator.
CREATE INDEX notes_by_operator ON notes (operator_id);

CREATE VIEW search_texts AS
SELECT id, facets, CASE kind
  WHEN 'message' THEN (SELECT content FROM messages WHERE messages.id = ref_id)
  WHEN 'visitor' THEN (SELECT body FROM visitor_texts WHERE visitor_texts.id = ref_id)
  WHEN 'note' THEN (SELECT content FROM notes WHERE notes.id = ref_id)
END AS body
FROM search_documents;

-- Canned replies, found by their shortcut.
CREATE TABLE canned_replies (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  shortcut   TEXT NOT NULL CHECK (shortcut <> ''),
  title      TEXT NOT NULL CHECK (title <> ''),
  content    TEXT NOT NULL CHECK (content <> ''),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX canned_replies_by_shortcut ON canned_replies (user_id, shortcut COLLATE NOCASE);

-- An operator's unsent text in a conversation; sending it deletes it in the same commit.
CREATE TABLE drafts (
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  operator_id     INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  kind            TEXT NOT NULL CHECK (kind IN ('reply', 'note')),
  content         TEXT NOT NULL CHECK (content <> ''),
  updated_at      INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, operator_id, kind)
) STRICT, WITHOUT ROWID;

-- Serves forgetting an operator.
CREATE INDEX drafts_by_operator ON drafts (operator_id);

-- Files that were sent, or are about to be. `key`, 256 random bits, is the file's name and sufficient to read it.
CREATE TABLE attachments (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Null until the message it belongs to is sent.
  message_id      INTEGER REFERENCES messages (id) ON DELETE CASCADE,
  -- Who uploaded it: somebody at the desk, or else the visitor of the conversation.
  operator_id     INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  key             TEXT NOT NULL UNIQUE CHECK (length(key) = 43),
  name            TEXT NOT NULL CHECK (name <> ''),
  media_type      TEXT NOT NULL,
  size            INTEGER NOT NULL CHECK (size > 0),
  -- Of an image, in pixels.
  width           INTEGER,
  height          INTEGER,
  created_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX attachments_by_conversation ON attachments (conversation_id, id);

CREATE INDEX attachments_by_message ON attachments (message_id) WHERE message_id IS NOT NULL;

CREATE INDEX attachments_unsent ON attachments (created_at) WHERE message_id IS NULL;

CREATE INDEX attachments_by_operator ON attachments (operator_id) WHERE operator_id IS NOT NULL;

-- Files whose rows have been deleted; the sweep deletes them.
CREATE TABLE attachment_trash (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- The last fifty pages a visitor has been on.
CREATE TABLE visitor_pages (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  visitor_id INTEGER NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
  url        TEXT NOT NULL,
  title      TEXT,
  at         INTEGER NOT NULL
) STRICT;

CREATE INDEX visitor_pages_by_visitor ON visitor_pages (visitor_id, id);

-- Number of contacts of an account.
CREATE TABLE contact_counts (
  user_id INTEGER PRIMARY KEY,
  total   INTEGER NOT NULL
) STRICT;

-- Any part of a name, address or number finds its contact; contains only those with some data.
CREATE VIRTUAL TABLE contacts_fts USING fts5 (
  body, content = 'visitor_texts', content_rowid = 'id', columnsize = 0, tokenize = 'trigram remove_diacritics 1'
);

-- An assistant's settings after each change, however it was made.
CREATE TABLE assistant_versions (
  id            INTEGER PRIMARY KEY,
  assistant_id  INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  number        INTEGER NOT NULL CHECK (number > 0),
  author_kind   TEXT NOT NULL CHECK (author_kind IN ('operator', 'key', 'parley')),
  -- As it was then: keys are revoked and people leave.
  author_name   TEXT,
  note          TEXT,
  restored_from INTEGER,
  -- Names of the fields that differ from the version before, JSON.
  changed       TEXT NOT NULL CHECK (json_valid(changed)),
  -- Every field, JSON.
  settings      TEXT NOT NULL CHECK (json_valid(settings)),
  created_at    INTEGER NOT NULL,
  UNIQUE (assistant_id, number)
) STRICT;

-- Counts over time, for Home (decision 018).
--
-- A quarter of an hour of an account, and of each of its assistants, has a row for each non-zero measure. Every time
-- zone's days start on a quarter, so a day of any viewer is a sum of whole rows. Triggers maintain the rows in the
-- transaction of each change, whoever writes; `tallies_expected` computes what they must be with a full scan.

-- The time to a first answer is counted in buckets, each twice as wide as the previous one, so that medians can be
-- computed.
CREATE TABLE answer_steps (below_ms INTEGER PRIMARY KEY) STRICT;

WITH RECURSIVE steps (below_ms) AS (VALUES (250) UNION ALL SELECT below_ms * 2 FROM steps WHERE below_ms < 131072000)
INSERT INTO answer_steps SELECT below_ms FROM steps;

INSERT INTO answer_steps VALUES (9007199254740991);

-- `assistant_id` 0 is the whole account. `slot` is the quarter of an hour: ms since 1970, divided by 900,000.
CREATE TABLE tallies (
  user_id      INTEGER NOT NULL,
  assistant_id INTEGER NOT NULL,
  measure      TEXT NOT NULL,
  slot         INTEGER NOT NULL,
  value        INTEGER NOT NULL,
  PRIMARY KEY (user_id, assistant_id, measure, slot)
) STRICT, WITHOUT ROWID;

-- Accounts whose tallies are paused because they will be rebuilt (server/db/tallies.ts).
CREATE TABLE tally_pauses (user_id INTEGER PRIMARY KEY) STRICT;

-- Adds an amount to a measure at a time. Without an assistant it counts for the account only.
CREATE VIEW tally (user_id, assistant_id, measure, at, value) AS SELECT NULL, NULL, NULL, NULL, NULL WHERE 0;

-- A conversation was added (`by` 1) or removed (-1), without its messages. Tests are counted as tests and cost money;
-- they count as nothing else.
CREATE VIEW conversation_tally (
  by, user_id, assistant_id, type, at, asked_at, answered_at, person_count, had_person, cost, ended_at, rating
) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

-- All messages of a conversation are added or removed with it.
CREATE VIEW messages_tally (by, conversation_id, user_id, assistant_id, type) AS
SELECT NULL, NULL, NULL, NULL, NULL WHERE 0;

-- The start of a conversation has to be evaluated again.
CREATE VIEW conversation_opening (id) AS SELECT NULL WHERE 0;

-- A call was added or removed.
CREATE VIEW call_tally (by, user_id, assistant_id, type, at, duration, cost) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

-- The start of every conversation, computed from all of its messages.
CREATE VIEW openings_expected AS
SELECT conversations.id, asked.seq AS asked_seq, asked.created_at AS asked_at,
  answered.seq AS answered_seq, answered.created_at AS answered_at,
  (SELECT count(*) FROM messages WHERE conversation_id = conversations.id AND author = 'operator') AS person_count
FROM conversations
LEFT JOIN messages AS asked ON asked.conversation_id = conversations.id AND asked.seq = (
  SELECT min(seq) FROM messages WHERE conversation_id = conversations.id AND author = 'visitor'
)
LEFT JOIN messages AS answered ON answered.conversation_id = conversations.id AND answered.seq = (
  SELECT min(seq) FROM messages
  WHERE conversation_id = conversations.id AND author <> 'visitor' AND status <> 'failed' AND seq > asked.seq
);

-- The required tallies, computed with a full scan.
CREATE VIEW tallies_expected (user_id, assistant_id, measure, slot, value) AS
WITH parts (user_id, assistant_id, measure, at, value) AS (
  SELECT user_id, assistant_id, 'conversations.' || type, created_at, 1 FROM conversations
  UNION ALL
  SELECT user_id, assistant_id, 'cost', created_at, total_cost FROM conversations
  UNION ALL
  SELECT user_id, assistant_id, 'ended', ended_at, 1 FROM conversations WHERE type <> 'test' AND ended_at IS NOT NULL
  UNION ALL
  SELECT user_id, assistant_id, 'asked', created_at, 1 FROM conversations
  WHERE type <> 'test' AND asked_at IS NOT NULL
  UNION ALL
  SELECT user_id, assistant_id, 'person', created_at, 1 FROM conversations
  WHERE type <> 'test' AND asked_at IS NOT NULL AND (person_count > 0 OR had_person = 1)
  UNION ALL
  SELECT user_id, assistant_id, 'first_answer.' || (
    SELECT min(below_ms) FROM answer_steps WHERE below_ms > max(0, answered_at - asked_at)
  ), created_at, 1
  FROM conversations WHERE type <> 'test' AND answered_at IS NOT NULL
  UNION ALL
  SELECT user_id, assistant_id, 'rating.' || rating, created_at, 1 FROM conversations
  WHERE type <> 'test' AND rating IS NOT NULL
  UNION ALL
  SELECT conversations.user_id, conversations.assistant_id, 'messages.' || author, messages.created_at, 1
  FROM messages JOIN conversations ON conversations.id = messages.conversation_id
  WHERE conversations.type <> 'test'
  UNION ALL
  SELECT user_id, assistant_id, 'calls.' || type, created_at, 1 FROM calls
  UNION ALL
  SELECT user_id, assistant_id, 'call_seconds', created_at, duration FROM calls
  UNION ALL
  SELECT user_id, assistant_id, 'call_cost', created_at, total_cost FROM calls
  UNION ALL
  SELECT user_id, NULL, 'sms', created_at, 1 FROM sms_messages
  UNION ALL
  SELECT user_id, NULL, 'top_up', created_at, amount FROM ledger WHERE kind = 'top_up'
  UNION ALL
  SELECT user_id, NULL, 'spent.' || substr(kind, 1, instr(kind || '.', '.') - 1), created_at, -amount FROM ledger
  WHERE kind <> 'top_up'
), slots AS (
  SELECT user_id, assistant_id, measure, at / 900000 AS slot, sum(value) AS value FROM parts GROUP BY 1, 2, 3, 4
)
SELECT user_id, 0, measure, slot, sum(value) FROM slots GROUP BY 1, 3, 4 HAVING sum(value) <> 0
UNION ALL
SELECT user_id, assistant_id, measure, slot, value FROM slots WHERE assistant_id IS NOT NULL AND value <> 0;

-- Operators who have dismissed the checklist of first steps.
CREATE TABLE onboarding_dismissals (
  operator_id  INTEGER PRIMARY KEY REFERENCES operators (id) ON DELETE CASCADE,
  dismissed_at INTEGER NOT NULL
) STRICT;

CREATE TABLE visitor_tokens (
  -- SHA-256 of the token.
  hash         BLOB PRIMARY KEY,
  visitor_id   INTEGER NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
  created_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Serves forgetting a visitor.
CREATE INDEX visitor_tokens_by_visitor ON visitor_tokens (visitor_id);

CREATE TABLE visitors (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid         TEXT NOT NULL UNIQUE,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  -- The website's own id of them, where it has vouched for who they are.
  external_id  TEXT CHECK (external_id <> ''),
  name         TEXT,
  email        TEXT,
  phone        TEXT,
  page_url     TEXT,
  page_title   TEXT,
  user_agent   TEXT,
  language     TEXT,
  timezone     TEXT,
  -- What people at the desk remember of the contact.
  notes        TEXT,
  created_at   INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX visitors_by_external_id ON visitors (assistant_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX visitors_by_last_seen ON visitors (user_id, last_seen_at DESC, id DESC);

CREATE INDEX visitors_by_name ON visitors (user_id, (name IS NULL), name COLLATE NOCASE, id);

-- Serves finding contacts who have not been seen for a given time.
CREATE INDEX visitors_by_age ON visitors (assistant_id, last_seen_at);

-- The secret with which a website signs its visitors' identities. After a rotation the previous one is accepted too,
-- until it expires.
CREATE TABLE identity_secrets (
  assistant_id   INTEGER PRIMARY KEY REFERENCES assistants (id) ON DELETE CASCADE,
  secret         TEXT NOT NULL,
  previous       TEXT,
  previous_until INTEGER,
  CHECK ((previous IS NULL) = (previous_until IS NULL))
) STRICT;

-- Private addresses that the owner allows this server to call, besides those in the environment.
CREATE TABLE network_allowed (
  -- `host:port`, lower case, IPv6 in brackets.
  address    TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Things that an account should know and may have to act on: one notice per subject, until it is resolved or
-- dismissed.
CREATE TABLE notices (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  subject    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The reason was the only thing in what looked like any data.
  reason     TEXT NOT NULL DEFAULT '',
  UNIQUE (user_id, kind, subject)
) STRICT;

-- Recreated for the wider `kind`.
CREATE TABLE webhook_deliveries (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The `webhook-id`: the same at every attempt.
  message_id      TEXT NOT NULL UNIQUE,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind            TEXT NOT NULL CHECK (kind IN ('conversation_ended', 'post_call', 'inbound_call')),
  -- Somebody tried the receiver out: nothing has happened.
  is_test         INTEGER NOT NULL DEFAULT 0 CHECK (is_test IN (0, 1)),
  assistant_id    INTEGER REFERENCES assistants (id) ON DELETE CASCADE,
  conversation_id INTEGER REFERENCES conversations (id) ON DELETE CASCADE,
  call_id         INTEGER REFERENCES calls (id) ON DELETE CASCADE,
  url             TEXT NOT NULL,
  -- What of the address is not asked too much at once: its host and port.
  host            TEXT GENERATED ALWAYS AS (lower(substr(
    replace(replace(substr(url, instr(url, '//') + 2), '?', '/'), '#', '/'), 1,
    instr(replace(replace(substr(url, instr(url, '//') + 2), '?', '/'), '#', '/') || '/', '/') - 1
  ))) VIRTUAL,
  -- The bytes that are signed and sent.
  payload         TEXT NOT NULL CHECK (json_valid(payload)),
  status          TEXT NOT NULL CHECK (status IN ('preparing', 'pending', 'delivered', 'dead', 'blocked', 'disabled')),
  is_failed       INTEGER GENERATED ALWAYS AS (status IN ('dead', 'blocked', 'disabled')) VIRTUAL,
  attempts        INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  last_attempt_at INTEGER,
  -- Of the last attempt: the HTTP status, or why there is none; the beginning of the answer; how long it took.
  response_status INTEGER,
  response_body   TEXT,
  error           TEXT,
  duration_ms     INTEGER,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL,
  CHECK ((next_attempt_at IS NULL) = (status <> 'pending'))
) STRICT;

-- Serve the account's log, newest first, and its filters.
CREATE INDEX webhook_deliveries_by_user ON webhook_deliveries (user_id, created_at DESC, id DESC);

CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (user_id, status, created_at DESC, id DESC);

CREATE INDEX webhook_deliveries_by_failure ON webhook_deliveries (user_id, is_failed, created_at DESC, id DESC);

CREATE INDEX webhook_deliveries_by_kind ON webhook_deliveries (user_id, kind, created_at DESC, id DESC);

CREATE INDEX webhook_deliveries_by_assistant ON webhook_deliveries (user_id, assistant_id, created_at DESC, id DESC);

CREATE INDEX webhook_deliveries_by_url ON webhook_deliveries (user_id, url, created_at DESC, id DESC);

-- Serve a conversation, a call, and forgetting either.
CREATE INDEX webhook_deliveries_by_conversation ON webhook_deliveries (conversation_id, id)
  WHERE conversation_id IS NOT NULL;

CREATE INDEX webhook_deliveries_by_call ON webhook_deliveries (call_id, id) WHERE call_id IS NOT NULL;

-- Serves Home, which ignores test webhooks.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (user_id, updated_at)
  WHERE status IN ('dead', 'blocked') AND is_test = 0;

-- Serves an endpoint's waiting and failed deliveries.
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (user_id, url, status)
  WHERE status <> 'delivered' AND is_test = 0;

-- Serve sending: what is due per host, oldest first, and what is due next.
CREATE INDEX webhook_deliveries_due_by_host ON webhook_deliveries (host, next_attempt_at, id) WHERE status = 'pending';

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';

-- The attempts made, limited to the latest of each delivery.
CREATE TABLE webhook_attempts (
  delivery_id      INTEGER NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  number           INTEGER NOT NULL,
  started_at       INTEGER NOT NULL,
  duration_ms      INTEGER NOT NULL,
  -- JSON: names and texts.
  request_headers  TEXT NOT NULL CHECK (json_valid(request_headers)),
  response_status  INTEGER,
  response_headers TEXT CHECK (response_headers IS NULL OR json_valid(response_headers)),
  response_body    TEXT,
  error            TEXT,
  PRIMARY KEY (delivery_id, number)
) STRICT;

-- State of the endpoints: since when deliveries have failed, and whether they are disabled.
CREATE TABLE webhook_endpoints (
  user_id           INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  url               TEXT NOT NULL,
  -- The first failure after the last success.
  failing_since     INTEGER,
  last_delivered_at INTEGER,
  disabled_at       INTEGER,
  -- Why it fails or is disabled.
  reason            TEXT,
  PRIMARY KEY (user_id, url),
  CHECK ((reason IS NULL) = (failing_since IS NULL AND disabled_at IS NULL))
) STRICT, WITHOUT ROWID;

-- One for the whole server; without a row the Sandbox sends messages.
CREATE TABLE sms_provider (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  url        TEXT NOT NULL,
  account    TEXT NOT NULL,
  -- As the vault gives it.
  token      TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Allowed destinations of an account's messages; without a row nothing has been chosen.
CREATE TABLE sms_policies (
  user_id   INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- JSON, two letters each; null for the countries of the account's own numbers.
  countries TEXT CHECK (countries IS NULL OR json_valid(countries)),
  daily_cap INTEGER NOT NULL CHECK (daily_cap > 0)
) STRICT;

-- Incoming messages, by the provider's id: each once.
CREATE TABLE sms_inbound (
  sid        TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Conversations by text message, with the account's number that they use.
CREATE TABLE sms_conversations (
  conversation_id INTEGER PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  phone_number_id INTEGER REFERENCES phone_numbers (id) ON DELETE SET NULL,
  -- E.164.
  customer        TEXT NOT NULL,
  -- Whether an assistant was set to answer when the last message came in.
  is_answered     INTEGER NOT NULL CHECK (is_answered IN (0, 1))
) STRICT;

CREATE INDEX sms_conversations_by_number ON sms_conversations (phone_number_id) WHERE phone_number_id IS NOT NULL;

-- The text messages that carry a conversation's messages: each part once.
CREATE TABLE sms_replies (
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  part       INTEGER NOT NULL CHECK (part >= 0),
  sms_id     INTEGER NOT NULL UNIQUE REFERENCES sms_messages (id) ON DELETE CASCADE,
  PRIMARY KEY (message_id, part)
) STRICT, WITHOUT ROWID;

-- Recipients who opted out of an account's text messages by replying STOP.
CREATE TABLE sms_stops (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  customer   TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, customer)
) STRICT, WITHOUT ROWID;

-- Services with the OpenAI API, set up by the owner for everyone on this Parley.
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

-- The assistant's tool calls while answering a message. A call is recorded before it is made, so that a turn repeated
-- after a crash knows about it and does not make it again.
CREATE TABLE tool_calls (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Sequence number of the last message that the turn answers.
  answers_seq     INTEGER NOT NULL,
  name            TEXT NOT NULL,
  arguments       TEXT NOT NULL CHECK (json_valid(arguments)),
  -- `refused`: not made, because nothing allows it.
  status          TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed', 'refused')),
  -- What the model was told.
  result          TEXT,
  -- Why it failed, for the desk alone.
  detail          TEXT,
  duration_ms     INTEGER,
  created_at      INTEGER NOT NULL,
  CHECK ((result IS NULL) = (status = 'running'))
) STRICT;

-- Serves the messages of a conversation, and the prompt.
CREATE INDEX tool_calls_by_conversation ON tool_calls (conversation_id, answers_seq, id);

-- Websites that are crawled page by page (features/knowledge/crawl). A single-page document has no row here.
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

-- Known pages. A page without passages has a reason.
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

-- Words of languages without spaces, as pairs of neighbouring characters (features/knowledge/pairs.ts).
CREATE VIRTUAL TABLE chunk_pairs_fts USING fts5 (
  pairs, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);

-- Embeddings of passages: Float32, little-endian, normalised. Those of another model are recomputed.
CREATE TABLE chunk_vectors (
  chunk_id          INTEGER PRIMARY KEY,
  knowledge_base_id INTEGER NOT NULL,
  model             TEXT NOT NULL,
  vector            BLOB NOT NULL
) STRICT;

-- Serves finding missing ones, and reading those of a base.
CREATE INDEX chunk_vectors_by_base ON chunk_vectors (model, knowledge_base_id, chunk_id);

-- Amounts spent and held per period of everything that has a budget, micro-dollars. Counted whether or not there is a
-- limit, so that one set later includes earlier usage.
CREATE TABLE budget_uses (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scope      TEXT NOT NULL CHECK (scope IN ('visitor', 'conversation', 'assistant', 'account')),
  -- Which visitor (with the assistant), conversation, assistant or account.
  subject    TEXT NOT NULL,
  -- A day, a month, or nothing.
  period     TEXT NOT NULL,
  spent      INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0),
  held       INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, scope, subject, period)
) STRICT, WITHOUT ROWID;

CREATE INDEX budget_uses_by_age ON budget_uses (updated_at);

-- Model calls in progress, with the amount held for each. A row exists from before the request leaves until its cost
-- is known; one left by a dead process is charged in full.
CREATE TABLE budget_reservations (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  conversation_id INTEGER,
  amount          INTEGER NOT NULL CHECK (amount > 0),
  -- JSON: the rows of budget_uses that hold it.
  shares          TEXT NOT NULL CHECK (json_valid(shares)),
  created_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX budget_reservations_by_user ON budget_reservations (user_id);

-- Results of a conversation after its end, for its latest period.
CREATE TABLE conversation_outcomes (
  conversation_id    INTEGER PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  -- JSON: what the assistant's schema asks for.
  extracted          TEXT NOT NULL CHECK (json_valid(extracted)),
  -- Why the model's reading could not be used.
  extraction_problem TEXT,
  -- JSON, or NULL when it was not asked for or could not be made.
  evaluation         TEXT CHECK (json_valid(evaluation)),
  evaluation_problem TEXT,
  created_at         INTEGER NOT NULL
) STRICT;

-- Dialogues for testing an assistant.
CREATE TABLE assistant_tests (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  name         TEXT NOT NULL CHECK (name <> ''),
  -- JSON: what the visitor says, each with what is expected of the answer.
  lines        TEXT NOT NULL CHECK (json_valid(lines)),
  variables    TEXT NOT NULL CHECK (json_valid(variables)),
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX assistant_tests_by_assistant ON assistant_tests (assistant_id, id);

-- Test runs: the results as they were, whatever has happened to the tests since.
CREATE TABLE assistant_test_runs (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  model        TEXT NOT NULL,
  passed       INTEGER NOT NULL,
  failed       INTEGER NOT NULL,
  cost         INTEGER NOT NULL,
  results      TEXT NOT NULL CHECK (json_valid(results)),
  created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX assistant_test_runs_by_assistant ON assistant_test_runs (assistant_id, id);

-- Backup frequency, number of backups kept, and the result of the last one. The backups themselves are self-describing
-- files, since they must be found when this file is lost.
CREATE TABLE backup_settings (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  every_hours INTEGER NOT NULL CHECK (every_hours BETWEEN 0 AND 168),
  keep INTEGER NOT NULL CHECK (keep BETWEEN 1 AND 60),
  last_proven_at INTEGER,
  last_fault TEXT
) STRICT;

INSERT INTO backup_settings (id, every_hours, keep) VALUES (1, 24, 7);

-- Erased visitors and their conversations, as SHA-256 of their UUIDs (two visitors may have become one since): an
-- older backup still contains them, and restoring it must not bring them back.
CREATE TABLE erasures (
  subject BLOB PRIMARY KEY CHECK (length(subject) = 32),
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ledger_is_append_only_update BEFORE UPDATE ON ledger BEGIN
  SELECT raise(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER ledger_is_append_only_delete BEFORE DELETE ON ledger BEGIN
  SELECT raise(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER ledger_states_the_balance AFTER INSERT ON ledger
WHEN NEW.balance <> (SELECT balance FROM users WHERE id = NEW.user_id) BEGIN
  SELECT raise(ABORT, 'the balance is not what the ledger says');
END;

CREATE TRIGGER chunks_indexed AFTER INSERT ON chunks BEGIN
  INSERT INTO chunks_fts (rowid, heading, content) VALUES (new.id, new.heading, new.content);
END;

CREATE TRIGGER list_change_now INSTEAD OF INSERT ON list_change BEGIN
  UPDATE list_stretches SET before = before + new.by
  WHERE user_id = new.user_id AND list = new.list AND (at, row_id) > (new.at, new.row_id);

  UPDATE list_marks SET before = before + new.by
  WHERE user_id = new.user_id AND list = new.list AND (at, row_id) > (new.at, new.row_id) AND (at, row_id) < (
    SELECT at, row_id FROM list_stretches
    WHERE user_id = new.user_id AND list = new.list AND (at, row_id) > (new.at, new.row_id)
    ORDER BY at, row_id LIMIT 1
  );

  DELETE FROM list_marks
  WHERE new.by < 0 AND user_id = new.user_id AND list = new.list AND at = new.at AND row_id = new.row_id;

  INSERT INTO list_mark
  SELECT new.kind, new.list, new.user_id, new.at, new.row_id,
    new.assistant_id, new.type, new.status, new.campaign_id, new.digits,
    ifnull((
      SELECT at FROM list_marks
      WHERE user_id = new.user_id AND list = new.list AND (at, row_id) < (new.at, new.row_id)
      ORDER BY at DESC, row_id DESC LIMIT 1
    ), -8640000000000000),
    ifnull((
      SELECT row_id FROM list_marks
      WHERE user_id = new.user_id AND list = new.list AND (at, row_id) < (new.at, new.row_id)
      ORDER BY at DESC, row_id DESC LIMIT 1
    ), 0)
  WHERE new.by >= 0 AND (new.row_id * 2654435769 & 4294967295) < 33554432
    AND NOT EXISTS (SELECT 1 FROM list_pauses WHERE user_id = new.user_id);
END;

CREATE TRIGGER list_mark_now INSTEAD OF INSERT ON list_mark BEGIN
  -- The list's first mark: what every list with marks has.
  INSERT INTO list_marks (user_id, list, at, row_id, before)
  SELECT new.user_id, new.list, -8640000000000000, 0, 0
  WHERE NOT EXISTS (SELECT 1 FROM list_stretches WHERE user_id = new.user_id AND list = new.list);

  INSERT INTO list_marks (user_id, list, at, row_id, before) VALUES (
    new.user_id, new.list, new.at, new.row_id, (
      SELECT before FROM list_marks
      WHERE user_id = new.user_id AND list = new.list AND at = new.from_at AND row_id = new.from_id
    ) + CASE new.kind
      WHEN 'conversations_by_user' THEN (
        SELECT count(*) FROM conversations
        WHERE user_id = new.user_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'conversations_by_type' THEN (
        SELECT count(*) FROM conversations
        WHERE user_id = new.user_id AND type = new.type
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'conversations_by_assistant' THEN (
        SELECT count(*) FROM conversations
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'conversations_by_assistant_type' THEN (
        SELECT count(*) FROM conversations
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id AND type = new.type
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_user' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_assistant' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_type' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND type = new.type
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_assistant_type' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id AND type = new.type
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_assistant_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_type_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND type = new.type AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_assistant_type_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id AND type = new.type AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_campaign' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND campaign_id = new.campaign_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_campaign_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND campaign_id = new.campaign_id AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_number' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND client_digits = new.digits
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'sms_messages_by_user' THEN (
        SELECT count(*) FROM sms_messages
        WHERE user_id = new.user_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'sms_messages_by_status' THEN (
        SELECT count(*) FROM sms_messages
        WHERE user_id = new.user_id AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'sms_messages_by_number' THEN (
        SELECT count(*) FROM sms_messages
        WHERE user_id = new.user_id AND to_digits = new.digits
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
    END
  );
END;

CREATE TRIGGER list_marks_first AFTER INSERT ON list_marks WHEN new.row_id = 0 BEGIN
  INSERT INTO list_stretches (user_id, list, at, row_id, before) VALUES
    (new.user_id, new.list, -8640000000000000, 0, 0),
    (new.user_id, new.list, 8640000000000000, 0, 9007199254740991);
END;

CREATE TRIGGER list_marks_begin_stretch AFTER INSERT ON list_marks
WHEN new.row_id <> 0 AND (new.row_id * 2654435769 & 4294967295) < 524288 BEGIN
  INSERT INTO list_stretches (user_id, list, at, row_id, before) VALUES (
    new.user_id, new.list, new.at, new.row_id, new.before + (
      SELECT before FROM list_stretches
      WHERE user_id = new.user_id AND list = new.list AND (at, row_id) < (new.at, new.row_id)
      ORDER BY at DESC, row_id DESC LIMIT 1
    )
  );

  UPDATE list_marks SET before = before - new.before
  WHERE user_id = new.user_id AND list = new.list AND (at, row_id) >= (new.at, new.row_id) AND (at, row_id) < (
    SELECT at, row_id FROM list_stretches
    WHERE user_id = new.user_id AND list = new.list AND (at, row_id) > (new.at, new.row_id)
    ORDER BY at, row_id LIMIT 1
  );
END;

CREATE TRIGGER list_marks_end_stretch BEFORE DELETE ON list_marks WHEN old.row_id <> 0 AND EXISTS (
  SELECT 1 FROM list_stretches
  WHERE user_id = old.user_id AND list = old.list AND at = old.at AND row_id = old.row_id
) BEGIN
  UPDATE list_marks SET before = before + (
    SELECT before FROM list_stretches
    WHERE user_id = old.user_id AND list = old.list AND at = old.at AND row_id = old.row_id
  ) - (
    SELECT before FROM list_stretches
    WHERE user_id = old.user_id AND list = old.list AND (at, row_id) < (old.at, old.row_id)
    ORDER BY at DESC, row_id DESC LIMIT 1
  )
  WHERE user_id = old.user_id AND list = old.list AND (at, row_id) > (old.at, old.row_id) AND (at, row_id) < (
    SELECT at, row_id FROM list_stretches
    WHERE user_id = old.user_id AND list = old.list AND (at, row_id) > (old.at, old.row_id)
    ORDER BY at, row_id LIMIT 1
  );

  DELETE FROM list_stretches
  WHERE user_id = old.user_id AND list = old.list AND at = old.at AND row_id = old.row_id;
END;

CREATE TRIGGER conversations_change_now INSTEAD OF INSERT ON conversations_change BEGIN
  INSERT INTO list_change (by, user_id, at, row_id, type, assistant_id, kind, list)
  SELECT new.by, new.user_id, new.at, new.row_id, new.type, new.assistant_id, kind, kind || value FROM (
    SELECT 'conversations_by_user' AS kind, '' AS value
    UNION ALL SELECT 'conversations_by_type', ' ' || new.type
    UNION ALL SELECT 'conversations_by_assistant', ' ' || new.assistant_id
    UNION ALL SELECT 'conversations_by_assistant_type', ' ' || new.assistant_id || ' ' || new.type
  ) WHERE value IS NOT NULL;
END;

CREATE TRIGGER conversations_listed AFTER INSERT ON conversations
WHEN (new.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = new.user_id AND list = 'conversations_by_user' AND (at, row_id) > (new.created_at, new.id)
) BEGIN
  INSERT INTO conversations_change VALUES (1, new.user_id, new.created_at, new.id, new.type, new.assistant_id);
END;

CREATE TRIGGER conversations_unlisted AFTER DELETE ON conversations
WHEN (old.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = old.user_id AND list = 'conversations_by_user' AND (at, row_id) > (old.created_at, old.id)
) BEGIN
  INSERT INTO conversations_change VALUES (-1, old.user_id, old.created_at, old.id, old.type, old.assistant_id);
END;

CREATE TRIGGER conversations_relisted AFTER UPDATE OF user_id, created_at, id, type, assistant_id ON conversations
WHEN (
  (old.user_id, old.created_at, old.id, old.type, old.assistant_id)
    IS NOT (new.user_id, new.created_at, new.id, new.type, new.assistant_id)
) AND (
  (old.id * 2654435769 & 4294967295) < 33554432 OR (new.id * 2654435769 & 4294967295) < 33554432
  OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = old.user_id AND list = 'conversations_by_user' AND (at, row_id) > (old.created_at, old.id)
  ) OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = new.user_id AND list = 'conversations_by_user' AND (at, row_id) > (new.created_at, new.id)
  )
) BEGIN
  INSERT INTO conversations_change VALUES
    (-1, old.user_id, old.created_at, old.id, old.type, old.assistant_id),
    (1, new.user_id, new.created_at, new.id, new.type, new.assistant_id);
END;

CREATE TRIGGER calls_change_now INSTEAD OF INSERT ON calls_change BEGIN
  INSERT INTO list_change (by, user_id, at, row_id, assistant_id, type, status, campaign_id, digits, kind, list)
  SELECT new.by, new.user_id, new.at, new.row_id, new.assistant_id, new.type, new.status, new.campaign_id, new.digits,
    kind, kind || value FROM (
    SELECT 'calls_by_user' AS kind, '' AS value
    UNION ALL SELECT 'calls_by_assistant', ' ' || new.assistant_id
    UNION ALL SELECT 'calls_by_type', ' ' || new.type
    UNION ALL SELECT 'calls_by_status', ' ' || new.status
    UNION ALL SELECT 'calls_by_assistant_type', ' ' || new.assistant_id || ' ' || new.type
    UNION ALL SELECT 'calls_by_assistant_status', ' ' || new.assistant_id || ' ' || new.status
    UNION ALL SELECT 'calls_by_type_status', ' ' || new.type || ' ' || new.status
    UNION ALL SELECT 'calls_by_assistant_type_status', ' ' || new.assistant_id || ' ' || new.type || ' ' || new.status
    UNION ALL SELECT 'calls_by_campaign', ' ' || new.campaign_id
    UNION ALL SELECT 'calls_by_campaign_status', ' ' || new.campaign_id || ' ' || new.status
    UNION ALL SELECT 'calls_by_number', ' ' || new.digits
  ) WHERE value IS NOT NULL;
END;

CREATE TRIGGER calls_listed AFTER INSERT ON calls
WHEN (new.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = new.user_id AND list = 'calls_by_user' AND (at, row_id) > (new.created_at, new.id)
) BEGIN
  INSERT INTO calls_change VALUES (1, new.user_id, new.created_at, new.id, new.assistant_id, new.type, new.status,
    new.campaign_id, new.client_digits);
END;

CREATE TRIGGER calls_unlisted AFTER DELETE ON calls
WHEN (old.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = old.user_id AND list = 'calls_by_user' AND (at, row_id) > (old.created_at, old.id)
) BEGIN
  INSERT INTO calls_change VALUES (-1, old.user_id, old.created_at, old.id, old.assistant_id, old.type, old.status,
    old.campaign_id, old.client_digits);
END;

CREATE TRIGGER calls_relisted AFTER UPDATE OF user_id, created_at, id, assistant_id, type, status, campaign_id,
  client_digits ON calls
WHEN (
  (old.user_id, old.created_at, old.id, old.assistant_id, old.type, old.status, old.campaign_id, old.client_digits)
    IS NOT (new.user_id, new.created_at, new.id, new.assistant_id, new.type, new.status, new.campaign_id,
    new.client_digits)
) AND (
  (old.id * 2654435769 & 4294967295) < 33554432 OR (new.id * 2654435769 & 4294967295) < 33554432
  OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = old.user_id AND list = 'calls_by_user' AND (at, row_id) > (old.created_at, old.id)
  ) OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = new.user_id AND list = 'calls_by_user' AND (at, row_id) > (new.created_at, new.id)
  )
) BEGIN
  INSERT INTO calls_change VALUES
    (-1, old.user_id, old.created_at, old.id, old.assistant_id, old.type, old.status, old.campaign_id,
      old.client_digits),
    (1, new.user_id, new.created_at, new.id, new.assistant_id, new.type, new.status, new.campaign_id,
      new.client_digits);
END;

CREATE TRIGGER sms_messages_change_now INSTEAD OF INSERT ON sms_messages_change BEGIN
  INSERT INTO list_change (by, user_id, at, row_id, status, digits, kind, list)
  SELECT new.by, new.user_id, new.at, new.row_id, new.status, new.digits, kind, kind || value FROM (
    SELECT 'sms_messages_by_user' AS kind, '' AS value
    UNION ALL SELECT 'sms_messages_by_status', ' ' || new.status
    UNION ALL SELECT 'sms_messages_by_number', ' ' || new.digits
  ) WHERE value IS NOT NULL;
END;

CREATE TRIGGER sms_messages_listed AFTER INSERT ON sms_messages
WHEN (new.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = new.user_id AND list = 'sms_messages_by_user' AND (at, row_id) > (new.created_at, new.id)
) BEGIN
  INSERT INTO sms_messages_change VALUES (1, new.user_id, new.created_at, new.id, new.status, new.to_digits);
END;

CREATE TRIGGER sms_messages_unlisted AFTER DELETE ON sms_messages
WHEN (old.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = old.user_id AND list = 'sms_messages_by_user' AND (at, row_id) > (old.created_at, old.id)
) BEGIN
  INSERT INTO sms_messages_change VALUES (-1, old.user_id, old.created_at, old.id, old.status, old.to_digits);
END;

CREATE TRIGGER sms_messages_relisted AFTER UPDATE OF user_id, created_at, id, status, to_number ON sms_messages
WHEN (
  (old.user_id, old.created_at, old.id, old.status, old.to_digits)
    IS NOT (new.user_id, new.created_at, new.id, new.status, new.to_digits)
) AND (
  (old.id * 2654435769 & 4294967295) < 33554432 OR (new.id * 2654435769 & 4294967295) < 33554432
  OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = old.user_id AND list = 'sms_messages_by_user' AND (at, row_id) > (old.created_at, old.id)
  ) OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = new.user_id AND list = 'sms_messages_by_user' AND (at, row_id) > (new.created_at, new.id)
  )
) BEGIN
  INSERT INTO sms_messages_change VALUES
    (-1, old.user_id, old.created_at, old.id, old.status, old.to_digits),
    (1, new.user_id, new.created_at, new.id, new.status, new.to_digits);
END;

-- An account always has an operator.
CREATE TRIGGER users_have_an_operator AFTER INSERT ON users BEGIN
  INSERT INTO operators (user_id, name, email, created_at) VALUES (new.id, new.name, new.email, new.created_at);
END;

-- The account and its first operator share a name until the operator changes it.
CREATE TRIGGER users_name_their_operator AFTER UPDATE OF name, email ON users BEGIN
  UPDATE operators SET name = new.name, email = new.email
  WHERE id = (SELECT min(id) FROM operators WHERE user_id = new.id);
END;

-- The last line of defence: whatever the code does, an answer is written only in its conversation's epoch and stays as
-- it is from then on; in Approve, it is only what an operator has just sent.
CREATE TRIGGER messages_in_epoch BEFORE INSERT ON messages
WHEN new.answers_seq IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM conversations
  WHERE conversations.id = new.conversation_id AND ai_epoch = new.epoch AND (
    ai_mode = 'auto' OR ai_mode = 'approve' AND EXISTS (
      SELECT 1 FROM proposals
      WHERE proposals.conversation_id = new.conversation_id AND status = 'sent' AND message_id IS NULL
        AND epoch = new.epoch
    )
  )
) BEGIN
  SELECT RAISE(ABORT, 'The epoch of this answer is over');
END;

CREATE TRIGGER messages_grow_in_epoch BEFORE UPDATE OF content ON messages
WHEN old.answers_seq IS NOT NULL AND new.content <> old.content AND (
  old.status <> 'streaming' OR NOT EXISTS (
    SELECT 1 FROM conversations
    WHERE conversations.id = old.conversation_id AND ai_epoch = old.epoch AND ai_mode = 'auto'
  )
) BEGIN
  SELECT RAISE(ABORT, 'The epoch of this answer is over');
END;

CREATE TRIGGER conversations_counted AFTER INSERT ON conversations WHEN new.inbox_state IS NOT NULL BEGIN
  INSERT INTO inbox_counts VALUES (
    new.user_id, 0, new.inbox_state, ifnull(new.assignee_id, 0), new.awaiting_reply_since IS NOT NULL, new.needs_person,
    new.is_ai_only, new.unread_count > 0, new.assistant_id, new.type, new.ai_mode, 1
  ) ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER conversations_recounted AFTER UPDATE OF
  user_id, assistant_id, type, message_count, unread_count, ended_at, snoozed_until, assignee_id, needs_person,
  awaiting_reply_since, person_wrote, ai_mode
ON conversations
WHEN (
  new.user_id, new.inbox_state, new.assignee_id, new.awaiting_reply_since IS NULL, new.needs_person, new.is_ai_only,
  new.unread_count > 0, new.assistant_id, new.type, new.ai_mode
) IS NOT (
  old.user_id, old.inbox_state, old.assignee_id, old.awaiting_reply_since IS NULL, old.needs_person, old.is_ai_only,
  old.unread_count > 0, old.assistant_id, old.type, old.ai_mode
) BEGIN
  INSERT INTO inbox_counts
  SELECT old.user_id, label_id, old.inbox_state, ifnull(old.assignee_id, 0), old.awaiting_reply_since IS NOT NULL,
    old.needs_person, old.is_ai_only, old.unread_count > 0, old.assistant_id, old.type, old.ai_mode, -1
  FROM (SELECT 0 AS label_id UNION ALL SELECT label_id FROM conversation_labels WHERE conversation_id = old.id)
  WHERE old.inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count - 1;
  INSERT INTO inbox_counts
  SELECT new.user_id, label_id, new.inbox_state, ifnull(new.assignee_id, 0), new.awaiting_reply_since IS NOT NULL,
    new.needs_person, new.is_ai_only, new.unread_count > 0, new.assistant_id, new.type, new.ai_mode, 1
  FROM (SELECT 0 AS label_id UNION ALL SELECT label_id FROM conversation_labels WHERE conversation_id = new.id)
  WHERE new.inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

-- Before the deletion, while its labels still have its values.
CREATE TRIGGER conversations_uncounted BEFORE DELETE ON conversations BEGIN
  DELETE FROM conversation_labels WHERE conversation_id = old.id;
  INSERT INTO inbox_counts
  SELECT old.user_id, 0, old.inbox_state, ifnull(old.assignee_id, 0), old.awaiting_reply_since IS NOT NULL,
    old.needs_person, old.is_ai_only, old.unread_count > 0, old.assistant_id, old.type, old.ai_mode, -1
  WHERE old.inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count - 1;
END;

CREATE TRIGGER conversation_labels_counted AFTER INSERT ON conversation_labels BEGIN
  INSERT INTO inbox_counts
  SELECT user_id, new.label_id, inbox_state, ifnull(assignee_id, 0), awaiting_reply_since IS NOT NULL, needs_person,
    is_ai_only, unread_count > 0, assistant_id, type, ai_mode, 1
  FROM conversations WHERE id = new.conversation_id AND inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER conversation_labels_uncounted AFTER DELETE ON conversation_labels BEGIN
  INSERT INTO inbox_counts
  SELECT user_id, old.label_id, inbox_state, ifnull(assignee_id, 0), awaiting_reply_since IS NOT NULL, needs_person,
    is_ai_only, unread_count > 0, assistant_id, type, ai_mode, -1
  FROM conversations WHERE id = old.conversation_id AND inbox_state IS NOT NULL
  ON CONFLICT DO UPDATE SET count = count - 1;
END;

-- The visitor writes: a reply is awaited, and snoozing ends.
CREATE TRIGGER messages_await AFTER INSERT ON messages WHEN new.author = 'visitor' BEGIN
  UPDATE conversations SET
    awaiting_reply_since = ifnull(awaiting_reply_since, new.created_at), snoozed_until = NULL
  WHERE id = new.conversation_id AND (awaiting_reply_since IS NULL OR snoozed_until IS NOT NULL);
END;

-- The assistant answers, or starts to.
CREATE TRIGGER messages_answer AFTER INSERT ON messages WHEN new.author = 'assistant' BEGIN
  UPDATE conversations SET awaiting_reply_since = NULL
  WHERE id = new.conversation_id AND awaiting_reply_since IS NOT NULL;
END;

-- An operator answers: no human is needed any more.
CREATE TRIGGER messages_answer_by_person AFTER INSERT ON messages WHEN new.author = 'operator' BEGIN
  UPDATE conversations SET awaiting_reply_since = NULL, needs_person = 0, person_wrote = 1
  WHERE id = new.conversation_id;
END;

-- The answer that was started has failed.
CREATE TRIGGER messages_await_still AFTER UPDATE OF status ON messages
WHEN new.author = 'assistant' AND old.status = 'streaming' AND new.status IN ('failed', 'interrupted') BEGIN
  UPDATE conversations SET awaiting_reply_since = new.created_at
  WHERE id = new.conversation_id AND awaiting_reply_since IS NULL AND message_count = new.seq;
END;

-- An operator takes over.
CREATE TRIGGER conversations_answered_by_person AFTER UPDATE OF ai_mode ON conversations
WHEN new.ai_mode = 'human' AND old.ai_mode <> 'human' AND new.needs_person = 1 BEGIN
  UPDATE conversations SET needs_person = 0 WHERE id = new.id;
END;

-- An ended conversation waits for nothing.
CREATE TRIGGER conversations_wait_for_nothing AFTER UPDATE OF ended_at ON conversations
WHEN new.ended_at IS NOT NULL AND old.ended_at IS NULL BEGIN
  UPDATE conversations SET awaiting_reply_since = NULL, needs_person = 0, snoozed_until = NULL
  WHERE id = new.id AND (awaiting_reply_since IS NOT NULL OR needs_person = 1 OR snoozed_until IS NOT NULL);
END;

CREATE TRIGGER search_add_now INSTEAD OF INSERT ON search_add BEGIN
  INSERT INTO search_documents (kind, ref_id, conversation_id, facets)
  VALUES (new.kind, new.ref_id, new.conversation_id, new.facets);
  INSERT INTO search_fts (rowid, facets, body) VALUES (last_insert_rowid(), new.facets, new.body);
END;

CREATE TRIGGER search_remove_now INSTEAD OF INSERT ON search_remove BEGIN
  INSERT INTO search_fts (search_fts, rowid, facets, body)
  SELECT 'delete', id, facets, new.body FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
  DELETE FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
END;

CREATE TRIGGER search_change_now INSTEAD OF INSERT ON search_change BEGIN
  INSERT INTO search_fts (search_fts, rowid, facets, body)
  SELECT 'delete', id, facets, new.was FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
  INSERT INTO search_fts (rowid, facets, body)
  SELECT id, facets, new.body FROM search_documents WHERE ref_id = new.ref_id AND kind = new.kind;
END;

-- Messages, once complete: an answer in progress is not indexed at every word.
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

CREATE TRIGGER notes_searchable AFTER INSERT ON notes WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO search_add
  SELECT 'note', new.id, id, 't' || user_id || ' a' || assistant_id || ' k' || type || ' fnote', new.content
  FROM conversations WHERE id = new.conversation_id;
END;

CREATE TRIGGER notes_searchable_anew AFTER UPDATE OF content ON notes
WHEN new.content <> old.content AND new.deleted_at IS NULL BEGIN
  INSERT INTO search_change VALUES ('note', new.id, old.content, new.content);
END;

CREATE TRIGGER notes_searchable_no_more AFTER UPDATE OF deleted_at ON notes
WHEN new.deleted_at IS NOT NULL AND old.deleted_at IS NULL BEGIN
  INSERT INTO search_remove VALUES ('note', old.id, old.content);
END;

CREATE TRIGGER notes_searchable_again AFTER UPDATE OF deleted_at ON notes
WHEN new.deleted_at IS NULL AND old.deleted_at IS NOT NULL BEGIN
  INSERT INTO search_add
  SELECT 'note', new.id, id, 't' || user_id || ' a' || assistant_id || ' k' || type || ' fnote', new.content
  FROM conversations WHERE id = new.conversation_id;
END;

CREATE TRIGGER notes_unsearchable AFTER DELETE ON notes WHEN old.deleted_at IS NULL BEGIN
  INSERT INTO search_remove VALUES ('note', old.id, old.content);
END;

CREATE TRIGGER attachments_thrown_away AFTER DELETE ON attachments BEGIN
  INSERT OR IGNORE INTO attachment_trash (key) VALUES (old.key);
END;

CREATE TRIGGER tally_now INSTEAD OF INSERT ON tally
WHEN new.value <> 0 AND NOT EXISTS (SELECT 1 FROM tally_pauses WHERE user_id = new.user_id) BEGIN
  INSERT INTO tallies VALUES (new.user_id, 0, new.measure, new.at / 900000, new.value)
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
  INSERT INTO tallies SELECT new.user_id, new.assistant_id, new.measure, new.at / 900000, new.value
  WHERE new.assistant_id IS NOT NULL
  ON CONFLICT DO UPDATE SET value = value + excluded.value;
  DELETE FROM tallies
  WHERE new.value < 0 AND value = 0 AND user_id = new.user_id AND assistant_id IN (0, new.assistant_id)
    AND measure = new.measure AND slot = new.at / 900000;
END;

CREATE TRIGGER conversation_tally_now INSTEAD OF INSERT ON conversation_tally BEGIN
  INSERT INTO tally VALUES (new.user_id, new.assistant_id, 'conversations.' || new.type, new.at, new.by);
  INSERT INTO tally SELECT new.user_id, new.assistant_id, 'cost', new.at, new.by * new.cost WHERE new.cost <> 0;
  INSERT INTO tally SELECT new.user_id, new.assistant_id, 'ended', new.ended_at, new.by
  WHERE new.type <> 'test' AND new.ended_at IS NOT NULL;
  INSERT INTO tally SELECT new.user_id, new.assistant_id, 'asked', new.at, new.by
  WHERE new.type <> 'test' AND new.asked_at IS NOT NULL;
  INSERT INTO tally SELECT new.user_id, new.assistant_id, 'person', new.at, new.by
  WHERE new.type <> 'test' AND new.asked_at IS NOT NULL AND (new.person_count > 0 OR new.had_person = 1);
  INSERT INTO tally SELECT new.user_id, new.assistant_id, 'first_answer.' || (
    SELECT min(below_ms) FROM answer_steps WHERE below_ms > max(0, new.answered_at - new.asked_at)
  ), new.at, new.by
  WHERE new.type <> 'test' AND new.answered_at IS NOT NULL;
  INSERT INTO tally SELECT new.user_id, new.assistant_id, 'rating.' || new.rating, new.at, new.by
  WHERE new.type <> 'test' AND new.rating IS NOT NULL;
END;

CREATE TRIGGER conversations_tally_insert AFTER INSERT ON conversations BEGIN
  INSERT INTO conversation_tally VALUES (
    1, new.user_id, new.assistant_id, new.type, new.created_at, new.asked_at, new.answered_at, new.person_count,
    new.had_person, new.total_cost, new.ended_at, new.rating
  );
END;

CREATE TRIGGER conversations_begun_by_person AFTER INSERT ON conversations
WHEN new.ai_mode = 'human' AND new.had_person = 0 BEGIN
  UPDATE conversations SET had_person = 1 WHERE id = new.id;
END;

CREATE TRIGGER conversations_taken_over AFTER UPDATE OF ai_mode ON conversations
WHEN new.ai_mode = 'human' AND new.had_person = 0 BEGIN
  UPDATE conversations SET had_person = 1 WHERE id = new.id;
END;

CREATE TRIGGER proposals_approved AFTER UPDATE OF status ON proposals WHEN new.status = 'sent' BEGIN
  UPDATE conversations SET had_person = 1 WHERE id = new.conversation_id AND had_person = 0;
END;

CREATE TRIGGER conversations_tally_update AFTER UPDATE OF
  user_id, assistant_id, type, created_at, asked_at, answered_at, person_count, had_person, total_cost, ended_at,
  rating
ON conversations
WHEN (
  new.user_id, new.assistant_id, new.type, new.created_at, new.asked_at, new.answered_at, new.person_count > 0,
  new.had_person, new.total_cost, new.ended_at, new.rating
) IS NOT (
  old.user_id, old.assistant_id, old.type, old.created_at, old.asked_at, old.answered_at, old.person_count > 0,
  old.had_person, old.total_cost, old.ended_at, old.rating
) BEGIN
  INSERT INTO conversation_tally VALUES (
    -1, old.user_id, old.assistant_id, old.type, old.created_at, old.asked_at, old.answered_at, old.person_count,
    old.had_person, old.total_cost, old.ended_at, old.rating
  );
  INSERT INTO conversation_tally VALUES (
    1, new.user_id, new.assistant_id, new.type, new.created_at, new.asked_at, new.answered_at, new.person_count,
    new.had_person, new.total_cost, new.ended_at, new.rating
  );
END;

CREATE TRIGGER messages_tally_now INSTEAD OF INSERT ON messages_tally WHEN new.type <> 'test' BEGIN
  INSERT INTO tally
  SELECT new.user_id, new.assistant_id, 'messages.' || author, created_at / 900000 * 900000, new.by * count(*)
  FROM messages WHERE conversation_id = new.conversation_id GROUP BY author, created_at / 900000;
END;

CREATE TRIGGER conversations_tally_move AFTER UPDATE OF user_id, assistant_id, type ON conversations
WHEN (new.user_id, new.assistant_id, new.type) IS NOT (old.user_id, old.assistant_id, old.type) BEGIN
  INSERT INTO messages_tally VALUES (-1, old.id, old.user_id, old.assistant_id, old.type);
  INSERT INTO messages_tally VALUES (1, new.id, new.user_id, new.assistant_id, new.type);
END;

-- Before the deletion, because its messages are deleted with it: they then find no conversation and change nothing
-- themselves.
CREATE TRIGGER conversations_tally_delete BEFORE DELETE ON conversations BEGIN
  INSERT INTO messages_tally VALUES (-1, old.id, old.user_id, old.assistant_id, old.type);
  INSERT INTO conversation_tally VALUES (
    -1, old.user_id, old.assistant_id, old.type, old.created_at, old.asked_at, old.answered_at, old.person_count,
    old.had_person, old.total_cost, old.ended_at, old.rating
  );
END;

CREATE TRIGGER conversation_opening_now INSTEAD OF INSERT ON conversation_opening BEGIN
  UPDATE conversations SET
    (asked_seq, asked_at) = (
      SELECT seq, created_at FROM messages WHERE conversation_id = new.id AND author = 'visitor' ORDER BY seq LIMIT 1
    ),
    (answered_seq, answered_at) = (
      SELECT seq, created_at FROM messages
      WHERE conversation_id = new.id AND author <> 'visitor' AND status <> 'failed' AND seq > (
        SELECT seq FROM messages WHERE conversation_id = new.id AND author = 'visitor' ORDER BY seq LIMIT 1
      )
      ORDER BY seq LIMIT 1
    )
  WHERE id = new.id;
END;

CREATE TRIGGER messages_tally_insert AFTER INSERT ON messages BEGIN
  INSERT INTO tally
  SELECT user_id, assistant_id, 'messages.' || new.author, new.created_at, 1
  FROM conversations WHERE id = new.conversation_id AND type <> 'test';
  UPDATE conversations SET person_count = person_count + 1
  WHERE id = new.conversation_id AND new.author = 'operator';
  INSERT INTO conversation_opening
  SELECT id FROM conversations WHERE id = new.conversation_id AND CASE new.author
    WHEN 'visitor' THEN asked_seq IS NULL OR new.seq < asked_seq
    ELSE new.status <> 'failed' AND new.seq > asked_seq AND (answered_seq IS NULL OR new.seq < answered_seq)
  END;
END;

CREATE TRIGGER messages_tally_update AFTER UPDATE OF conversation_id, author, seq, created_at, status ON messages
WHEN (new.conversation_id, new.author, new.seq, new.created_at, new.status = 'failed')
  IS NOT (old.conversation_id, old.author, old.seq, old.created_at, old.status = 'failed') BEGIN
  INSERT INTO tally
  SELECT user_id, assistant_id, 'messages.' || old.author, old.created_at, -1
  FROM conversations WHERE id = old.conversation_id AND type <> 'test';
  INSERT INTO tally
  SELECT user_id, assistant_id, 'messages.' || new.author, new.created_at, 1
  FROM conversations WHERE id = new.conversation_id AND type <> 'test';
  UPDATE conversations SET person_count = person_count - 1
  WHERE id = old.conversation_id AND old.author = 'operator';
  UPDATE conversations SET person_count = person_count + 1
  WHERE id = new.conversation_id AND new.author = 'operator';
  INSERT INTO conversation_opening VALUES (old.conversation_id);
  INSERT INTO conversation_opening SELECT new.conversation_id WHERE new.conversation_id <> old.conversation_id;
END;

CREATE TRIGGER messages_tally_delete AFTER DELETE ON messages BEGIN
  INSERT INTO tally
  SELECT user_id, assistant_id, 'messages.' || old.author, old.created_at, -1
  FROM conversations WHERE id = old.conversation_id AND type <> 'test';
  UPDATE conversations SET person_count = person_count - 1
  WHERE id = old.conversation_id AND old.author = 'operator';
  INSERT INTO conversation_opening
  SELECT id FROM conversations WHERE id = old.conversation_id AND old.seq IN (asked_seq, answered_seq);
END;

CREATE TRIGGER call_tally_now INSTEAD OF INSERT ON call_tally BEGIN
  INSERT INTO tally VALUES (new.user_id, new.assistant_id, 'calls.' || new.type, new.at, new.by);
  INSERT INTO tally VALUES (new.user_id, new.assistant_id, 'call_seconds', new.at, new.by * new.duration);
  INSERT INTO tally VALUES (new.user_id, new.assistant_id, 'call_cost', new.at, new.by * new.cost);
END;

CREATE TRIGGER calls_tally_insert AFTER INSERT ON calls BEGIN
  INSERT INTO call_tally VALUES (
    1, new.user_id, new.assistant_id, new.type, new.created_at, new.duration, new.total_cost
  );
END;

CREATE TRIGGER calls_tally_update AFTER UPDATE OF user_id, assistant_id, type, created_at, duration, total_cost ON calls
WHEN (new.user_id, new.assistant_id, new.type, new.created_at, new.duration, new.total_cost)
  IS NOT (old.user_id, old.assistant_id, old.type, old.created_at, old.duration, old.total_cost) BEGIN
  INSERT INTO call_tally VALUES (
    -1, old.user_id, old.assistant_id, old.type, old.created_at, old.duration, old.total_cost
  );
  INSERT INTO call_tally VALUES (
    1, new.user_id, new.assistant_id, new.type, new.created_at, new.duration, new.total_cost
  );
END;

CREATE TRIGGER calls_tally_delete AFTER DELETE ON calls BEGIN
  INSERT INTO call_tally VALUES (
    -1, old.user_id, old.assistant_id, old.type, old.created_at, old.duration, old.total_cost
  );
END;

CREATE TRIGGER sms_messages_tally_insert AFTER INSERT ON sms_messages BEGIN
  INSERT INTO tally VALUES (new.user_id, NULL, 'sms', new.created_at, 1);
END;

CREATE TRIGGER sms_messages_tally_update AFTER UPDATE OF user_id, created_at ON sms_messages
WHEN (new.user_id, new.created_at) IS NOT (old.user_id, old.created_at) BEGIN
  INSERT INTO tally VALUES (old.user_id, NULL, 'sms', old.created_at, -1);
  INSERT INTO tally VALUES (new.user_id, NULL, 'sms', new.created_at, 1);
END;

CREATE TRIGGER sms_messages_tally_delete AFTER DELETE ON sms_messages BEGIN
  INSERT INTO tally VALUES (old.user_id, NULL, 'sms', old.created_at, -1);
END;

-- Money that left a balance, by purpose, and money that was added. The ledger is append-only.
CREATE TRIGGER ledger_tally_insert AFTER INSERT ON ledger BEGIN
  INSERT INTO tally VALUES (
    new.user_id, NULL,
    CASE WHEN new.kind = 'top_up' THEN 'top_up' ELSE 'spent.' || substr(new.kind, 1, instr(new.kind || '.', '.') - 1) END,
    new.created_at,
    CASE WHEN new.kind = 'top_up' THEN new.amount ELSE -new.amount END
  );
END;

CREATE TRIGGER visitors_counted AFTER INSERT ON visitors BEGIN
  INSERT INTO contact_counts VALUES (new.user_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;

CREATE TRIGGER visitors_uncounted AFTER DELETE ON visitors BEGIN
  UPDATE contact_counts SET total = total - 1 WHERE user_id = old.user_id;
END;

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

CREATE TRIGGER contacts_searchable AFTER INSERT ON visitors
WHEN new.name IS NOT NULL OR new.email IS NOT NULL OR new.phone IS NOT NULL BEGIN
  INSERT INTO contacts_fts (rowid, body) SELECT id, body FROM visitor_texts WHERE id = new.id;
END;

CREATE TRIGGER contacts_searchable_anew AFTER UPDATE OF name, email, phone ON visitors
WHEN (new.name, new.email, new.phone) IS NOT (old.name, old.email, old.phone) BEGIN
  INSERT INTO contacts_fts (contacts_fts, rowid, body)
  SELECT 'delete', old.id, body FROM (
    SELECT rtrim(ifnull(old.name || char(10), '') || ifnull(old.email || char(10), '') || ifnull(old.phone, ''), char(10)) AS body
  ) WHERE body <> '';
  INSERT INTO contacts_fts (rowid, body) SELECT id, body FROM visitor_texts WHERE id = new.id AND body <> '';
END;

CREATE TRIGGER contacts_unsearchable AFTER DELETE ON visitors
WHEN old.name IS NOT NULL OR old.email IS NOT NULL OR old.phone IS NOT NULL BEGIN
  INSERT INTO contacts_fts (contacts_fts, rowid, body) VALUES ('delete', old.id,
    rtrim(ifnull(old.name || char(10), '') || ifnull(old.email || char(10), '') || ifnull(old.phone, ''), char(10)));
END;

CREATE TRIGGER assistants_text_no_more AFTER UPDATE OF deleted_at ON assistants WHEN new.deleted_at IS NOT NULL BEGIN
  UPDATE phone_numbers SET sms_assistant_id = NULL WHERE sms_assistant_id = new.id;
END;

-- A message in a conversation by text message has to be sent: queued by the database, so that no code path can forget
-- it.
CREATE TRIGGER messages_texted AFTER INSERT ON messages
WHEN new.author <> 'visitor' AND new.status <> 'streaming'
  AND EXISTS (SELECT 1 FROM sms_conversations WHERE conversation_id = new.conversation_id) BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (
    'sms.reply', json_object('message_id', new.id), 'sms:' || new.conversation_id, new.created_at, new.created_at
  );
END;

-- An answer is sent once complete, never in part.
CREATE TRIGGER messages_texted_late AFTER UPDATE OF status ON messages
WHEN old.status = 'streaming' AND new.status IN ('complete', 'failed')
  AND EXISTS (SELECT 1 FROM sms_conversations WHERE conversation_id = new.conversation_id) BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at) VALUES (
    'sms.reply', json_object('message_id', new.id), 'sms:' || new.conversation_id, new.created_at, new.created_at
  );
END;

-- An interrupted answer continues: it is indexed again once complete, and no reply is awaited meanwhile.
CREATE TRIGGER messages_resume AFTER UPDATE OF status ON messages
WHEN old.status <> 'streaming' AND new.status = 'streaming' BEGIN
  INSERT INTO search_remove VALUES ('message', old.id, old.content);
  UPDATE conversations SET awaiting_reply_since = NULL
  WHERE id = new.conversation_id AND awaiting_reply_since IS NOT NULL;
END;

CREATE TRIGGER chunks_unindexed AFTER DELETE ON chunks BEGIN
  INSERT INTO chunks_fts (chunks_fts, rowid, heading, content) VALUES ('delete', old.id, old.heading, old.content);
  DELETE FROM chunk_pairs_fts WHERE rowid = old.id;
  DELETE FROM chunk_vectors WHERE chunk_id = old.id;
END;
