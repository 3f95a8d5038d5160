-- A new assistant is inactive too, but for its owner it does everything; one that was switched off does not.
ALTER TABLE assistants ADD COLUMN switched_off INTEGER NOT NULL DEFAULT 0 CHECK (switched_off IN (0, 1));

-- Nobody knows of those that are there; they stay refused.
UPDATE assistants SET switched_off = 1 WHERE status <> 'active' OR deleted_at IS NOT NULL;

-- A campaign whose assistant is switched off or deleted takes its turn at once, and stops: asked for by the database, so
-- that no way of changing an assistant can forget it. A campaign in progress always has a job that waits, or is at its turn.
DROP TRIGGER assistants_stop_campaigns;

CREATE TRIGGER assistants_stop_campaigns AFTER UPDATE OF switched_off, deleted_at ON assistants
WHEN new.switched_off = 1 OR new.deleted_at IS NOT NULL BEGIN
  UPDATE jobs SET run_at = min(run_at, new.updated_at)
  WHERE status = 'waiting' AND lane IN (
    SELECT 'campaign:' || id FROM campaigns WHERE assistant_id = new.id AND status = 'in-progress'
  );
END;

-- Serve finding conversations by a customer's number, in whatever notation a visitor or a program gave it.
CREATE INDEX visitors_by_phone ON visitors (
  user_id,
  replace(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', '')
) WHERE phone IS NOT NULL;

CREATE INDEX conversations_by_said_phone ON conversations (
  user_id,
  replace(replace(replace(replace(replace(replace(coalesce(json_extract(variables, '$.customer_phone'), json_extract(variables, '$.phone')), ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), '/', '')
) WHERE visitor_id IS NULL;
