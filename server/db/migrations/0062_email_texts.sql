-- An account's own sentences in emails to visitors, by language; null keeps the standard one.
CREATE TABLE email_texts (
  user_id  INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  subject  TEXT,
  greeting TEXT,
  closing  TEXT,
  footer   TEXT,
  PRIMARY KEY (user_id, language)
) STRICT, WITHOUT ROWID;
