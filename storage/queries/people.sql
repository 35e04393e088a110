-- name: upsert!
INSERT INTO people (id, name, username, created_at, locale) VALUES (:id, :name, :username, :created_at, :locale)
ON CONFLICT (id) DO UPDATE SET
    name = excluded.name, username = COALESCE(excluded.username, people.username),
    locale = COALESCE(excluded.locale, people.locale);

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
