-- Teams that conversations are assigned to.
CREATE TABLE teams (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  colour     TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Serves the list of an account's teams, and refuses two of one name.
CREATE UNIQUE INDEX teams_by_name ON teams (user_id, name COLLATE NOCASE);

CREATE TABLE team_members (
  team_id     INTEGER NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
  operator_id INTEGER NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
  PRIMARY KEY (team_id, operator_id)
) STRICT, WITHOUT ROWID;

-- Serves the teams of an operator.
CREATE INDEX team_members_by_operator ON team_members (operator_id, team_id);

-- Removed operators leave their teams.
CREATE TRIGGER operators_leave_their_teams AFTER UPDATE OF removed_at ON operators WHEN new.removed_at IS NOT NULL BEGIN
  DELETE FROM team_members WHERE operator_id = new.id;
END;

ALTER TABLE conversations ADD COLUMN team_id INTEGER REFERENCES teams (id) ON DELETE SET NULL;

-- Serves the inbox of a team, in inbox order.
CREATE INDEX conversations_by_team ON conversations (user_id, team_id, updated_at DESC, id DESC) WHERE team_id IS NOT NULL;

-- Serves the deletion of a team.
CREATE INDEX conversations_of_team ON conversations (team_id) WHERE team_id IS NOT NULL;
