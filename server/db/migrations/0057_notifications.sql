-- What operators should know about, written in the commit of its cause. One row for a person, or one for everyone at the desk
-- (`desk`) or everyone who manages the account (`managers`), however many they are.
CREATE TABLE notifications (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind            TEXT NOT NULL CHECK (kind <> ''),
  audience        TEXT NOT NULL CHECK (audience IN ('person', 'desk', 'managers')),
  operator_id     INTEGER REFERENCES operators (id) ON DELETE CASCADE,
  -- The operator who caused it.
  by_operator_id  INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  -- What it is about; it is deleted along with that.
  conversation_id INTEGER REFERENCES conversations (id) ON DELETE CASCADE,
  note_id         INTEGER REFERENCES notes (id) ON DELETE CASCADE,
  notice_id       INTEGER REFERENCES notices (id) ON DELETE CASCADE,
  -- Why, the rule that did it, the reason of a failure.
  data            TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  -- 1 once there is nothing left to do: it counts as read for everyone.
  is_settled      INTEGER NOT NULL DEFAULT 0 CHECK (is_settled IN (0, 1)),
  created_at      INTEGER NOT NULL,
  CHECK ((audience = 'person') = (operator_id IS NOT NULL))
) STRICT;

-- Serve the list and the unread count: of a person, and of everyone.
CREATE INDEX notifications_of_operator ON notifications (operator_id, id) WHERE operator_id IS NOT NULL;
CREATE INDEX notifications_of_audience ON notifications (user_id, audience, id) WHERE operator_id IS NULL;
CREATE INDEX notifications_open ON notifications (user_id, audience, id) WHERE operator_id IS NULL AND is_settled = 0;

-- A note names a person once, however often it is edited. Serves the deletion of a note, too.
CREATE UNIQUE INDEX notifications_of_note ON notifications (note_id, operator_id) WHERE note_id IS NOT NULL;

-- Serve the deletion of a conversation and of a notice, what is known of a conversation, and forgetting old ones.
CREATE INDEX notifications_by_conversation ON notifications (conversation_id) WHERE conversation_id IS NOT NULL;
CREATE INDEX notifications_by_notice ON notifications (notice_id) WHERE notice_id IS NOT NULL;
CREATE INDEX notifications_by_age ON notifications (created_at);

-- Somebody has answered, or taken over: nobody has to look any more.
CREATE TRIGGER notifications_settled AFTER UPDATE OF needs_person ON conversations
WHEN old.needs_person = 1 AND new.needs_person = 0 BEGIN
  UPDATE notifications SET is_settled = 1
  WHERE conversation_id = new.id AND kind = 'needs_person' AND is_settled = 0;
END;

-- Those that an operator has read after the position up to which everything is read.
CREATE TABLE notification_reads (
  operator_id     INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  notification_id INTEGER NOT NULL REFERENCES notifications (id) ON DELETE CASCADE,
  PRIMARY KEY (operator_id, notification_id)
) STRICT, WITHOUT ROWID;

-- Serves the deletion of notifications.
CREATE INDEX notification_reads_by_notification ON notification_reads (notification_id);

-- How an operator is notified, and the last notification up to which all are read.
CREATE TABLE notification_settings (
  operator_id INTEGER PRIMARY KEY REFERENCES operators (id) ON DELETE CASCADE,
  read_up_to  INTEGER NOT NULL DEFAULT 0,
  settings    TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings))
) STRICT;
