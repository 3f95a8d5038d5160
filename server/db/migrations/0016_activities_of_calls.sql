-- The desk's actions on a call without a conversation: who listened, spoke, whispered.
CREATE TABLE call_activities (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id     INTEGER NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  kind        TEXT NOT NULL CHECK (kind <> ''),
  operator_id INTEGER REFERENCES operators (id) ON DELETE SET NULL,
  data        TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(data)),
  created_at  INTEGER NOT NULL
) STRICT;

CREATE INDEX call_activities_by_call ON call_activities (call_id, id);

CREATE INDEX call_activities_by_operator ON call_activities (operator_id) WHERE operator_id IS NOT NULL;
