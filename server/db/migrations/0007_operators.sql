-- The people of an account: who signs in, writes, takes over and has conversations assigned.
CREATE TABLE operators (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  email      TEXT,
  created_at INTEGER NOT NULL,
  -- Who has left keeps the name on what they wrote.
  removed_at INTEGER
) STRICT;

-- Serves the team of an account, and its first operator, for whom its API keys act.
CREATE INDEX operators_by_user ON operators (user_id, id);

INSERT INTO operators (user_id, name, email, created_at) SELECT id, name, email, created_at FROM users ORDER BY id;

-- An account always has somebody.
CREATE TRIGGER users_have_an_operator AFTER INSERT ON users BEGIN
  INSERT INTO operators (user_id, name, email, created_at) VALUES (new.id, new.name, new.email, new.created_at);
END;

-- The account and the person it began with are called the same until the person says otherwise.
CREATE TRIGGER users_name_their_operator AFTER UPDATE OF name, email ON users BEGIN
  UPDATE operators SET name = new.name, email = new.email
  WHERE id = (SELECT min(id) FROM operators WHERE user_id = new.id);
END;

ALTER TABLE sessions ADD COLUMN operator_id INTEGER REFERENCES operators (id) ON DELETE CASCADE;

UPDATE sessions SET operator_id = (SELECT min(id) FROM operators WHERE operators.user_id = sessions.user_id);
