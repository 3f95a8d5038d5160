-- Leads on their way in, as calls are (0023): put here a slice at a time while their file is read, and added to the campaign
-- once all of it is here.
CREATE TABLE lead_imports (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id           INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  campaign_id       INTEGER NOT NULL REFERENCES campaigns (id) ON DELETE CASCADE,
  -- 1 if the campaign may have a number twice.
  may_repeat        INTEGER NOT NULL CHECK (may_repeat IN (0, 1)),
  -- What is not whole when the process ends was never accepted.
  is_whole          INTEGER NOT NULL DEFAULT 0 CHECK (is_whole IN (0, 1)),
  -- Leads added so far.
  added             INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE lead_import_slices (
  import_id INTEGER NOT NULL REFERENCES lead_imports (id) ON DELETE CASCADE,
  place     INTEGER NOT NULL CHECK (place >= 0),
  -- A JSON array of leads with their contacts.
  leads     TEXT NOT NULL CHECK (json_valid(leads)),
  PRIMARY KEY (import_id, place)
) STRICT;
