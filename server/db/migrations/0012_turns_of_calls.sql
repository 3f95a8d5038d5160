-- A turn may be by an operator who has taken the call, with their name at the time; and it has its timings: from the
-- customer's last sound until their words were known, until the assistant's first word, and until its sound.
CREATE TABLE call_turns_anew (
  call_id     INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  turn        INTEGER NOT NULL,
  -- Within a turn the customer comes before the assistant.
  place       INTEGER NOT NULL CHECK (place IN (0, 1)),
  speaker     TEXT NOT NULL CHECK (speaker IN ('assistant', 'customer', 'operator')),
  name        TEXT,
  content     TEXT NOT NULL,
  -- When something was said, and where in the recording that is, ms from its beginning.
  spoken_at   INTEGER,
  recorded_at INTEGER,
  heard_ms    INTEGER,
  thought_ms  INTEGER,
  sound_ms    INTEGER,
  PRIMARY KEY (call_id, turn, place)
) STRICT, WITHOUT ROWID;

INSERT INTO call_turns_anew (call_id, turn, place, speaker, content, spoken_at, recorded_at)
  SELECT call_id, turn, place, speaker, content, spoken_at, recorded_at FROM call_turns;

DROP TABLE call_turns;

ALTER TABLE call_turns_anew RENAME TO call_turns;
