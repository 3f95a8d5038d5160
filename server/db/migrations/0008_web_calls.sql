-- A web call is spoken in a conversation, and goes with it.
ALTER TABLE calls ADD COLUMN conversation_id INTEGER REFERENCES conversations (id) ON DELETE CASCADE;

CREATE INDEX calls_by_conversation ON calls (conversation_id) WHERE conversation_id IS NOT NULL;

-- Serves the start, which ends the web calls that a crash has cut off.
CREATE INDEX calls_in_progress ON calls (provider) WHERE status = 'in-progress';
