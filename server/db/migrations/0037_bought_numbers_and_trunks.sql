-- Numbers that are bought by the month, and SIP trunks, several of which may have one number: the table is made anew, because
-- its uniqueness no longer holds for all rows.
DROP TRIGGER assistants_text_no_more;

CREATE TABLE phone_numbers_anew (
  id                      INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id                 INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- E.164, a SIP address, or the extension of a trunk.
  phone_number            TEXT NOT NULL,
  nickname                TEXT,
  country_code            TEXT NOT NULL,
  type                    TEXT NOT NULL CHECK (type IN ('normal', 'sip', 'caller_id')),
  sms_capable             INTEGER NOT NULL DEFAULT 0 CHECK (sms_capable IN (0, 1)),
  -- Of a bought number the end of the last month that was paid.
  subscription_expires_at INTEGER,
  created_at              INTEGER NOT NULL,
  -- The assistant that answers text messages to a number.
  sms_assistant_id        INTEGER REFERENCES assistants (id) ON DELETE SET NULL,
  -- Where the number is kept: the carrier's name for it.
  region                  TEXT NOT NULL DEFAULT 'sandbox',
  -- The carrier that a number was bought from; null for one that was added by hand.
  carrier                 TEXT,
  -- Micro-dollars.
  monthly_price           INTEGER CHECK (monthly_price >= 0),
  -- The start of the first of its months, which all of them are counted from.
  billed_from             INTEGER,
  -- The carrier has confirmed the order; until then its money is only set aside.
  is_ordered              INTEGER NOT NULL DEFAULT 1 CHECK (is_ordered IN (0, 1)),
  -- When a month could not be paid.
  lapsed_at               INTEGER,
  -- When a number that its owner gives up goes.
  release_at              INTEGER,
  is_trunk                INTEGER NOT NULL DEFAULT 0 CHECK (is_trunk IN (0, 1)),
  CHECK (
    carrier IS NULL
    OR (monthly_price IS NOT NULL AND billed_from IS NOT NULL AND subscription_expires_at IS NOT NULL)
  ),
  CHECK (carrier IS NOT NULL OR (lapsed_at IS NULL AND release_at IS NULL AND is_ordered = 1)),
  CHECK (is_trunk = 0 OR (type = 'sip' AND carrier IS NULL))
) STRICT;

-- An id that was given away once is given to no other number.
INSERT INTO sqlite_sequence (name, seq)
SELECT 'phone_numbers_anew', seq FROM sqlite_sequence WHERE name = 'phone_numbers';
INSERT INTO phone_numbers_anew (
  id, user_id, phone_number, nickname, country_code, type, sms_capable, subscription_expires_at, created_at, sms_assistant_id
)
SELECT
  id, user_id, phone_number, nickname, country_code, type, sms_capable, subscription_expires_at, created_at, sms_assistant_id
FROM phone_numbers;
DROP TABLE phone_numbers;
ALTER TABLE phone_numbers_anew RENAME TO phone_numbers;

-- An account has a number once; trunks may share theirs.
CREATE UNIQUE INDEX phone_numbers_once ON phone_numbers (user_id, phone_number) WHERE is_trunk = 0;

-- Serves the lists of an account's numbers.
CREATE INDEX phone_numbers_by_user ON phone_numbers (user_id, id);

CREATE INDEX phone_numbers_by_sms_assistant ON phone_numbers (sms_assistant_id) WHERE sms_assistant_id IS NOT NULL;

-- Serves a message that comes in: whose number is it?
CREATE INDEX phone_numbers_by_number ON phone_numbers (phone_number, id);

-- A number that text messages come in on is one account's.
CREATE UNIQUE INDEX phone_numbers_text_one_account ON phone_numbers (phone_number) WHERE sms_capable = 1;

-- A number is sold once.
CREATE UNIQUE INDEX phone_numbers_sold_once ON phone_numbers (phone_number) WHERE carrier IS NOT NULL;

-- Serves the job that renews numbers and gives them back.
CREATE INDEX phone_numbers_by_expiry ON phone_numbers (subscription_expires_at) WHERE carrier IS NOT NULL;

CREATE TRIGGER assistants_text_no_more AFTER UPDATE OF deleted_at ON assistants WHEN new.deleted_at IS NOT NULL BEGIN
  UPDATE phone_numbers SET sms_assistant_id = NULL WHERE sms_assistant_id = new.id;
END;
