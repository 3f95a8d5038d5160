-- What has changed of an account is passed on to the person whom it was created for, but for the name of somebody who has one of their own.
DROP TRIGGER users_name_their_operator;
CREATE TRIGGER users_name_their_operator AFTER UPDATE OF name, email ON users
WHEN new.name IS NOT old.name OR new.email IS NOT old.email BEGIN
  UPDATE operators
  SET name = iif(name IS old.name, new.name, name), email = iif(new.email IS old.email, email, new.email)
  WHERE id = (SELECT min(id) FROM operators WHERE user_id = new.id) AND role = 'owner' AND removed_at IS NULL;
END;
