-- What may be spent on answers. Limits are what people set, in US dollars where an assistant's form has them and in
-- micro-dollars for the account; NULL is no limit.
ALTER TABLE users ADD COLUMN budget_per_month INTEGER CHECK (budget_per_month >= 0);
ALTER TABLE assistants ADD COLUMN budget_per_visitor_day REAL CHECK (budget_per_visitor_day >= 0);
ALTER TABLE assistants ADD COLUMN budget_per_conversation REAL CHECK (budget_per_conversation >= 0);
ALTER TABLE assistants ADD COLUMN budget_per_day REAL CHECK (budget_per_day >= 0);
-- What a visitor is told instead of an answer; a phrase of the assistant's language where there is none.
ALTER TABLE assistants ADD COLUMN over_budget_message TEXT;

-- What was spent and is set aside in each period of each thing that has a budget, micro-dollars. Counted whether there is
-- a limit or not, so that one that is set today knows of this morning.
CREATE TABLE budget_uses (
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scope      TEXT NOT NULL CHECK (scope IN ('visitor', 'conversation', 'assistant', 'account')),
  -- Which visitor (with the assistant), conversation, assistant or account.
  subject    TEXT NOT NULL,
  -- A day, a month, or nothing.
  period     TEXT NOT NULL,
  spent      INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0),
  held       INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, scope, subject, period)
) STRICT, WITHOUT ROWID;

CREATE INDEX budget_uses_by_age ON budget_uses (updated_at);

-- Calls of models that are not over: what is set aside for each. A row is there from before the request leaves until its
-- cost is known; one that a dead process has left is charged in full.
CREATE TABLE budget_reservations (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id         INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  conversation_id INTEGER,
  amount          INTEGER NOT NULL CHECK (amount > 0),
  -- JSON: the rows of budget_uses that hold it.
  shares          TEXT NOT NULL CHECK (json_valid(shares)),
  created_at      INTEGER NOT NULL
) STRICT;

CREATE INDEX budget_reservations_by_user ON budget_reservations (user_id);

-- What came of a conversation once it had ended: of its latest period.
CREATE TABLE conversation_outcomes (
  conversation_id    INTEGER PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE,
  -- JSON: what the assistant's schema asks for.
  extracted          TEXT NOT NULL CHECK (json_valid(extracted)),
  -- Why the model's reading could not be used.
  extraction_problem TEXT,
  -- JSON, or NULL when it was not asked for or could not be made.
  evaluation         TEXT CHECK (json_valid(evaluation)),
  evaluation_problem TEXT,
  created_at         INTEGER NOT NULL
) STRICT;

-- Dialogues that an assistant is tried with.
CREATE TABLE assistant_tests (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  name         TEXT NOT NULL CHECK (name <> ''),
  -- JSON: what the visitor says, each with what is expected of the answer.
  lines        TEXT NOT NULL CHECK (json_valid(lines)),
  variables    TEXT NOT NULL CHECK (json_valid(variables)),
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX assistant_tests_by_assistant ON assistant_tests (assistant_id, id);

-- What came of trying: the results as they were, whatever became of the tests since.
CREATE TABLE assistant_test_runs (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  model        TEXT NOT NULL,
  passed       INTEGER NOT NULL,
  failed       INTEGER NOT NULL,
  cost         INTEGER NOT NULL,
  results      TEXT NOT NULL CHECK (json_valid(results)),
  created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX assistant_test_runs_by_assistant ON assistant_test_runs (assistant_id, id);
