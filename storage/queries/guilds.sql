-- name: open_matches
-- Newest first; `place`: only those of this thread or channel.
SELECT id FROM matches
WHERE guild = :id AND ended_at IS NULL AND (CAST(:place AS BIGINT) IS NULL OR thread = :place OR channel = :place)
ORDER BY created_at DESC, id DESC LIMIT :limit;

-- name: open_places
-- The channels of servers in which matches are under way, and how many are.
SELECT guild, channel, COUNT(*) AS matches FROM matches
WHERE ended_at IS NULL AND guild IS NOT NULL AND channel IS NOT NULL
GROUP BY guild, channel ORDER BY guild, channel;
