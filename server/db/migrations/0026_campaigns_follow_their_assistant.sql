-- A campaign whose assistant is deactivated or deleted runs at once, and stops: queued by the database, so that no
-- code path that changes an assistant can forget it. A campaign in progress always has a waiting or running job.
CREATE TRIGGER assistants_stop_campaigns AFTER UPDATE OF status, deleted_at ON assistants
WHEN new.status <> 'active' OR new.deleted_at IS NOT NULL BEGIN
  UPDATE jobs SET run_at = min(run_at, new.updated_at)
  WHERE status = 'waiting' AND lane IN (
    SELECT 'campaign:' || id FROM campaigns WHERE assistant_id = new.id AND status = 'in-progress'
  );
END;
