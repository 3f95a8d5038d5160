-- Messages in another language, for the desk: what an operator wrote before it was translated, and translations that operators asked for.

CREATE TABLE message_translations (
  message_id  INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  is_original INTEGER NOT NULL CHECK (is_original IN (0, 1)),
  -- As a tag of BCP 47; empty if unknown.
  language    TEXT NOT NULL,
  content     TEXT NOT NULL,
  PRIMARY KEY (message_id, is_original, language)
) STRICT, WITHOUT ROWID;
