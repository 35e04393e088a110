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

-- name: finished!
-- Few people have timeouts to reset, and an unchanged row is not locked.
UPDATE people SET timeouts = 0, rated_timeouts = 0 WHERE id = :id AND timeouts > 0;

-- name: ran_out$
UPDATE people SET timeouts = timeouts + 1, rated_timeouts = rated_timeouts + :rated WHERE id = :id
RETURNING rated_timeouts;

-- name: set_home!
UPDATE people SET home_message = :message, home_said = :said WHERE id = :id;

-- name: welcome$
UPDATE people SET welcomed_at = :at WHERE id = :id AND welcomed_at IS NULL RETURNING id;
