-- Days after which a conversation of an assistant is erased; NULL keeps all of them for ever.
ALTER TABLE assistants ADD COLUMN retention_days INTEGER CHECK (retention_days BETWEEN 1 AND 3650);

-- Serves finding contacts who have not been seen for so long.
CREATE INDEX visitors_by_age ON visitors (assistant_id, last_seen_at);
