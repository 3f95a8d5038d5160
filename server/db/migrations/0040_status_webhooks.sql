-- Webhooks about the messages of a sender, which sign with a secret of the sender as well. The kind is a new column, because
-- SQLite changes no check.
DROP INDEX webhook_deliveries_by_kind;

ALTER TABLE webhook_deliveries ADD COLUMN event TEXT NOT NULL DEFAULT 'post_call'
  CHECK (event IN ('conversation_ended', 'post_call', 'inbound_call', 'message_status'));

UPDATE webhook_deliveries SET event = kind;

ALTER TABLE webhook_deliveries DROP COLUMN kind;

ALTER TABLE webhook_deliveries RENAME COLUMN event TO kind;

CREATE INDEX webhook_deliveries_by_kind ON webhook_deliveries (user_id, kind, created_at DESC, id DESC);

ALTER TABLE webhook_deliveries ADD COLUMN sender_id INTEGER REFERENCES messenger_senders (id) ON DELETE SET NULL;

CREATE INDEX webhook_deliveries_by_sender ON webhook_deliveries (sender_id) WHERE sender_id IS NOT NULL;
