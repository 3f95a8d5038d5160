-- Phone calls use an account of the form API once the owner turns them on; without a row the Sandbox has them. They
-- are off again while another account is configured.
CREATE TABLE telephone_provider (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  account    TEXT    NOT NULL,
  -- JSON: the account's numbers that can speak, E.164, as the provider listed them last.
  numbers    TEXT    NOT NULL CHECK (json_valid(numbers)),
  updated_at INTEGER NOT NULL
) STRICT;
