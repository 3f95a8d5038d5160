-- The basis of an answer on a call: a JSON object, shown in the desk only.
CREATE TABLE call_explanations (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id     INTEGER NOT NULL,
  turn        INTEGER NOT NULL,
  place       INTEGER NOT NULL,
  explanation TEXT NOT NULL CHECK (json_valid(explanation)),
  UNIQUE (call_id, turn, place),
  FOREIGN KEY (call_id, turn, place) REFERENCES call_turns (call_id, turn, place) ON DELETE CASCADE
) STRICT;
