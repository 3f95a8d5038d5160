-- A merged contact stays a visitor of its own, with its conversations, tokens and addresses: `contact_id` is the contact it is
-- shown as at the desk. Null for one that is shown as itself.
ALTER TABLE visitors ADD COLUMN contact_id INTEGER REFERENCES visitors (id) ON DELETE SET NULL;

-- When one of those shown as this contact was seen last. Kept by triggers.
ALTER TABLE visitors ADD COLUMN parts_seen_at INTEGER;

ALTER TABLE visitors ADD COLUMN seen_at INTEGER GENERATED ALWAYS AS (max(last_seen_at, ifnull(parts_seen_at, 0))) VIRTUAL;

-- Details that the contact shows instead of its own, which a merge has chosen: JSON, of `name`, `email`, `phone` and `notes`. Null
-- if it shows its own. Kept by triggers; what a contact shows is for the desk only.
ALTER TABLE visitors ADD COLUMN shown TEXT;

ALTER TABLE visitors ADD COLUMN shown_name TEXT
  GENERATED ALWAYS AS (iif(json_type(shown, '$.name') IS NULL, name, shown ->> '$.name')) VIRTUAL;

ALTER TABLE visitors ADD COLUMN shown_email TEXT
  GENERATED ALWAYS AS (iif(json_type(shown, '$.email') IS NULL, email, shown ->> '$.email')) VIRTUAL;

ALTER TABLE visitors ADD COLUMN shown_phone TEXT
  GENERATED ALWAYS AS (iif(json_type(shown, '$.phone') IS NULL, phone, shown ->> '$.phone')) VIRTUAL;

ALTER TABLE visitors ADD COLUMN shown_notes TEXT
  GENERATED ALWAYS AS (iif(json_type(shown, '$.notes') IS NULL, notes, shown ->> '$.notes')) VIRTUAL;

-- Serves everything that is shown as a contact.
CREATE INDEX visitors_by_contact ON visitors (contact_id) WHERE contact_id IS NOT NULL;

-- Serve the list of contacts, in which a merged one is not.
DROP INDEX visitors_by_last_seen;
CREATE INDEX visitors_by_last_seen ON visitors (user_id, seen_at DESC, id DESC) WHERE contact_id IS NULL;
DROP INDEX visitors_by_name;
CREATE INDEX visitors_by_name ON visitors (user_id, (shown_name IS NULL), shown_name COLLATE NOCASE, id)
  WHERE contact_id IS NULL;

-- Serves finding likely duplicates by their address.
CREATE INDEX visitors_by_email ON visitors (user_id, email COLLATE NOCASE) WHERE email IS NOT NULL;

-- Serves a contact's timeline, latest activity first.
CREATE INDEX conversations_by_visitor_activity ON conversations (visitor_id, updated_at DESC, id DESC)
  WHERE visitor_id IS NOT NULL;

DROP TRIGGER visitors_counted;
CREATE TRIGGER visitors_counted AFTER INSERT ON visitors WHEN new.contact_id IS NULL BEGIN
  INSERT INTO contact_counts VALUES (new.user_id, 1) ON CONFLICT DO UPDATE SET total = total + 1;
END;

DROP TRIGGER visitors_uncounted;
CREATE TRIGGER visitors_uncounted AFTER DELETE ON visitors WHEN old.contact_id IS NULL BEGIN
  UPDATE contact_counts SET total = total - 1 WHERE user_id = old.user_id;
END;

CREATE TRIGGER visitors_merged AFTER UPDATE OF contact_id ON visitors
WHEN (old.contact_id IS NULL) <> (new.contact_id IS NULL) BEGIN
  UPDATE contact_counts SET total = total + iif(new.contact_id IS NULL, 1, -1) WHERE user_id = new.user_id;
END;

CREATE TRIGGER visitors_seen_as_contact AFTER UPDATE OF contact_id ON visitors BEGIN
  UPDATE visitors SET parts_seen_at = (SELECT max(last_seen_at) FROM visitors AS parts WHERE parts.contact_id = visitors.id)
  WHERE id IN (old.contact_id, new.contact_id);
END;

CREATE TRIGGER visitors_part_seen AFTER UPDATE OF last_seen_at ON visitors
WHEN new.contact_id IS NOT NULL AND new.last_seen_at <> old.last_seen_at BEGIN
  UPDATE visitors SET parts_seen_at = (SELECT max(last_seen_at) FROM visitors AS parts WHERE parts.contact_id = visitors.id)
  WHERE id = new.contact_id;
END;

CREATE TRIGGER visitors_part_deleted AFTER DELETE ON visitors WHEN old.contact_id IS NOT NULL BEGIN
  UPDATE visitors SET parts_seen_at = (SELECT max(last_seen_at) FROM visitors AS parts WHERE parts.contact_id = visitors.id)
  WHERE id = old.contact_id;
END;

-- Each merge that has not been undone.
CREATE TABLE contact_merges (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The contact that was merged, once at a time, and the one it was merged into then.
  visitor_id      INTEGER NOT NULL UNIQUE REFERENCES visitors (id) ON DELETE CASCADE,
  into_visitor_id INTEGER NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
  -- What the contact that stayed shows instead of its own details: JSON, as `visitors.shown`. The latest merge counts.
  details         TEXT NOT NULL CHECK (json_valid(details)),
  -- The operator who merged them.
  operator_id     INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  created_at      INTEGER NOT NULL,
  CHECK (visitor_id <> into_visitor_id)
) STRICT;

-- Serves what was merged into a contact.
CREATE INDEX contact_merges_into ON contact_merges (into_visitor_id, id);

-- Serves accounts without merges, which need not look for other numbers of a customer.
CREATE INDEX contact_merges_by_user ON contact_merges (user_id);

-- Serves forgetting an operator.
CREATE INDEX contact_merges_by_operator ON contact_merges (operator_id) WHERE operator_id IS NOT NULL;

CREATE TRIGGER contact_merges_shown AFTER INSERT ON contact_merges BEGIN
  UPDATE visitors SET shown = (
    SELECT nullif(json_group_object(key, value), '{}') FROM (
      SELECT key, value, max(contact_merges.id) FROM contact_merges, json_each(details)
      WHERE into_visitor_id = visitors.id GROUP BY key
    )
  ) WHERE id = new.into_visitor_id;
END;

CREATE TRIGGER contact_merges_shown_anew AFTER UPDATE OF details ON contact_merges BEGIN
  UPDATE visitors SET shown = (
    SELECT nullif(json_group_object(key, value), '{}') FROM (
      SELECT key, value, max(contact_merges.id) FROM contact_merges, json_each(details)
      WHERE into_visitor_id = visitors.id GROUP BY key
    )
  ) WHERE id = new.into_visitor_id;
END;

CREATE TRIGGER contact_merges_shown_no_more AFTER DELETE ON contact_merges BEGIN
  UPDATE visitors SET shown = (
    SELECT nullif(json_group_object(key, value), '{}') FROM (
      SELECT key, value, max(contact_merges.id) FROM contact_merges, json_each(details)
      WHERE into_visitor_id = visitors.id GROUP BY key
    )
  ) WHERE id = old.into_visitor_id;
END;

-- What has changed since a merge, its visitor or an operator knows better.
CREATE TRIGGER visitors_show_their_own AFTER UPDATE OF name, email, phone, notes ON visitors
WHEN new.shown IS NOT NULL
  AND (new.name, new.email, new.phone, new.notes) IS NOT (old.name, old.email, old.phone, old.notes) BEGIN
  UPDATE contact_merges SET details = json_remove(
    details,
    iif(new.name IS old.name, '$.none', '$.name'), iif(new.email IS old.email, '$.none', '$.email'),
    iif(new.phone IS old.phone, '$.none', '$.phone'), iif(new.notes IS old.notes, '$.none', '$.notes')
  ) WHERE into_visitor_id = new.id;
END;
