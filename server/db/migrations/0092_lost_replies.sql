-- Replies of which a part was not delivered, by text message or a messaging service: the conversation says so once, whichever part is lost, and when.
CREATE TABLE lost_replies (
  message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE
) STRICT;

-- Theirs has been said.
INSERT INTO lost_replies (message_id)
SELECT message_id FROM messenger_messages WHERE message_id IS NOT NULL AND status IN ('failed', 'undelivered')
UNION
SELECT message_id FROM sms_replies JOIN sms_messages ON sms_messages.id = sms_id WHERE status IN ('failed', 'undelivered');
