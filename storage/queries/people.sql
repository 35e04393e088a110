-- name: upsert!
INSERT INTO people (id, name, created_at) VALUES (:id, :name, :created_at)
ON CONFLICT (id) DO UPDATE SET name = excluded.name;

-- name: get^
SELECT * FROM people WHERE id = :id;

-- name: set_dms_open!
UPDATE people SET dms_open = :dms_open WHERE id = :id;

-- name: set_dm_channel!
UPDATE people SET dm_channel = :dm_channel WHERE id = :id;

-- name: set_settings!
UPDATE people SET settings = :settings WHERE id = :id;

-- name: set_home!
UPDATE people SET home_message = :message, home_said = :said WHERE id = :id;
