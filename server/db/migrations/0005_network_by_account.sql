-- A private address is allowed for one account: services on the owner's machine are not for every account's tools.
CREATE TABLE network_allowed_by_account (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- `host:port`, lower case, IPv6 in brackets.
  address    TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, address)
) STRICT, WITHOUT ROWID;
INSERT INTO network_allowed_by_account (user_id, address, created_at)
SELECT users.id, network_allowed.address, network_allowed.created_at FROM network_allowed JOIN users ON users.is_owner = 1;
DROP TABLE network_allowed;
ALTER TABLE network_allowed_by_account RENAME TO network_allowed;

-- An incoming text message number belongs to one account.
CREATE UNIQUE INDEX phone_numbers_text_one_account ON phone_numbers (phone_number) WHERE sms_capable = 1;
