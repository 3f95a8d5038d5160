-- Filing of an account's assistants: each is in at most one folder, and has any number of labels.

CREATE TABLE assistant_folders (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  -- The name in lower case: SQLite itself folds ASCII only.
  name_key   TEXT NOT NULL,
  color      TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- Serves the list by name, and makes folder names unique.
CREATE UNIQUE INDEX assistant_folders_by_name ON assistant_folders (user_id, name_key);

CREATE TABLE assistant_labels (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name       TEXT NOT NULL CHECK (name <> ''),
  name_key   TEXT NOT NULL,
  color      TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX assistant_labels_by_name ON assistant_labels (user_id, name_key);

ALTER TABLE assistants ADD COLUMN folder_id INTEGER REFERENCES assistant_folders (id) ON DELETE SET NULL;

-- Serves a folder's list, its count, and its deletion.
CREATE INDEX assistants_by_folder ON assistants (folder_id, id) WHERE folder_id IS NOT NULL;

CREATE TABLE labeled_assistants (
  assistant_id INTEGER NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
  label_id     INTEGER NOT NULL REFERENCES assistant_labels (id) ON DELETE CASCADE,
  PRIMARY KEY (assistant_id, label_id)
) STRICT, WITHOUT ROWID;

-- Serves a label's list, its count, and its deletion.
CREATE INDEX labeled_assistants_by_label ON labeled_assistants (label_id, assistant_id);
