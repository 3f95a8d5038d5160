-- Sign-ins (OAuth 2.1) at MCP servers: at most one per server. A row exists once a server has asked for a sign-in.
CREATE TABLE mcp_sign_ins (
  mcp_server_id   INTEGER PRIMARY KEY REFERENCES mcp_servers (id) ON DELETE CASCADE,
  -- Address that the tokens are for; they are sent nowhere else.
  server_url      TEXT NOT NULL,
  state           TEXT NOT NULL CHECK (state IN ('needed', 'signed_in', 'expired')),
  -- JSON: the authorization server and its endpoints.
  authority       TEXT NOT NULL CHECK (json_valid(authority)),
  -- This installation's registration there.
  client_id       TEXT,
  -- Address that the client was registered with; NULL if its ID was typed.
  client_redirect TEXT,
  client_auth     TEXT,
  -- Sealed by the vault. JSON: access token, refresh token and the secret of the client.
  secrets         TEXT,
  expires_at      INTEGER,
  -- Reason why the last attempt to sign in failed.
  error           TEXT,
  CHECK (state <> 'signed_in' OR secrets IS NOT NULL)
) STRICT;
