-- Questions with the answers that people wrote. Those of a base are the passages of one document of the type `answers`.
CREATE TABLE knowledge_entries (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  document_id     INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  question        TEXT NOT NULL CHECK (question <> ''),
  answer          TEXT NOT NULL CHECK (answer <> ''),
  -- The message that it was made from; null without one, and once the conversation is erased.
  conversation_id INTEGER REFERENCES conversations (id) ON DELETE SET NULL,
  message_seq     INTEGER,
  created_at      INTEGER NOT NULL,
  updated_at      INTEGER NOT NULL
) STRICT;

-- Serves the list, newest first.
CREATE INDEX knowledge_entries_by_user ON knowledge_entries (user_id, id);

-- Serves the list of one base, and the deletion of a document.
CREATE INDEX knowledge_entries_by_document ON knowledge_entries (document_id, id);

-- Serves the erasure of a conversation.
CREATE INDEX knowledge_entries_by_conversation ON knowledge_entries (conversation_id) WHERE conversation_id IS NOT NULL;

-- A base has one document of entries.
CREATE UNIQUE INDEX documents_of_answers ON documents (knowledge_base_id) WHERE type = 'answers';

-- The entry that a passage is from.
ALTER TABLE chunks ADD COLUMN entry_id INTEGER;

-- Serves replacing the passages of an entry.
CREATE INDEX chunks_by_entry ON chunks (entry_id) WHERE entry_id IS NOT NULL;
