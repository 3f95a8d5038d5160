-- Seconds by which an answer reaches the visitor later while an operator looks at its conversation.
ALTER TABLE assistants ADD COLUMN answer_delay REAL NOT NULL DEFAULT 0 CHECK (answer_delay BETWEEN 0 AND 5);
