-- A web call takes place in a conversation, and is deleted with it.
ALTER TABLE calls ADD COLUMN conversation_id INTEGER REFERENCES conversations (id) ON DELETE CASCADE;

CREATE INDEX calls_by_conversation ON calls (conversation_id) WHERE conversation_id IS NOT NULL;

-- Serves the start, which ends web calls cut off by a crash.
CREATE INDEX calls_in_progress ON calls (provider) WHERE status = 'in-progress';
