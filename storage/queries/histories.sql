-- name: page
-- Latest first; level 1: only against an AI. No leg before both are over.
SELECT m.id AS match_id, m.game, m.winner, m.reason, m.length, m.ended_at, m.channel, m.thread, mine.seat,
    other.level, p.name AS opponent, c.before, c.after
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.seat = 1 - mine.seat
LEFT JOIN people AS p ON p.id = other.person
LEFT JOIN rating_changes AS c ON c.match_id = mine.match_id AND c.seat = mine.seat
WHERE mine.person = :person AND mine.ended_at IS NOT NULL AND m.sealed = 0
    AND (:game IS NULL OR m.game = :game)
    AND (:opponent IS NULL OR other.person = :opponent)
    AND (:level = 0 OR other.level IS NOT NULL)
ORDER BY mine.ended_at DESC, mine.match_id DESC LIMIT :limit OFFSET :offset;

-- name: count$
SELECT COUNT(*)
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.seat = 1 - mine.seat
WHERE mine.person = :person AND mine.ended_at IS NOT NULL AND m.sealed = 0
    AND (:game IS NULL OR m.game = :game)
    AND (:opponent IS NULL OR other.person = :opponent)
    AND (:level = 0 OR other.level IS NOT NULL);
