-- name: upsert!
INSERT INTO people (id, name, username, created_at) VALUES (:id, :name, :username, :created_at)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, username = COALESCE(excluded.username, username);

-- name: get^
SELECT * FROM people WHERE id = :id;

-- name: set_dms_open!
UPDATE people SET dms_open = :dms_open WHERE id = :id;

-- name: set_settings!
UPDATE people SET settings = :settings WHERE id = :id;

-- name: set_home!
UPDATE people SET home_message = :message, home_said = :said WHERE id = :id;
