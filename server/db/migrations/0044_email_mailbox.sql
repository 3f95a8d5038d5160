-- The mailbox that email is fetched from, and how far it has been read.
CREATE TABLE email_mailbox (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  host         TEXT NOT NULL,
  port         INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
  security     TEXT NOT NULL CHECK (security IN ('tls', 'starttls', 'none')),
  username     TEXT NOT NULL,
  -- As the vault gives it.
  password     TEXT NOT NULL,
  -- The server's numbering of messages, and the last one that was read; null before the first connection.
  uid_validity TEXT,
  last_uid     INTEGER NOT NULL DEFAULT 0,
  -- When everything had been read last; null before the first time.
  checked_at   INTEGER,
  -- Since when it cannot be read, and why (a fault, encoded); null while it can.
  failing_since INTEGER,
  error        TEXT,
  -- Not tried again until it is set up anew: the sign-in was refused.
  is_paused    INTEGER NOT NULL DEFAULT 0 CHECK (is_paused IN (0, 1)),
  updated_at   INTEGER NOT NULL
) STRICT;

-- Whether an email became a message: then its carrier marks it as read, even if that was cut off before.
ALTER TABLE received_email_keys ADD COLUMN is_taken INTEGER NOT NULL DEFAULT 0 CHECK (is_taken IN (0, 1));
