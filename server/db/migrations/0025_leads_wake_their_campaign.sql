-- A campaign runs at once when it gets a lead to call, or may have lost its last one: queued by the database, so that
-- no code path that adds or ends leads can forget it.
CREATE TRIGGER leads_wake_campaigns_when_added AFTER INSERT ON leads
WHEN new.parent_id IS NULL AND new.status = 'created' BEGIN
  UPDATE jobs SET run_at = new.created_at
  WHERE status = 'waiting' AND lane = 'campaign:' || new.campaign_id AND run_at > new.created_at;
END;

CREATE TRIGGER leads_wake_campaigns_when_moved AFTER UPDATE OF status, campaign_id ON leads
WHEN new.parent_id IS NULL AND new.status IN ('created', 'completed', 'reached-max-retries', 'blacklisted') BEGIN
  UPDATE jobs SET run_at = new.updated_at
  WHERE status = 'waiting' AND lane IN ('campaign:' || new.campaign_id, 'campaign:' || old.campaign_id)
    AND run_at > new.updated_at;
END;

CREATE TRIGGER leads_wake_campaigns_when_deleted AFTER DELETE ON leads WHEN old.parent_id IS NULL BEGIN
  UPDATE jobs SET run_at = old.created_at
  WHERE status = 'waiting' AND lane = 'campaign:' || old.campaign_id AND run_at > old.created_at;
END;
