-- Permissions, and who granted access to whom. A credential ends with its issuer.

-- `owner`: the account's first operator. `admin`: everything in the account. `agent`: conversations, contacts,
-- knowledge.
ALTER TABLE operators ADD COLUMN role TEXT NOT NULL DEFAULT 'agent' CHECK (role IN ('owner', 'admin', 'agent'));
UPDATE operators SET role = 'owner'
WHERE id = (SELECT min(id) FROM operators AS first WHERE first.user_id = operators.user_id);

DROP TRIGGER users_have_an_operator;
CREATE TRIGGER users_have_an_operator AFTER INSERT ON users BEGIN
  INSERT INTO operators (user_id, name, email, role, created_at)
  VALUES (new.id, new.name, new.email, 'owner', new.created_at);
END;

-- Null when issued by this machine itself: the first key, and the owner's links.
ALTER TABLE api_keys ADD COLUMN issued_by_operator INTEGER REFERENCES operators (id) ON DELETE CASCADE;
ALTER TABLE api_keys ADD COLUMN issued_by_key INTEGER REFERENCES api_keys (id) ON DELETE CASCADE;
CREATE INDEX api_keys_by_key ON api_keys (issued_by_key) WHERE issued_by_key IS NOT NULL;
CREATE INDEX api_keys_by_issuer ON api_keys (issued_by_operator) WHERE issued_by_operator IS NOT NULL;

-- The issuer of the link, also for the session that it became.
ALTER TABLE sessions ADD COLUMN issued_by_operator INTEGER REFERENCES operators (id) ON DELETE CASCADE;
ALTER TABLE sessions ADD COLUMN last_used_at INTEGER;
-- The browser's user agent, and the address it signed in from.
ALTER TABLE sessions ADD COLUMN user_agent TEXT;
ALTER TABLE sessions ADD COLUMN address TEXT;
CREATE INDEX sessions_by_operator ON sessions (operator_id);
CREATE INDEX sessions_by_issuer ON sessions (issued_by_operator) WHERE issued_by_operator IS NOT NULL;
