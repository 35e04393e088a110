-- name: tallies
-- Only matches that count (not aborted or cancelled ones, and no leg before both are over) and that the
-- reader may see (as a player of the match or on its server).
SELECT m.game, other.person IS NULL AS against_ai, mine.seat,
    COUNT(*) FILTER (WHERE m.winner = mine.seat) AS wins,
    COUNT(*) FILTER (WHERE m.winner <> mine.seat) AS losses,
    COUNT(*) FILTER (WHERE m.winner IS NULL) AS draws
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.seat = 1 - mine.seat
WHERE mine.person = :person AND mine.ended_at IS NOT NULL AND m.sealed = 0 AND m.reason NOT IN ('aborted', 'cancelled')
    AND (:reader IN (mine.person, other.person) OR m.guild = :here)
GROUP BY m.game, other.person IS NULL, mine.seat;

-- name: lately
SELECT m.id AS match_id, mine.seat, m.winner, m.ended_at, m.thread,
    other.person, other.level, p.name, COALESCE(p.settings, '{}') AS settings
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.seat = 1 - mine.seat
LEFT JOIN people AS p ON p.id = other.person
WHERE mine.person = :person AND mine.ended_at IS NOT NULL AND m.sealed = 0 AND m.reason NOT IN ('aborted', 'cancelled')
    AND (:reader IN (mine.person, other.person) OR m.guild = :here)
    AND m.game = :game AND CASE WHEN other.person IS NULL THEN 1 ELSE 0 END = :against_ai
ORDER BY mine.ended_at DESC, m.ending DESC LIMIT :limit;

-- name: favourite^
-- The most frequent opponent of a person; of several, the one met last.
SELECT other.person, other.level, p.name, COALESCE(p.settings, '{}') AS settings, COUNT(*) AS matches
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.seat = 1 - mine.seat
LEFT JOIN people AS p ON p.id = other.person
WHERE mine.person = :person AND mine.ended_at IS NOT NULL AND m.sealed = 0 AND m.reason NOT IN ('aborted', 'cancelled')
    AND (:reader IN (mine.person, other.person) OR m.guild = :here)
    AND m.game = :game AND CASE WHEN other.person IS NULL THEN 1 ELSE 0 END = :against_ai
GROUP BY other.person, other.level, p.id
ORDER BY matches DESC, MAX(m.ending) DESC LIMIT 1;
