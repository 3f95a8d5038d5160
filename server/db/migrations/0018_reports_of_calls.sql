-- Reporting on calls, and more filters for their lists (decision 018). Practice is a separate type, so that it is
-- never mistaken for business.
ALTER TABLE calls ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0 CHECK (interruptions >= 0);

-- A person spoke in it: an operator, or the target of a transfer.
ALTER TABLE calls ADD COLUMN had_person INTEGER NOT NULL DEFAULT 0 CHECK (had_person IN (0, 1));

ALTER TABLE calls ADD COLUMN kind TEXT GENERATED ALWAYS AS (iif(provider = 'sandbox', 'sandbox', type)) VIRTUAL;

ALTER TABLE calls ADD COLUMN is_sandbox INTEGER GENERATED ALWAYS AS (provider = 'sandbox') VIRTUAL;

ALTER TABLE calls ADD COLUMN outcome TEXT GENERATED ALWAYS AS (
  CASE
    WHEN status IN ('initiated', 'ringing', 'in-progress') THEN 'ongoing'
    WHEN status IN ('busy', 'no-answer', 'failed') THEN status
    WHEN ended_by IS NOT NULL THEN ended_by
    WHEN status = 'ended_by_customer' THEN 'customer'
    WHEN status = 'ended_by_assistant' THEN 'assistant'
    ELSE 'unknown'
  END
) VIRTUAL;

ALTER TABLE calls ADD COLUMN is_answered INTEGER
  GENERATED ALWAYS AS (status NOT IN ('initiated', 'ringing', 'busy', 'no-answer', 'failed')) VIRTUAL;

ALTER TABLE calls ADD COLUMN is_interrupted INTEGER GENERATED ALWAYS AS (interruptions > 0) VIRTUAL;

-- The caller interrupted it.
ALTER TABLE call_turns ADD COLUMN is_cut INTEGER NOT NULL DEFAULT 0 CHECK (is_cut IN (0, 1));

-- Include the columns compared by the rarer filters, so that rows need not be read.
DROP INDEX calls_by_user;

CREATE INDEX calls_by_user ON calls (
  user_id, created_at DESC, id DESC, kind, is_sandbox, outcome, is_answered, is_interrupted, had_person
);

DROP INDEX calls_by_assistant;

CREATE INDEX calls_by_assistant ON calls (
  user_id, assistant_id, created_at DESC, id DESC, kind, is_sandbox, outcome, is_answered, is_interrupted, had_person
);

UPDATE calls SET had_person = 1 WHERE id IN (
  SELECT call_id FROM call_turns WHERE speaker = 'operator'
  UNION SELECT call_id FROM call_activities WHERE kind = 'call_taken'
  UNION SELECT call_id FROM telephone_legs WHERE passed_on_at IS NOT NULL
);

-- The wait for an answer is counted in buckets, each a fifth wider than the previous one, so that medians can be
-- computed.
CREATE TABLE wait_steps (below_ms INTEGER PRIMARY KEY) STRICT;

WITH RECURSIVE octaves (factor) AS (VALUES (1) UNION ALL SELECT factor * 2 FROM octaves WHERE factor < 512)
INSERT INTO wait_steps
SELECT CAST(round(factor * first) AS INTEGER) FROM octaves, (
  SELECT 50.0 AS first UNION ALL SELECT 59.46 UNION ALL SELECT 70.71 UNION ALL SELECT 84.09
);

INSERT INTO wait_steps VALUES (9007199254740991);

DROP TRIGGER calls_tally_insert;

DROP TRIGGER calls_tally_update;

DROP TRIGGER calls_tally_delete;

DROP VIEW call_tally;

-- Each call's contribution to the tallies.
CREATE VIEW call_parts (call_id, user_id, assistant_id, measure, at, value) AS
SELECT id, user_id, assistant_id, 'calls.' || kind, created_at, 1 FROM calls
UNION ALL
SELECT id, user_id, assistant_id, 'call_answered.' || kind, created_at, is_answered FROM calls
UNION ALL
SELECT id, user_id, assistant_id, 'call_seconds.' || kind, created_at, duration FROM calls
UNION ALL
SELECT id, user_id, assistant_id, 'call_cost.' || kind, created_at, total_cost FROM calls
UNION ALL
SELECT id, user_id, assistant_id, 'call_person.' || kind, created_at, had_person FROM calls
UNION ALL
SELECT id, user_id, assistant_id, 'call_interrupted.' || kind, created_at, is_interrupted FROM calls
UNION ALL
SELECT id, user_id, assistant_id, 'call_interruptions.' || kind, created_at, interruptions FROM calls
UNION ALL
SELECT id, user_id, assistant_id, 'call_end.' || kind || '.' || outcome, created_at, 1 FROM calls
WHERE outcome <> 'ongoing';

-- Each call's contribution of the waits for its answers, from the end of the caller's voice to the first sound.
CREATE VIEW call_wait_parts (call_id, user_id, assistant_id, measure, at, value) AS
SELECT calls.id, calls.user_id, calls.assistant_id, 'call_wait.' || calls.kind || '.' || (
  SELECT min(below_ms) FROM wait_steps WHERE below_ms > max(0, call_turns.sound_ms)
), calls.created_at, 1
FROM call_turns JOIN calls ON calls.id = call_turns.call_id WHERE call_turns.sound_ms IS NOT NULL;

CREATE TRIGGER calls_tally_insert AFTER INSERT ON calls BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, value FROM call_parts WHERE call_id = new.id;
END;

-- The old values are subtracted before a change, and the new ones added after it.
CREATE TRIGGER calls_tally_take BEFORE UPDATE OF
  id, user_id, assistant_id, type, provider, status, ended_by, created_at, duration, total_cost, interruptions, had_person
ON calls
WHEN (
  new.id, new.user_id, new.assistant_id, new.type, new.provider, new.status, new.ended_by, new.created_at, new.duration,
  new.total_cost, new.interruptions, new.had_person
) IS NOT (
  old.id, old.user_id, old.assistant_id, old.type, old.provider, old.status, old.ended_by, old.created_at, old.duration,
  old.total_cost, old.interruptions, old.had_person
) BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, 0 - value FROM call_parts WHERE call_id = old.id;
END;

CREATE TRIGGER calls_tally_give AFTER UPDATE OF
  id, user_id, assistant_id, type, provider, status, ended_by, created_at, duration, total_cost, interruptions, had_person
ON calls
WHEN (
  new.id, new.user_id, new.assistant_id, new.type, new.provider, new.status, new.ended_by, new.created_at, new.duration,
  new.total_cost, new.interruptions, new.had_person
) IS NOT (
  old.id, old.user_id, old.assistant_id, old.type, old.provider, old.status, old.ended_by, old.created_at, old.duration,
  old.total_cost, old.interruptions, old.had_person
) BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, value FROM call_parts WHERE call_id = new.id;
END;

-- Waits move with their call.
CREATE TRIGGER calls_waits_take BEFORE UPDATE OF id, user_id, assistant_id, type, provider, created_at ON calls
WHEN (new.id, new.user_id, new.assistant_id, new.type, new.provider, new.created_at)
  IS NOT (old.id, old.user_id, old.assistant_id, old.type, old.provider, old.created_at) BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, 0 - value FROM call_wait_parts WHERE call_id = old.id;
END;

CREATE TRIGGER calls_waits_give AFTER UPDATE OF id, user_id, assistant_id, type, provider, created_at ON calls
WHEN (new.id, new.user_id, new.assistant_id, new.type, new.provider, new.created_at)
  IS NOT (old.id, old.user_id, old.assistant_id, old.type, old.provider, old.created_at) BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, value FROM call_wait_parts WHERE call_id = new.id;
END;

-- Before the deletion, because its turns are deleted with it: they then find no call and change nothing themselves.
CREATE TRIGGER calls_tally_delete BEFORE DELETE ON calls BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, 0 - value FROM call_parts WHERE call_id = old.id;
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, 0 - value FROM call_wait_parts WHERE call_id = old.id;
END;

CREATE TRIGGER call_turns_tally_insert AFTER INSERT ON call_turns WHEN new.sound_ms IS NOT NULL OR new.is_cut = 1 BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, 'call_wait.' || kind || '.' || (
    SELECT min(below_ms) FROM wait_steps WHERE below_ms > max(0, new.sound_ms)
  ), created_at, 1 FROM calls WHERE id = new.call_id AND new.sound_ms IS NOT NULL;
  UPDATE calls SET interruptions = interruptions + 1 WHERE id = new.call_id AND new.is_cut = 1;
END;

CREATE TRIGGER call_turns_tally_delete AFTER DELETE ON call_turns WHEN old.sound_ms IS NOT NULL OR old.is_cut = 1 BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, 'call_wait.' || kind || '.' || (
    SELECT min(below_ms) FROM wait_steps WHERE below_ms > max(0, old.sound_ms)
  ), created_at, -1 FROM calls WHERE id = old.call_id AND old.sound_ms IS NOT NULL;
  UPDATE calls SET interruptions = interruptions - 1 WHERE id = old.call_id AND old.is_cut = 1;
END;

-- Also covers a transfer that nobody answered, after which the call comes back.
CREATE TRIGGER calls_passed_on AFTER UPDATE OF passed_on_at ON telephone_legs
WHEN (new.passed_on_at IS NULL) <> (old.passed_on_at IS NULL) BEGIN
  UPDATE calls SET had_person = new.passed_on_at IS NOT NULL OR EXISTS (
    SELECT 1 FROM call_activities WHERE call_id = new.call_id AND kind = 'call_taken'
  ) WHERE id = new.call_id;
END;

DROP VIEW tallies_expected;

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
  SELECT user_id, assistant_id, measure, at, value FROM call_parts
  UNION ALL
  SELECT user_id, assistant_id, measure, at, value FROM call_wait_parts
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

DELETE FROM tallies WHERE measure LIKE 'calls.%' OR measure IN ('call_seconds', 'call_cost');

CREATE TEMP TABLE call_slots AS
SELECT user_id, assistant_id, measure, at / 900000 AS slot, sum(value) AS value FROM (
  SELECT user_id, assistant_id, measure, at, value FROM call_parts
  UNION ALL
  SELECT user_id, assistant_id, measure, at, value FROM call_wait_parts
) GROUP BY 1, 2, 3, 4 HAVING sum(value) <> 0;

INSERT INTO tallies SELECT user_id, 0, measure, slot, sum(value) FROM call_slots GROUP BY 1, 3, 4;

INSERT INTO tallies SELECT user_id, assistant_id, measure, slot, value FROM call_slots;

DROP TABLE call_slots;
