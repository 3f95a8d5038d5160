-- Lists that know their length and find their n-th row at once, however long they are (docs/decisions/008).
--
-- A list is what one account and one index with certain values select: `calls_by_assistant_status 3 completed`. One row
-- in 128, chosen by its id, is a mark of every list it is in. A mark knows how many rows of that list are older than it,
-- so a total is a mark and a few steps of the list's index, and so is the start of any page. Any mark may be missing,
-- none may be wrong.

-- Indexes of the lists, newest first. Those of conversations are in 0001.
CREATE INDEX calls_by_user ON calls (user_id, created_at DESC, id DESC);
CREATE INDEX calls_by_assistant ON calls (user_id, assistant_id, created_at DESC, id DESC);
CREATE INDEX calls_by_type ON calls (user_id, type, created_at DESC, id DESC);
CREATE INDEX calls_by_status ON calls (user_id, status, created_at DESC, id DESC);
CREATE INDEX calls_by_assistant_type ON calls (user_id, assistant_id, type, created_at DESC, id DESC);
CREATE INDEX calls_by_assistant_status ON calls (user_id, assistant_id, status, created_at DESC, id DESC);
CREATE INDEX calls_by_type_status ON calls (user_id, type, status, created_at DESC, id DESC);
CREATE INDEX calls_by_assistant_type_status
  ON calls (user_id, assistant_id, type, status, created_at DESC, id DESC);
-- With what the rarer filters beside a campaign compare, so that they need not look into the rows.
CREATE INDEX calls_by_campaign ON calls (user_id, campaign_id, created_at DESC, id DESC, assistant_id, type)
  WHERE campaign_id IS NOT NULL;
CREATE INDEX calls_by_campaign_status ON calls (user_id, campaign_id, status, created_at DESC, id DESC)
  WHERE campaign_id IS NOT NULL;
CREATE INDEX calls_by_number ON calls (user_id, client_digits, created_at DESC, id DESC)
  WHERE client_digits IS NOT NULL;

-- The digits of the recipient's number: what the filter compares.
ALTER TABLE sms_messages ADD COLUMN to_digits TEXT GENERATED ALWAYS AS (
  replace(replace(replace(replace(replace(replace(replace(
    to_number, '+', ''), ' ', ''), '-', ''), '.', ''), '/', ''), '(', ''), ')', '')
) VIRTUAL;
CREATE INDEX sms_messages_by_user ON sms_messages (user_id, created_at DESC, id DESC);
CREATE INDEX sms_messages_by_status ON sms_messages (user_id, status, created_at DESC, id DESC);
CREATE INDEX sms_messages_by_number ON sms_messages (user_id, to_digits, created_at DESC, id DESC);

-- `before` counts the rows of the list that are older, from the start of the mark's stretch.
CREATE TABLE list_marks (
  user_id INTEGER NOT NULL,
  list    TEXT NOT NULL,
  -- The row's created_at and id: its place in the list.
  at      INTEGER NOT NULL,
  row_id  INTEGER NOT NULL,
  before  INTEGER NOT NULL,
  PRIMARY KEY (user_id, list, at, row_id)
) STRICT, WITHOUT ROWID;

-- One mark in 64 begins a stretch, so that a row that comes or goes in the middle moves the marks of its own stretch and
-- the newer stretches, not every newer mark. `before` counts from the list's beginning. Each list has a stretch that
-- begins before every row and one that begins after every row.
CREATE TABLE list_stretches (
  user_id INTEGER NOT NULL,
  list    TEXT NOT NULL,
  at      INTEGER NOT NULL,
  row_id  INTEGER NOT NULL,
  before  INTEGER NOT NULL,
  PRIMARY KEY (user_id, list, at, row_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX list_stretches_by_before ON list_stretches (user_id, list, before);

-- Accounts whose lists get no marks because they will be rebuilt (server/db/list-marks.ts).
CREATE TABLE list_pauses (user_id INTEGER PRIMARY KEY) STRICT;

-- The views below hold nothing: inserting into one does what its trigger says.

-- A row came to a list (`by` 1), went (-1) or is there without a mark (0): newer marks move, its own mark goes or comes.
CREATE VIEW list_change (
  by, kind, list, user_id, at, row_id, assistant_id, type, status, campaign_id, digits
) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

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
  WHERE new.by >= 0 AND (new.row_id * 2654435769 & 4294967295) < 33554432
    AND NOT EXISTS (SELECT 1 FROM list_pauses WHERE user_id = new.user_id);
END;

-- A row becomes a mark; the mark before it is at `from_at` and `from_id`.
CREATE VIEW list_mark (
  kind, list, user_id, at, row_id, assistant_id, type, status, campaign_id, digits, from_at, from_id
) AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

CREATE TRIGGER list_mark_now INSTEAD OF INSERT ON list_mark BEGIN
  -- The list's first mark: what every list with marks has.
  INSERT INTO list_marks (user_id, list, at, row_id, before)
  SELECT new.user_id, new.list, -8640000000000000, 0, 0
  WHERE NOT EXISTS (SELECT 1 FROM list_stretches WHERE user_id = new.user_id AND list = new.list);

  INSERT INTO list_marks (user_id, list, at, row_id, before) VALUES (
    new.user_id, new.list, new.at, new.row_id, (
      SELECT before FROM list_marks
      WHERE user_id = new.user_id AND list = new.list AND at = new.from_at AND row_id = new.from_id
    ) + CASE new.kind
      WHEN 'conversations_by_user' THEN (
        SELECT count(*) FROM conversations
        WHERE user_id = new.user_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'conversations_by_type' THEN (
        SELECT count(*) FROM conversations
        WHERE user_id = new.user_id AND type = new.type
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'conversations_by_assistant' THEN (
        SELECT count(*) FROM conversations
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'conversations_by_assistant_type' THEN (
        SELECT count(*) FROM conversations
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id AND type = new.type
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_user' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_assistant' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_type' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND type = new.type
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_assistant_type' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id AND type = new.type
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_assistant_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_type_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND type = new.type AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_assistant_type_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND assistant_id = new.assistant_id AND type = new.type AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_campaign' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND campaign_id = new.campaign_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_campaign_status' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND campaign_id = new.campaign_id AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'calls_by_number' THEN (
        SELECT count(*) FROM calls
        WHERE user_id = new.user_id AND client_digits = new.digits
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'sms_messages_by_user' THEN (
        SELECT count(*) FROM sms_messages
        WHERE user_id = new.user_id
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'sms_messages_by_status' THEN (
        SELECT count(*) FROM sms_messages
        WHERE user_id = new.user_id AND status = new.status
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
      WHEN 'sms_messages_by_number' THEN (
        SELECT count(*) FROM sms_messages
        WHERE user_id = new.user_id AND to_digits = new.digits
          AND (created_at, id) < (new.at, new.row_id) AND (created_at, id) >= (new.from_at, new.from_id)
      )
    END
  );
END;

CREATE TRIGGER list_marks_first AFTER INSERT ON list_marks WHEN new.row_id = 0 BEGIN
  INSERT INTO list_stretches (user_id, list, at, row_id, before) VALUES
    (new.user_id, new.list, -8640000000000000, 0, 0),
    (new.user_id, new.list, 8640000000000000, 0, 9007199254740991);
END;

CREATE TRIGGER list_marks_begin_stretch AFTER INSERT ON list_marks
WHEN new.row_id <> 0 AND (new.row_id * 2654435769 & 4294967295) < 524288 BEGIN
  INSERT INTO list_stretches (user_id, list, at, row_id, before) VALUES (
    new.user_id, new.list, new.at, new.row_id, new.before + (
      SELECT before FROM list_stretches
      WHERE user_id = new.user_id AND list = new.list AND (at, row_id) < (new.at, new.row_id)
      ORDER BY at DESC, row_id DESC LIMIT 1
    )
  );

  UPDATE list_marks SET before = before - new.before
  WHERE user_id = new.user_id AND list = new.list AND (at, row_id) >= (new.at, new.row_id) AND (at, row_id) < (
    SELECT at, row_id FROM list_stretches
    WHERE user_id = new.user_id AND list = new.list AND (at, row_id) > (new.at, new.row_id)
    ORDER BY at, row_id LIMIT 1
  );
END;

CREATE TRIGGER list_marks_end_stretch BEFORE DELETE ON list_marks WHEN old.row_id <> 0 AND EXISTS (
  SELECT 1 FROM list_stretches
  WHERE user_id = old.user_id AND list = old.list AND at = old.at AND row_id = old.row_id
) BEGIN
  UPDATE list_marks SET before = before + (
    SELECT before FROM list_stretches
    WHERE user_id = old.user_id AND list = old.list AND at = old.at AND row_id = old.row_id
  ) - (
    SELECT before FROM list_stretches
    WHERE user_id = old.user_id AND list = old.list AND (at, row_id) < (old.at, old.row_id)
    ORDER BY at DESC, row_id DESC LIMIT 1
  )
  WHERE user_id = old.user_id AND list = old.list AND (at, row_id) > (old.at, old.row_id) AND (at, row_id) < (
    SELECT at, row_id FROM list_stretches
    WHERE user_id = old.user_id AND list = old.list AND (at, row_id) > (old.at, old.row_id)
    ORDER BY at, row_id LIMIT 1
  );

  DELETE FROM list_stretches
  WHERE user_id = old.user_id AND list = old.list AND at = old.at AND row_id = old.row_id;
END;

-- Conversations. Most rows come at the newest end and are no mark: then there is nothing to do.
CREATE VIEW conversations_change (by, user_id, at, row_id, type, assistant_id)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

CREATE TRIGGER conversations_change_now INSTEAD OF INSERT ON conversations_change BEGIN
  INSERT INTO list_change (by, user_id, at, row_id, type, assistant_id, kind, list)
  SELECT new.by, new.user_id, new.at, new.row_id, new.type, new.assistant_id, kind, kind || value FROM (
    SELECT 'conversations_by_user' AS kind, '' AS value
    UNION ALL SELECT 'conversations_by_type', ' ' || new.type
    UNION ALL SELECT 'conversations_by_assistant', ' ' || new.assistant_id
    UNION ALL SELECT 'conversations_by_assistant_type', ' ' || new.assistant_id || ' ' || new.type
  ) WHERE value IS NOT NULL;
END;

CREATE TRIGGER conversations_listed AFTER INSERT ON conversations
WHEN (new.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = new.user_id AND list = 'conversations_by_user' AND (at, row_id) > (new.created_at, new.id)
) BEGIN
  INSERT INTO conversations_change VALUES (1, new.user_id, new.created_at, new.id, new.type, new.assistant_id);
END;

CREATE TRIGGER conversations_unlisted AFTER DELETE ON conversations
WHEN (old.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = old.user_id AND list = 'conversations_by_user' AND (at, row_id) > (old.created_at, old.id)
) BEGIN
  INSERT INTO conversations_change VALUES (-1, old.user_id, old.created_at, old.id, old.type, old.assistant_id);
END;

CREATE TRIGGER conversations_relisted AFTER UPDATE OF user_id, created_at, id, type, assistant_id ON conversations
WHEN (
  (old.user_id, old.created_at, old.id, old.type, old.assistant_id)
    IS NOT (new.user_id, new.created_at, new.id, new.type, new.assistant_id)
) AND (
  (old.id * 2654435769 & 4294967295) < 33554432 OR (new.id * 2654435769 & 4294967295) < 33554432
  OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = old.user_id AND list = 'conversations_by_user' AND (at, row_id) > (old.created_at, old.id)
  ) OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = new.user_id AND list = 'conversations_by_user' AND (at, row_id) > (new.created_at, new.id)
  )
) BEGIN
  INSERT INTO conversations_change VALUES
    (-1, old.user_id, old.created_at, old.id, old.type, old.assistant_id),
    (1, new.user_id, new.created_at, new.id, new.type, new.assistant_id);
END;

-- Calls, the same way.
CREATE VIEW calls_change (by, user_id, at, row_id, assistant_id, type, status, campaign_id, digits)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

CREATE TRIGGER calls_change_now INSTEAD OF INSERT ON calls_change BEGIN
  INSERT INTO list_change (by, user_id, at, row_id, assistant_id, type, status, campaign_id, digits, kind, list)
  SELECT new.by, new.user_id, new.at, new.row_id, new.assistant_id, new.type, new.status, new.campaign_id, new.digits,
    kind, kind || value FROM (
    SELECT 'calls_by_user' AS kind, '' AS value
    UNION ALL SELECT 'calls_by_assistant', ' ' || new.assistant_id
    UNION ALL SELECT 'calls_by_type', ' ' || new.type
    UNION ALL SELECT 'calls_by_status', ' ' || new.status
    UNION ALL SELECT 'calls_by_assistant_type', ' ' || new.assistant_id || ' ' || new.type
    UNION ALL SELECT 'calls_by_assistant_status', ' ' || new.assistant_id || ' ' || new.status
    UNION ALL SELECT 'calls_by_type_status', ' ' || new.type || ' ' || new.status
    UNION ALL SELECT 'calls_by_assistant_type_status', ' ' || new.assistant_id || ' ' || new.type || ' ' || new.status
    UNION ALL SELECT 'calls_by_campaign', ' ' || new.campaign_id
    UNION ALL SELECT 'calls_by_campaign_status', ' ' || new.campaign_id || ' ' || new.status
    UNION ALL SELECT 'calls_by_number', ' ' || new.digits
  ) WHERE value IS NOT NULL;
END;

CREATE TRIGGER calls_listed AFTER INSERT ON calls
WHEN (new.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = new.user_id AND list = 'calls_by_user' AND (at, row_id) > (new.created_at, new.id)
) BEGIN
  INSERT INTO calls_change VALUES (1, new.user_id, new.created_at, new.id, new.assistant_id, new.type, new.status,
    new.campaign_id, new.client_digits);
END;

CREATE TRIGGER calls_unlisted AFTER DELETE ON calls
WHEN (old.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = old.user_id AND list = 'calls_by_user' AND (at, row_id) > (old.created_at, old.id)
) BEGIN
  INSERT INTO calls_change VALUES (-1, old.user_id, old.created_at, old.id, old.assistant_id, old.type, old.status,
    old.campaign_id, old.client_digits);
END;

CREATE TRIGGER calls_relisted AFTER UPDATE OF user_id, created_at, id, assistant_id, type, status, campaign_id,
  client_digits ON calls
WHEN (
  (old.user_id, old.created_at, old.id, old.assistant_id, old.type, old.status, old.campaign_id, old.client_digits)
    IS NOT (new.user_id, new.created_at, new.id, new.assistant_id, new.type, new.status, new.campaign_id,
    new.client_digits)
) AND (
  (old.id * 2654435769 & 4294967295) < 33554432 OR (new.id * 2654435769 & 4294967295) < 33554432
  OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = old.user_id AND list = 'calls_by_user' AND (at, row_id) > (old.created_at, old.id)
  ) OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = new.user_id AND list = 'calls_by_user' AND (at, row_id) > (new.created_at, new.id)
  )
) BEGIN
  INSERT INTO calls_change VALUES
    (-1, old.user_id, old.created_at, old.id, old.assistant_id, old.type, old.status, old.campaign_id,
      old.client_digits),
    (1, new.user_id, new.created_at, new.id, new.assistant_id, new.type, new.status, new.campaign_id,
      new.client_digits);
END;

-- Text messages, the same way.
CREATE VIEW sms_messages_change (by, user_id, at, row_id, status, digits)
AS SELECT NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

CREATE TRIGGER sms_messages_change_now INSTEAD OF INSERT ON sms_messages_change BEGIN
  INSERT INTO list_change (by, user_id, at, row_id, status, digits, kind, list)
  SELECT new.by, new.user_id, new.at, new.row_id, new.status, new.digits, kind, kind || value FROM (
    SELECT 'sms_messages_by_user' AS kind, '' AS value
    UNION ALL SELECT 'sms_messages_by_status', ' ' || new.status
    UNION ALL SELECT 'sms_messages_by_number', ' ' || new.digits
  ) WHERE value IS NOT NULL;
END;

CREATE TRIGGER sms_messages_listed AFTER INSERT ON sms_messages
WHEN (new.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = new.user_id AND list = 'sms_messages_by_user' AND (at, row_id) > (new.created_at, new.id)
) BEGIN
  INSERT INTO sms_messages_change VALUES (1, new.user_id, new.created_at, new.id, new.status, new.to_digits);
END;

CREATE TRIGGER sms_messages_unlisted AFTER DELETE ON sms_messages
WHEN (old.id * 2654435769 & 4294967295) < 33554432 OR EXISTS (
  SELECT 1 FROM list_marks
  WHERE user_id = old.user_id AND list = 'sms_messages_by_user' AND (at, row_id) > (old.created_at, old.id)
) BEGIN
  INSERT INTO sms_messages_change VALUES (-1, old.user_id, old.created_at, old.id, old.status, old.to_digits);
END;

CREATE TRIGGER sms_messages_relisted AFTER UPDATE OF user_id, created_at, id, status, to_number ON sms_messages
WHEN (
  (old.user_id, old.created_at, old.id, old.status, old.to_digits)
    IS NOT (new.user_id, new.created_at, new.id, new.status, new.to_digits)
) AND (
  (old.id * 2654435769 & 4294967295) < 33554432 OR (new.id * 2654435769 & 4294967295) < 33554432
  OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = old.user_id AND list = 'sms_messages_by_user' AND (at, row_id) > (old.created_at, old.id)
  ) OR EXISTS (
    SELECT 1 FROM list_marks
    WHERE user_id = new.user_id AND list = 'sms_messages_by_user' AND (at, row_id) > (new.created_at, new.id)
  )
) BEGIN
  INSERT INTO sms_messages_change VALUES
    (-1, old.user_id, old.created_at, old.id, old.status, old.to_digits),
    (1, new.user_id, new.created_at, new.id, new.status, new.to_digits);
END;

-- The rows that are there already.
INSERT INTO conversations_change
SELECT 0, user_id, created_at, id, type, assistant_id FROM conversations
WHERE (id * 2654435769 & 4294967295) < 33554432 ORDER BY created_at, id;
INSERT INTO calls_change
SELECT 0, user_id, created_at, id, assistant_id, type, status, campaign_id, client_digits FROM calls
WHERE (id * 2654435769 & 4294967295) < 33554432 ORDER BY created_at, id;
INSERT INTO sms_messages_change
SELECT 0, user_id, created_at, id, status, to_digits FROM sms_messages
WHERE (id * 2654435769 & 4294967295) < 33554432 ORDER BY created_at, id;
