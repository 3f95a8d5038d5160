-- Visitors who need a person wait until one replies: what the assistant says meanwhile does not end the wait.
DROP TRIGGER messages_answer;
CREATE TRIGGER messages_answer AFTER INSERT ON messages WHEN new.author = 'assistant' BEGIN
  UPDATE conversations SET awaiting_reply_since = NULL
  WHERE id = new.conversation_id AND awaiting_reply_since IS NOT NULL AND needs_person = 0;
END;

DROP TRIGGER messages_resume;
CREATE TRIGGER messages_resume AFTER UPDATE OF status ON messages
WHEN old.status <> 'streaming' AND new.status = 'streaming' BEGIN
  INSERT INTO search_remove VALUES ('message', old.id, old.content);
  UPDATE conversations SET awaiting_reply_since = NULL
  WHERE id = new.conversation_id AND awaiting_reply_since IS NOT NULL AND needs_person = 0;
END;

-- The wait starts with the message that could not be answered.
CREATE TRIGGER conversations_await_person AFTER UPDATE OF needs_person ON conversations
WHEN new.needs_person = 1 AND old.needs_person = 0 AND new.awaiting_reply_since IS NULL BEGIN
  UPDATE conversations SET awaiting_reply_since = ifnull(
    (SELECT created_at FROM messages WHERE conversation_id = new.id AND author = 'visitor' ORDER BY seq DESC LIMIT 1),
    new.updated_at
  ) WHERE id = new.id;
END;

UPDATE conversations SET awaiting_reply_since = updated_at
WHERE needs_person = 1 AND awaiting_reply_since IS NULL AND ended_at IS NULL;
