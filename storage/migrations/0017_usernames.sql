-- What people call themselves can be in any script; the username is in plain letters, for pictures.
ALTER TABLE people ADD COLUMN username TEXT;
