-- Campaigns call leads. A campaign without an assistant is a label for imported calls.
ALTER TABLE campaigns ADD COLUMN assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL;
ALTER TABLE campaigns ADD COLUMN status TEXT NOT NULL DEFAULT 'draft'
  CHECK (status IN ('draft', 'in-progress', 'stopped', 'completed'));
ALTER TABLE campaigns ADD COLUMN stopped_reason TEXT
  CHECK (stopped_reason IN ('owner', 'insufficient_balance', 'assistant'));
ALTER TABLE campaigns ADD COLUMN timezone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE campaigns ADD COLUMN max_calls_in_parallel INTEGER NOT NULL DEFAULT 3;
-- Minutes of the day, inclusive. A start after the end crosses midnight.
ALTER TABLE campaigns ADD COLUMN start_minute INTEGER NOT NULL DEFAULT 0 CHECK (start_minute BETWEEN 0 AND 1439);
ALTER TABLE campaigns ADD COLUMN end_minute INTEGER NOT NULL DEFAULT 1439 CHECK (end_minute BETWEEN 0 AND 1439);
-- One bit per day, from Monday (1) to Sunday (64).
ALTER TABLE campaigns ADD COLUMN allowed_days INTEGER NOT NULL DEFAULT 127 CHECK (allowed_days BETWEEN 1 AND 127);
ALTER TABLE campaigns ADD COLUMN max_retries INTEGER NOT NULL DEFAULT 3;
-- Minutes.
ALTER TABLE campaigns ADD COLUMN retry_interval INTEGER NOT NULL DEFAULT 60;
ALTER TABLE campaigns ADD COLUMN retry_on_voicemail INTEGER NOT NULL DEFAULT 0 CHECK (retry_on_voicemail IN (0, 1));
ALTER TABLE campaigns ADD COLUMN retry_on_goal_incomplete INTEGER NOT NULL DEFAULT 0
  CHECK (retry_on_goal_incomplete IN (0, 1));
ALTER TABLE campaigns ADD COLUMN goal_completion_variable TEXT;
ALTER TABLE campaigns ADD COLUMN mark_complete_when_no_leads INTEGER NOT NULL DEFAULT 1
  CHECK (mark_complete_when_no_leads IN (0, 1));
-- Calls placed so far, by which the numbers of the pool take turns.
ALTER TABLE campaigns ADD COLUMN calls_placed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN last_dialled_at INTEGER;
ALTER TABLE campaigns ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
UPDATE campaigns SET updated_at = created_at;

CREATE INDEX campaigns_in_progress ON campaigns (id) WHERE status = 'in-progress';
CREATE INDEX campaigns_by_assistant ON campaigns (assistant_id) WHERE assistant_id IS NOT NULL;

-- The numbers a campaign calls from, in rotation. Without any it uses the assistant's.
CREATE TABLE campaign_numbers (
  campaign_id     INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  position        INTEGER NOT NULL,
  phone_number_id INTEGER NOT NULL REFERENCES phone_numbers (id) ON DELETE CASCADE,
  PRIMARY KEY (campaign_id, position),
  UNIQUE (campaign_id, phone_number_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX campaign_numbers_by_number ON campaign_numbers (phone_number_id);

DROP INDEX leads_by_campaign;
ALTER TABLE leads RENAME TO leads_before;

-- Leads and their secondary contacts, with ids in one sequence. A contact has a parent.
CREATE TABLE leads (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  campaign_id     INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  parent_id       INTEGER REFERENCES leads (id) ON DELETE CASCADE,
  -- Place in a round: 0 for the lead, from 1 for its contacts.
  position        INTEGER NOT NULL DEFAULT 0 CHECK ((position = 0) = (parent_id IS NULL)),
  phone_number    TEXT NOT NULL,
  variables       TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(variables)),
  status          TEXT NOT NULL DEFAULT 'created' CHECK (status IN (
    'created', 'scheduled', 'processing', 'completed', 'rescheduled', 'reached-max-retries', 'blacklisted'
  )),
  -- What it was before it was called, for a campaign that is stopped while it rings.
  previous_status TEXT,
  -- Rounds that are over, and the place at which the current one goes on.
  rounds          INTEGER NOT NULL DEFAULT 0,
  next_position   INTEGER NOT NULL DEFAULT 0,
  next_attempt_at INTEGER,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL
) STRICT;

INSERT INTO leads (id, user_id, campaign_id, phone_number, variables, created_at, updated_at)
SELECT id, user_id, campaign_id, phone_number, variables, created_at, created_at FROM leads_before;

DROP TABLE leads_before;

-- Lists, newest first, with and without their filters.
CREATE INDEX leads_by_user ON leads (user_id, id DESC) WHERE parent_id IS NULL;
CREATE INDEX leads_by_status ON leads (user_id, status, id DESC) WHERE parent_id IS NULL;
CREATE INDEX leads_by_campaign ON leads (campaign_id, id DESC) WHERE parent_id IS NULL;
CREATE INDEX leads_by_campaign_status ON leads (campaign_id, status, id DESC) WHERE parent_id IS NULL;
-- Serve duplicates within a campaign, and everyone with a number on the do-not-call list.
CREATE INDEX leads_by_campaign_number ON leads (campaign_id, phone_number) WHERE parent_id IS NULL;
CREATE INDEX leads_by_number ON leads (user_id, phone_number);
CREATE INDEX leads_by_parent ON leads (parent_id, position) WHERE parent_id IS NOT NULL;
-- Serves the lead whose turn it is.
CREATE INDEX leads_due ON leads (campaign_id, status, next_attempt_at, id)
  WHERE parent_id IS NULL AND status IN ('created', 'scheduled', 'rescheduled');

ALTER TABLE calls ADD COLUMN lead_id INTEGER REFERENCES leads (id) ON DELETE SET NULL;
CREATE INDEX calls_by_lead ON calls (lead_id, id) WHERE lead_id IS NOT NULL;

CREATE TABLE do_not_call (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  phone_number TEXT NOT NULL,
  reason       TEXT,
  created_at   INTEGER NOT NULL,
  UNIQUE (user_id, phone_number)
) STRICT;
