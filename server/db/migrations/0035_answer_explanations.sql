-- What an answer was made from: a JSON object, read at the desk only.
CREATE TABLE answer_explanations (
  message_id  INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  explanation TEXT NOT NULL CHECK (json_valid(explanation))
) STRICT;
