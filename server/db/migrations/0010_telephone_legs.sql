-- A call at a phone provider: recorded before it is dialled, so that it is dialled once.
CREATE TABLE telephone_legs (
  call_id      INTEGER PRIMARY KEY REFERENCES calls (id) ON DELETE CASCADE,
  -- Unguessable part of the addresses that the provider calls, and its own id of the call once that is known.
  ref          TEXT    NOT NULL UNIQUE,
  sid          TEXT    UNIQUE,
  -- Longest time that it rings, seconds.
  ringing_time INTEGER NOT NULL CHECK (ringing_time > 0),
  begun_at     INTEGER NOT NULL
) STRICT;
