-- What a SIP trunk adds to its row in `phone_numbers`.
CREATE TABLE sip_trunks (
  phone_number_id            INTEGER PRIMARY KEY REFERENCES phone_numbers (id) ON DELETE CASCADE,
  -- Which form its number has.
  kind                       TEXT NOT NULL CHECK (kind IN ('extension', 'number')),
  sip_username               TEXT NOT NULL,
  -- Sealed by the vault under `trunk:{id}`.
  sealed_password            TEXT NOT NULL,
  sip_address                TEXT NOT NULL,
  sip_calling_format         TEXT NOT NULL CHECK (sip_calling_format IN ('+e164', 'e164', 'national')),
  inbound_authorization_type TEXT NOT NULL CHECK (inbound_authorization_type IN ('auth', 'ip')),
  allowed_inbound_ips        TEXT CHECK (json_valid(allowed_inbound_ips)),
  outbound_proxy             INTEGER NOT NULL DEFAULT 0 CHECK (outbound_proxy IN (0, 1)),
  -- The provider's ids of the two directions.
  inbound_trunk_id           TEXT NOT NULL,
  outbound_trunk_id          TEXT NOT NULL,
  updated_at                 INTEGER NOT NULL,
  CHECK ((inbound_authorization_type = 'ip') = (allowed_inbound_ips IS NOT NULL))
) STRICT;
