-- Set on events that only one operator receives.
ALTER TABLE events ADD COLUMN operator_id INTEGER;
