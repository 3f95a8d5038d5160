-- Emails to operators when a visitor waits for a person and nobody is at the desk. An operator without a row gets none.
CREATE TABLE operator_email_settings (
  operator_id INTEGER PRIMARY KEY REFERENCES operators (id) ON DELETE CASCADE,
  mode        TEXT NOT NULL CHECK (mode IN ('immediate', 'hourly')),
  -- Of the desk in which it was set.
  language    TEXT NOT NULL,
  -- Time of the latest email, ms.
  sent_at     INTEGER
) STRICT;

-- Waits that an operator has been told about, each once, or is told about by the next digest, even if the visitor has given up.
CREATE TABLE operator_emails (
  operator_id     INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  -- Start of the wait, ms.
  since           INTEGER NOT NULL,
  -- Null until then.
  sent_at         INTEGER,
  PRIMARY KEY (operator_id, conversation_id)
) STRICT, WITHOUT ROWID;

-- Serves the erasure of a conversation.
CREATE INDEX operator_emails_by_conversation ON operator_emails (conversation_id);

-- Queued by the database, so that no code path can forget it; the job looks who is at the desk.
CREATE TRIGGER conversations_email_operators AFTER UPDATE OF needs_person, awaiting_reply_since, ai_mode ON conversations
WHEN new.awaiting_reply_since IS NOT NULL AND new.type <> 'test' AND (new.needs_person = 1 OR new.ai_mode <> 'auto') BEGIN
  UPDATE jobs SET run_at = min(run_at, new.awaiting_reply_since + 60000)
  WHERE status = 'waiting' AND lane IN (
    SELECT 'operator-email:' || operators.id
    FROM operator_email_settings JOIN operators ON operators.id = operator_id WHERE operators.user_id = new.user_id
  );
  INSERT INTO jobs (kind, payload, lane, run_at, created_at)
  SELECT 'email.operator', json_object('operator_id', operators.id), 'operator-email:' || operators.id,
    new.awaiting_reply_since + 60000, new.awaiting_reply_since
  FROM operator_email_settings JOIN operators ON operators.id = operator_id
  WHERE operators.user_id = new.user_id AND operators.removed_at IS NULL
    -- One that runs may have looked already; one that waits has not.
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE lane = 'operator-email:' || operators.id AND status = 'waiting');
END;
