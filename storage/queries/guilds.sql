-- name: open_matches
-- Newest first; `place` limits them to a thread or channel.
SELECT id FROM matches
WHERE guild = :id AND ended_at IS NULL AND (CAST(:place AS BIGINT) IS NULL OR thread = :place OR channel = :place)
ORDER BY created_at DESC, id DESC LIMIT :limit;

-- name: latest_in$
SELECT id FROM matches WHERE guild = :id AND thread = :thread ORDER BY created_at DESC, id DESC LIMIT 1;

-- name: open_places
-- The channels of servers with matches under way, and the number of those.
SELECT guild, channel, COUNT(*) AS matches FROM matches
WHERE ended_at IS NULL AND guild IS NOT NULL AND channel IS NOT NULL
GROUP BY guild, channel ORDER BY guild, channel;

-- name: settings^
SELECT settings FROM guilds WHERE id = :id;

-- name: all_settings
SELECT id, settings FROM guilds WHERE settings <> '{}' ORDER BY id;

-- name: set_settings!
INSERT INTO guilds (id, settings) VALUES (:id, :settings)
ON CONFLICT (id) DO UPDATE SET settings = excluded.settings;

-- name: greet$
INSERT INTO guilds (id, greeted_at) VALUES (:id, :at)
ON CONFLICT (id) DO UPDATE SET greeted_at = excluded.greeted_at
WHERE guilds.greeted_at IS NULL OR guilds.greeted_at <= CAST(:before AS BIGINT)
RETURNING id;

-- name: add_line!
INSERT INTO server_log (guild, at, person, about, text) VALUES (:guild, :at, :person, :about, :text);

-- name: lines
SELECT id, at, person, about, text FROM server_log WHERE guild = :guild ORDER BY id DESC LIMIT :limit OFFSET :offset;

-- name: count_lines$
SELECT COUNT(*) FROM server_log WHERE guild = :guild;
