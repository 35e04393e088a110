-- name: page
-- Latest first; `level` 1 limits them to matches against an AI. Legs appear once both are over, as one entry
-- (of the second leg, or of the first if the second does not count) unless `every_leg` is 1.
SELECT m.id AS match_id, begun.id AS first_leg, m.game, m.winner, m.reason,
    m.length + COALESCE(begun.length, 0) AS length, m.ended_at, m.channel, m.thread, mine.seat,
    other.level, p.name AS opponent, COALESCE(b.before, c.before) AS before, COALESCE(c.after, b.after) AS after
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.seat = 1 - mine.seat
LEFT JOIN people AS p ON p.id = other.person
LEFT JOIN rating_changes AS c ON c.match_id = mine.match_id AND c.seat = mine.seat
LEFT JOIN matches AS begun ON begun.id = m.previous_leg AND :every_leg = 0
LEFT JOIN rating_changes AS b ON b.match_id = begun.id AND b.seat = 1 - mine.seat
WHERE mine.person = :person AND mine.ended_at IS NOT NULL AND m.sealed = 0
    AND (CAST(:game AS TEXT) IS NULL OR m.game = :game)
    AND (CAST(:opponent AS BIGINT) IS NULL OR other.person = :opponent)
    AND (:level = 0 OR other.level IS NOT NULL)
    AND (:every_leg = 1 OR (
        (m.previous_leg IS NULL OR m.reason NOT IN ('aborted', 'cancelled'))
        AND NOT EXISTS (
            SELECT 1 FROM matches AS second
            WHERE second.previous_leg = m.id AND second.reason NOT IN ('aborted', 'cancelled')
        )
    ))
ORDER BY mine.ended_at DESC, mine.match_id DESC LIMIT :limit OFFSET :offset;

-- name: count$
SELECT COUNT(*)
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.seat = 1 - mine.seat
WHERE mine.person = :person AND mine.ended_at IS NOT NULL AND m.sealed = 0
    AND (CAST(:game AS TEXT) IS NULL OR m.game = :game)
    AND (CAST(:opponent AS BIGINT) IS NULL OR other.person = :opponent)
    AND (:level = 0 OR other.level IS NOT NULL)
    AND (:every_leg = 1 OR (
        (m.previous_leg IS NULL OR m.reason NOT IN ('aborted', 'cancelled'))
        AND NOT EXISTS (
            SELECT 1 FROM matches AS second
            WHERE second.previous_leg = m.id AND second.reason NOT IN ('aborted', 'cancelled')
        )
    ));
