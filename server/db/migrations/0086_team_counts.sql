-- Serves the number of open conversations of each team.
CREATE INDEX conversations_open_by_team ON conversations (team_id) WHERE team_id IS NOT NULL AND inbox_state = 'open';

-- Reports also break down by team.
DROP INDEX conversations_reported;
CREATE INDEX conversations_reported ON conversations (
  user_id, created_at, assistant_id, type, assignee_id, team_id, asked_at, answered_at, handed_over_at, person_at, had_person,
  ended_at, rating, replies_met, replies_missed
);
