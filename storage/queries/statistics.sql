-- name: groups
-- Only matches that count: no aborted or cancelled ones, and no leg before both are over.
SELECT game, winner, reason, chapter AS stats_group, COUNT(*) AS matches FROM matches
WHERE ended_at IS NOT NULL AND sealed = 0 AND reason NOT IN ('aborted', 'cancelled')
    AND (CAST(:game AS TEXT) IS NULL OR game = :game) AND (CAST(:guild AS BIGINT) IS NULL OR guild = :guild)
GROUP BY game, winner, reason, chapter;

-- name: lengths
SELECT length, COUNT(*) AS matches FROM matches
WHERE ended_at IS NOT NULL AND sealed = 0 AND reason NOT IN ('aborted', 'cancelled')
    AND game = :game AND (CAST(:guild AS BIGINT) IS NULL OR guild = :guild)
GROUP BY length ORDER BY length;
