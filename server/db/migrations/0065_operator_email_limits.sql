-- Nobody else gets to answer visitors by email: whoever changes an operator's address does not take their emails along. Kept by the
-- database, so that no code path can forget it.
CREATE TRIGGER operators_email_changed AFTER UPDATE OF email ON operators WHEN new.email IS NOT old.email BEGIN
  DELETE FROM operator_email_settings WHERE operator_id = new.id;
END;

-- Serves an operator's latest emails, of which ten an hour are sent, and the waits of the next digest, which have no time.
CREATE INDEX operator_emails_by_time ON operator_emails (operator_id, sent_at);
