-- Web push: the key that identifies this server to push services, and browsers that get notifications.

CREATE TABLE push_keys (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  public_key  TEXT NOT NULL,
  -- As the vault gives it.
  private_key TEXT NOT NULL
) STRICT;

-- One for each session: it goes with it.
CREATE TABLE push_subscriptions (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id  INTEGER NOT NULL UNIQUE REFERENCES sessions (id) ON DELETE CASCADE,
  user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  -- Address at the push service.
  endpoint    TEXT NOT NULL,
  -- The browser's keys, base64url.
  p256dh      TEXT NOT NULL,
  auth        TEXT NOT NULL,
  -- Whether names and texts are sent, too.
  shows_text  INTEGER NOT NULL CHECK (shows_text IN (0, 1)),
  language    TEXT NOT NULL,
  created_at  INTEGER NOT NULL
) STRICT;

-- Serves the erasure of an account or an operator, and the trigger below.
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, operator_id);
CREATE INDEX push_subscriptions_by_operator ON push_subscriptions (operator_id);

-- Queued by the database, so that no code path can forget it. The job waits for a tab of the same browser that is reloading.
CREATE TRIGGER notifications_push AFTER INSERT ON notifications BEGIN
  INSERT INTO jobs (kind, payload, lane, run_at, created_at)
  SELECT 'push.send', json_object('subscription_id', id, 'notification_id', new.id), 'push:' || id,
    new.created_at + 5000, new.created_at
  FROM push_subscriptions
  WHERE user_id = new.user_id AND (new.operator_id IS NULL OR operator_id = new.operator_id);
END;
