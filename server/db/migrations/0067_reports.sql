-- When the assistant's conversation first went to a person: the visitor needed one, or the dial was turned to Human.
ALTER TABLE conversations ADD COLUMN handed_over_at INTEGER;
-- The first message of a person, or the first draft that a person approved.
ALTER TABLE conversations ADD COLUMN person_at INTEGER;

-- A message of a person, as the reply targets see it.
CREATE VIEW person_messages (id, conversation_id, created_at) AS
SELECT id, conversation_id, created_at FROM messages
WHERE author = 'operator' OR author = 'assistant' AND epoch IS NOT NULL AND EXISTS (
  SELECT 1 FROM proposals WHERE message_id = messages.id AND status = 'sent'
);

UPDATE conversations SET person_at = (
  SELECT min(created_at) FROM person_messages WHERE conversation_id = conversations.id
)
WHERE person_count > 0 OR had_person = 1;

UPDATE conversations SET handed_over_at = (
  SELECT min(created_at) FROM conversation_activities
  WHERE conversation_id = conversations.id
    AND (kind = 'needs_person' OR kind = 'mode' AND json_extract(data, '$.mode') = 'human')
);

CREATE TRIGGER conversations_handed_over AFTER UPDATE OF needs_person, ai_mode ON conversations
WHEN old.handed_over_at IS NULL AND (
  new.needs_person = 1 AND old.needs_person = 0 OR new.ai_mode = 'human' AND old.ai_mode <> 'human'
) BEGIN
  UPDATE conversations SET handed_over_at = new.updated_at WHERE id = new.id;
END;

CREATE TRIGGER messages_first_of_person AFTER INSERT ON messages
WHEN new.author = 'operator' OR new.author = 'assistant' AND new.epoch IS NOT NULL AND (
  SELECT ai_mode FROM conversations WHERE id = new.conversation_id
) = 'approve' BEGIN
  UPDATE conversations SET person_at = new.created_at
  WHERE id = new.conversation_id AND (person_at IS NULL OR person_at > new.created_at);
END;

CREATE TRIGGER messages_first_of_person_deleted AFTER DELETE ON messages WHEN old.author <> 'visitor' BEGIN
  UPDATE conversations SET person_at = (
    SELECT min(created_at) FROM person_messages WHERE conversation_id = old.conversation_id
  )
  WHERE id = old.conversation_id AND person_at = old.created_at;
END;

-- The conversations of a period with everything that reports count, read from the index alone. None of these columns
-- changes with each message.
CREATE INDEX conversations_reported ON conversations (
  user_id, created_at, assistant_id, type, assignee_id, asked_at, answered_at, handed_over_at, person_at, had_person,
  ended_at, rating, replies_met, replies_missed
);
