-- Addresses whose visitors are blocked, as set by the owner.
CREATE TABLE blocked_addresses (
  -- An IPv4 address, or the /64 of an IPv6 one.
  address TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
