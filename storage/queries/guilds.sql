-- name: settings$
SELECT settings FROM guilds WHERE id = :id;

-- name: set_settings!
INSERT INTO guilds (id, settings) VALUES (:id, :settings)
ON CONFLICT (id) DO UPDATE SET settings = excluded.settings;
