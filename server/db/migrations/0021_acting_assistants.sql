-- The assistant that a conversation or call was transferred to, and the number of such transfers.
ALTER TABLE conversations ADD COLUMN acting_assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL;
ALTER TABLE conversations ADD COLUMN assistant_transfers INTEGER NOT NULL DEFAULT 0;
CREATE INDEX conversations_acting ON conversations (acting_assistant_id) WHERE acting_assistant_id IS NOT NULL;
ALTER TABLE calls ADD COLUMN acting_assistant_id INTEGER REFERENCES assistants (id) ON DELETE SET NULL;
ALTER TABLE calls ADD COLUMN assistant_transfers INTEGER NOT NULL DEFAULT 0;
CREATE INDEX calls_acting ON calls (acting_assistant_id) WHERE acting_assistant_id IS NOT NULL;
