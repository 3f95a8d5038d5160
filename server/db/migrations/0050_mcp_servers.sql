-- Servers of the Model Context Protocol whose tools an account's assistants may use.
CREATE TABLE mcp_servers (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  url          TEXT NOT NULL,
  -- Sealed by the vault.
  token        TEXT,
  is_enabled   INTEGER NOT NULL DEFAULT 1 CHECK (is_enabled IN (0, 1)),
  -- JSON: names of the tools that no assistant may use.
  tools_off    TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tools_off)),
  -- Reason why its tools could not be listed when that was last tried.
  error        TEXT,
  -- Time at which its tools were last listed.
  refreshed_at INTEGER,
  created_at   INTEGER NOT NULL
) STRICT;

-- Serves the list of an account's servers.
CREATE INDEX mcp_servers_by_user ON mcp_servers (user_id, id);

-- Tools as they were last listed: assistants are offered exactly these descriptions and schemas.
CREATE TABLE mcp_tools (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id       INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  mcp_server_id INTEGER NOT NULL REFERENCES mcp_servers (id) ON DELETE CASCADE,
  name          TEXT NOT NULL,
  -- Name for models, distinct from that of the account's other tools of servers.
  function_name TEXT NOT NULL,
  description   TEXT NOT NULL,
  input_schema  TEXT NOT NULL CHECK (json_valid(input_schema)),
  is_read_only  INTEGER NOT NULL DEFAULT 0 CHECK (is_read_only IN (0, 1)),
  -- 0 for one that assistants have chosen and that the server lists no more.
  is_available  INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
  UNIQUE (mcp_server_id, name)
) STRICT;

-- Serves finding a tool by its name for models, for a new name and for an imported assistant.
CREATE INDEX mcp_tools_by_function ON mcp_tools (user_id, function_name);

CREATE TABLE assistant_mcp_tools (
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  mcp_tool_id  INTEGER NOT NULL REFERENCES mcp_tools (id) ON DELETE CASCADE,
  PRIMARY KEY (assistant_id, position)
) STRICT, WITHOUT ROWID;

-- Serves the deletion of tools, and finding those that an assistant uses.
CREATE INDEX assistant_mcp_tools_by_tool ON assistant_mcp_tools (mcp_tool_id);
