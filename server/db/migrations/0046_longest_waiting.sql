-- Serves the inbox by longest waiting, and finding conversations that have waited for so long.
CREATE INDEX conversations_by_wait ON conversations (user_id, awaiting_reply_since, id)
  WHERE awaiting_reply_since IS NOT NULL;
