-- What a call began with: the assistant's variables and those of whoever placed it, for prompts and webhooks.
ALTER TABLE calls ADD COLUMN input_variables TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(input_variables));
-- Micro-dollars for each started minute and the longest the call may last in seconds, as they were when it was placed:
-- what money was set aside for.
ALTER TABLE calls ADD COLUMN minute_price INTEGER NOT NULL DEFAULT 0 CHECK (minute_price >= 0);
ALTER TABLE calls ADD COLUMN max_duration INTEGER NOT NULL DEFAULT 0 CHECK (max_duration >= 0);
-- Turns written down so far: a line may tell the same turn twice, and only the next one is taken.
ALTER TABLE calls ADD COLUMN turn_count INTEGER NOT NULL DEFAULT 0 CHECK (turn_count >= 0);

-- Who said what in a call, in order.
CREATE TABLE call_turns (
  call_id INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  turn    INTEGER NOT NULL,
  -- Within a turn the customer comes before the assistant.
  place   INTEGER NOT NULL CHECK (place IN (0, 1)),
  speaker TEXT NOT NULL CHECK (speaker IN ('assistant', 'customer')),
  content TEXT NOT NULL,
  PRIMARY KEY (call_id, turn, place)
) STRICT, WITHOUT ROWID;
