-- What the records of calls and the statement of an account show beside what the lists do.

-- When a call was dialled, rang first and had its post-call work done, and who ended it.
ALTER TABLE calls ADD COLUMN dialled_at INTEGER;
ALTER TABLE calls ADD COLUMN ringing_at INTEGER;
ALTER TABLE calls ADD COLUMN completed_at INTEGER;
ALTER TABLE calls ADD COLUMN ended_by TEXT CHECK (ended_by IN ('customer', 'assistant', 'limit', 'operator'));

-- When something was said, and where in the recording that is, ms from its beginning.
ALTER TABLE call_turns ADD COLUMN spoken_at INTEGER;
ALTER TABLE call_turns ADD COLUMN recorded_at INTEGER;

-- What an entry is about, without the step: `sms` of `sms.hold`.
ALTER TABLE ledger ADD COLUMN purpose TEXT GENERATED ALWAYS AS (substr(kind, 1, instr(kind || '.', '.') - 1)) VIRTUAL;

-- Serve the statement, newest first: all of it, and by purpose; each of any period.
CREATE INDEX ledger_by_time ON ledger (user_id, created_at DESC, id DESC);
CREATE INDEX ledger_by_purpose ON ledger (user_id, purpose, created_at DESC, id DESC);
DROP INDEX ledger_by_user;
