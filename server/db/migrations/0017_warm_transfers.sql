-- A warm transfer: the second call of a phone call, to the person who should take it.
CREATE TABLE call_transfers (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id     INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  leg_id      INTEGER NOT NULL UNIQUE REFERENCES calls (id) ON DELETE CASCADE,
  -- Unguessable name of the conference that both are put in.
  conference  TEXT    NOT NULL UNIQUE,
  -- Said to whoever takes the second call.
  briefing    TEXT    NOT NULL,
  -- They have pressed the key; and since when nothing more is to come of it.
  accepted_at INTEGER,
  ended_at    INTEGER
) STRICT;

CREATE INDEX call_transfers_by_call ON call_transfers (call_id);
