-- Calls being imported from another system. All of them are stored here first; once complete they become calls of the
-- account slice by slice, and a process that dies in between leaves the rest to the next one.
CREATE TABLE call_imports (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id  INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Calls of the whole import.
  count    INTEGER NOT NULL CHECK (count > 0),
  -- What is not whole when the process ends was never accepted.
  is_whole INTEGER NOT NULL DEFAULT 0 CHECK (is_whole IN (0, 1))
) STRICT;

CREATE TABLE call_import_slices (
  import_id INTEGER NOT NULL REFERENCES call_imports (id),
  place     INTEGER NOT NULL CHECK (place >= 0),
  -- A JSON array of calls as they will be stored.
  calls     TEXT NOT NULL CHECK (json_valid(calls)),
  PRIMARY KEY (import_id, place)
) STRICT;

-- Nothing writes so many rows of one account in one commit any more that its marks would have to be rebuilt.
DROP TRIGGER list_change_now;

CREATE TRIGGER list_change_now INSTEAD OF INSERT ON list_change BEGIN
  UPDATE list_stretches SET before = before + new.by
  WHERE user_id = new.user_id AND list = new.list AND (at, row_id) > (new.at, new.row_id);

  UPDATE list_marks SET before = before + new.by
  WHERE user_id = new.user_id AND list = new.list AND (at, row_id) > (new.at, new.row_id) AND (at, row_id) < (
    SELECT at, row_id FROM list_stretches
    WHERE user_id = new.user_id AND list = new.list AND (at, row_id) > (new.at, new.row_id)
    ORDER BY at, row_id LIMIT 1
  );

  DELETE FROM list_marks
  WHERE new.by < 0 AND user_id = new.user_id AND list = new.list AND at = new.at AND row_id = new.row_id;

  INSERT INTO list_mark
  SELECT new.kind, new.list, new.user_id, new.at, new.row_id,
    new.assistant_id, new.type, new.status, new.campaign_id, new.digits,
    ifnull((
      SELECT at FROM list_marks
      WHERE user_id = new.user_id AND list = new.list AND (at, row_id) < (new.at, new.row_id)
      ORDER BY at DESC, row_id DESC LIMIT 1
    ), -8640000000000000),
    ifnull((
      SELECT row_id FROM list_marks
      WHERE user_id = new.user_id AND list = new.list AND (at, row_id) < (new.at, new.row_id)
      ORDER BY at DESC, row_id DESC LIMIT 1
    ), 0)
  WHERE new.by >= 0 AND (new.row_id * 2654435769 & 4294967295) < 33554432;
END;

DROP TABLE list_pauses;
