-- The answer pack of an assistant, from which the chat on a website answers while this server cannot be reached.
CREATE TABLE answer_packs (
  assistant_id INTEGER PRIMARY KEY REFERENCES assistants (id) ON DELETE CASCADE,
  -- Signs packs (ECDSA P-256), sealed; websites pin its public half, so it stays the same.
  private_key  TEXT NOT NULL,
  public_key   TEXT NOT NULL,
  -- The signed file as it is downloaded, and its length after gzip.
  file         TEXT NOT NULL,
  size         INTEGER NOT NULL,
  -- SHA-256 of each approved passage, JSON: a passage whose text changes is not approved any more.
  approved     TEXT NOT NULL,
  -- The state of the knowledge base then.
  knowledge    TEXT NOT NULL,
  made_at      INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT;
