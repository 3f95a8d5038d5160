-- Warnings about replies need nobody once a person has replied, or the wait has ended otherwise.
CREATE TRIGGER notifications_settled_by_reply AFTER UPDATE OF stopped_at ON reply_clocks
WHEN old.stopped_at IS NULL AND new.stopped_at IS NOT NULL BEGIN
  UPDATE notifications SET is_settled = 1
  WHERE conversation_id = new.conversation_id AND kind = 'sla' AND is_settled = 0;
END;

CREATE TRIGGER notifications_settled_without_reply AFTER DELETE ON reply_clocks WHEN old.stopped_at IS NULL BEGIN
  UPDATE notifications SET is_settled = 1
  WHERE conversation_id = old.conversation_id AND kind = 'sla' AND is_settled = 0;
END;
