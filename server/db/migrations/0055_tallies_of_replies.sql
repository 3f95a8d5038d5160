-- Each measured wait's contribution to the tallies, at its start.
CREATE VIEW reply_parts (clock_id, conversation_id, user_id, assistant_id, measure, at, value) AS
SELECT reply_clocks.id, conversation_id, reply_clocks.user_id, conversations.assistant_id,
  'reply_' || kind || '.' || outcome, since, 1
FROM reply_clocks JOIN conversations ON conversations.id = conversation_id WHERE outcome IS NOT NULL;

CREATE TRIGGER reply_clocks_tally AFTER UPDATE OF outcome ON reply_clocks
WHEN new.outcome IS NOT NULL AND old.outcome IS NULL BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, value FROM reply_parts WHERE clock_id = new.id;
END;

-- Before the deletion, because the clocks are deleted with their conversation.
CREATE TRIGGER conversations_reply_tally_delete BEFORE DELETE ON conversations BEGIN
  INSERT INTO tally SELECT user_id, assistant_id, measure, at, 0 - value FROM reply_parts WHERE conversation_id = old.id;
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
  SELECT user_id, assistant_id, measure, at, value FROM reply_parts
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
