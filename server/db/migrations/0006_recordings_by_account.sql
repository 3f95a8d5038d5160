-- Serves telling the owner the size of each account's recordings: a call's row is long, and few have one.
CREATE INDEX calls_recorded ON calls (user_id, recording) WHERE recording IS NOT NULL;
