-- Serves telling the owner how much each account keeps in recordings: a call's row is long, and few have one.
CREATE INDEX calls_recorded ON calls (user_id, recording) WHERE recording IS NOT NULL;
