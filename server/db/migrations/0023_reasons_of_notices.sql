-- The reason was the only thing in what looked like any data.
ALTER TABLE notices ADD COLUMN reason TEXT NOT NULL DEFAULT '';
UPDATE notices SET reason = data ->> 'reason';
ALTER TABLE notices DROP COLUMN data;
