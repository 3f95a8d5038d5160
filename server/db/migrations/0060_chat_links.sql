-- Private links in emails to visitors: each opens their chat on one more device.
CREATE TABLE chat_links (
  -- SHA-256 of the secret in the link, which is stored nowhere.
  hash            BLOB PRIMARY KEY CHECK (length(hash) = 32),
  visitor_id      INTEGER NOT NULL REFERENCES visitors (id) ON DELETE CASCADE,
  conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  email_id        INTEGER NOT NULL REFERENCES emails (id) ON DELETE CASCADE,
  -- Last message of that email: whoever opens the link has read it.
  seq             INTEGER NOT NULL,
  -- Seven days after it was issued; when it was issued, for a revoked one.
  expires_at      INTEGER NOT NULL,
  used_at         INTEGER
) STRICT, WITHOUT ROWID;

-- Serves the erasure of a visitor, and revoking their links.
CREATE INDEX chat_links_by_visitor ON chat_links (visitor_id);

-- Serves the erasure of a conversation, and revoking its links.
CREATE INDEX chat_links_by_conversation ON chat_links (conversation_id);

-- Serves a further attempt at an email, and its erasure.
CREATE INDEX chat_links_by_email ON chat_links (email_id);

-- Serves forgetting old links.
CREATE INDEX chat_links_by_expiry ON chat_links (expires_at);

-- A link that went to another address, or to somebody whom no website had vouched for, opens nothing of whom it is about now.
CREATE TRIGGER visitors_revoke_links AFTER UPDATE OF email, external_id ON visitors
WHEN new.email IS NOT old.email OR new.external_id IS NOT old.external_id BEGIN
  UPDATE chat_links SET expires_at = expires_at - 604800000 WHERE visitor_id = new.id AND used_at IS NULL;
END;
