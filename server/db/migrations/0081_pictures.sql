-- Pictures of assistants and operators, small JPEGs that visitors see. The key is 256 random bits: it is the public address, and
-- each new picture has a new one.
CREATE TABLE pictures (
  key          TEXT PRIMARY KEY,
  user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  assistant_id INTEGER UNIQUE REFERENCES assistants (id) ON DELETE CASCADE,
  operator_id  INTEGER UNIQUE REFERENCES operators (id) ON DELETE CASCADE,
  content      BLOB NOT NULL,
  created_at   INTEGER NOT NULL,
  CHECK ((assistant_id IS NULL) <> (operator_id IS NULL))
) STRICT;

-- Serves the deletion of an account.
CREATE INDEX pictures_by_user ON pictures (user_id);

-- Someone who is removed keeps the name on what they wrote, but not the picture.
CREATE TRIGGER pictures_leave AFTER UPDATE OF removed_at ON operators WHEN new.removed_at IS NOT NULL BEGIN
  DELETE FROM pictures WHERE operator_id = new.id;
END;

-- The operator who wrote a message, for their picture. Without a foreign key: operators are deleted only together with
-- their account and all of its messages.
ALTER TABLE messages ADD COLUMN operator_id INTEGER;

-- Serves the latest replies of an operator, which tell how soon people reply.
CREATE INDEX messages_by_operator ON messages (operator_id, id) WHERE operator_id IS NOT NULL;
