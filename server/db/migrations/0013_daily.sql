-- Numbers by time, for Home: how much of what happened when (docs/decisions: numbers are kept by quarters of an hour).
--
-- A quarter of an hour of an account, and of each of its assistants, has a row for each measure that is not zero in it.
-- Every timezone's days begin on a quarter, so a day of any viewer is a sum of whole rows. Triggers keep the rows in the
-- transaction of the change, whoever writes; `tallies_expected` says what they must be, in SQL that goes through everything.

-- How a conversation began: the visitor's first message, and the first answer after it. Kept by triggers.
ALTER TABLE conversations ADD COLUMN asked_seq INTEGER;
ALTER TABLE conversations ADD COLUMN asked_at INTEGER;
ALTER TABLE conversations ADD COLUMN answered_seq INTEGER;
ALTER TABLE conversations ADD COLUMN answered_at INTEGER;
-- Messages that people wrote in it, and whether one ever took it over or approved an answer. Kept by triggers.
ALTER TABLE conversations ADD COLUMN person_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN had_person INTEGER NOT NULL DEFAULT 0 CHECK (had_person IN (0, 1));
-- What its visitor thought of it.
ALTER TABLE conversations ADD COLUMN rating INTEGER CHECK (rating BETWEEN 1 AND 5);
ALTER TABLE conversations ADD COLUMN rating_comment TEXT;
ALTER TABLE conversations ADD COLUMN rated_at INTEGER;

-- The time to a first answer is kept in steps, each twice as long as the one before, so that medians can be told.
CREATE TABLE answer_steps (below_ms INTEGER PRIMARY KEY) STRICT;
WITH RECURSIVE steps (below_ms) AS (VALUES (250) UNION ALL SELECT below_ms * 2 FROM steps WHERE below_ms < 131072000)
INSERT INTO answer_steps SELECT below_ms FROM steps;
INSERT INTO answer_steps VALUES (9007199254740991);

-- `assistant_id` 0 is the account as a whole. `slot` is the quarter of an hour: ms since 1970, divided by 900,000.
CREATE TABLE tallies (
  user_id      INTEGER NOT NULL,
  assistant_id INTEGER NOT NULL,
  measure      TEXT NOT NULL,
  slot         INTEGER NOT NULL,
  value        INTEGER NOT NULL,
  PRIMARY KEY (user_id, assistant_id, measure, slot)
) STRICT, WITHOUT ROWID;

-- Accounts whose tallies stand still because they will be made anew (server/db/tallies.ts).
CREATE TABLE tally_pauses (user_id INTEGER PRIMARY KEY) STRICT;

-- The views that hold nothing: inserting into one does what its trigger says.

-- Something is worth so much more, or less, at an instant. Without an assistant it counts for the account only.
CREATE VIEW tally (user_id, assistant_id, measure, at, value) AS SELECT NULL, NULL, NULL, NULL, NULL WHERE 0;

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

-- A conversation came (`by` 1) or went (-1), without its messages. Tests count as such, and cost money; nothing else of
-- them is anybody's work.
CREATE VIEW conversation_tally (
  by, user_id, assistant_id, type, at, asked_at, answered_at, person_count, had_person, cost, ended_at, rating
) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

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

-- All messages of a conversation come or go with it.
CREATE VIEW messages_tally (by, conversation_id, user_id, assistant_id, type) AS
SELECT NULL, NULL, NULL, NULL, NULL WHERE 0;

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

-- Before, because its messages go with it: they find no conversation then and change nothing themselves.
CREATE TRIGGER conversations_tally_delete BEFORE DELETE ON conversations BEGIN
  INSERT INTO messages_tally VALUES (-1, old.id, old.user_id, old.assistant_id, old.type);
  INSERT INTO conversation_tally VALUES (
    -1, old.user_id, old.assistant_id, old.type, old.created_at, old.asked_at, old.answered_at, old.person_count,
    old.had_person, old.total_cost, old.ended_at, old.rating
  );
END;

-- How a conversation began is to be found out anew.
CREATE VIEW conversation_opening (id) AS SELECT NULL WHERE 0;

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

-- A call came or went.
CREATE VIEW call_tally (by, user_id, assistant_id, type, at, duration, cost) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

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

-- Money that left a balance by what it left for, and what came in. The ledger is append-only.
CREATE TRIGGER ledger_tally_insert AFTER INSERT ON ledger BEGIN
  INSERT INTO tally VALUES (
    new.user_id, NULL,
    CASE WHEN new.kind = 'top_up' THEN 'top_up' ELSE 'spent.' || substr(new.kind, 1, instr(new.kind || '.', '.') - 1) END,
    new.created_at,
    CASE WHEN new.kind = 'top_up' THEN new.amount ELSE -new.amount END
  );
END;

-- How every conversation began, by looking at all of its messages.
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

-- What the tallies must be, by going through everything.
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

-- What is there already. The triggers see each of these changes; the tallies are empty, so they are made at the end.
UPDATE conversations SET had_person = 1
WHERE ai_mode = 'human' OR id IN (SELECT conversation_id FROM proposals WHERE status = 'sent');
UPDATE conversations SET
  asked_seq = expected.asked_seq, asked_at = expected.asked_at, answered_seq = expected.answered_seq,
  answered_at = expected.answered_at, person_count = expected.person_count
FROM openings_expected AS expected
WHERE expected.id = conversations.id AND EXISTS (SELECT 1 FROM messages WHERE conversation_id = conversations.id);
DELETE FROM tallies;
INSERT INTO tallies SELECT * FROM tallies_expected;

-- Which operator has put the checklist of the first steps away.
CREATE TABLE onboarding_dismissals (
  operator_id  INTEGER PRIMARY KEY REFERENCES operators (id) ON DELETE CASCADE,
  dismissed_at INTEGER NOT NULL
) STRICT;

-- Serve what needs somebody on Home. The first: open conversations that wait for a person, longest waiting first.
CREATE INDEX conversations_waiting ON conversations (user_id, ifnull(awaiting_reply_since, updated_at))
  WHERE inbox_state = 'open' AND type <> 'test'
    AND (needs_person = 1 OR awaiting_reply_since IS NOT NULL AND ai_mode <> 'auto');
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (user_id, updated_at)
  WHERE status IN ('dead', 'blocked');
CREATE INDEX documents_failed ON documents (knowledge_base_id) WHERE status = 'failed';
