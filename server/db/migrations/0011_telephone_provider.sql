-- Telephone calls go through an account of the form API once the owner says so; without a row the Sandbox has them. They
-- are off again while another account is set up.
CREATE TABLE telephone_provider (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  account    TEXT    NOT NULL,
  -- JSON: the account's numbers that can speak, E.164, as the provider listed them last.
  numbers    TEXT    NOT NULL CHECK (json_valid(numbers)),
  updated_at INTEGER NOT NULL
) STRICT;
