-- name: open_matches
-- Newest first; `place`: only those of this thread or channel.
SELECT id FROM matches
WHERE guild = :id AND ended_at IS NULL AND (:place IS NULL OR thread = :place OR channel = :place)
ORDER BY created_at DESC, id DESC LIMIT :limit;
