-- The basis of an answer: a JSON object, shown in the desk only.
CREATE TABLE answer_explanations (
  message_id  INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  explanation TEXT NOT NULL CHECK (json_valid(explanation))
) STRICT;
