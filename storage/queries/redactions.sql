-- name: add$
INSERT INTO redactions (match_id, number, by_person, at) VALUES (:match_id, :number, :by_person, :at)
ON CONFLICT DO NOTHING RETURNING number;

-- name: change!
UPDATE actions SET text = :text WHERE match_id = :match_id AND number = :number;

-- name: count!
UPDATE matches SET redacted = redacted + 1 WHERE id = :match_id;

-- name: rewrite!
UPDATE matches SET options = :options WHERE id = :match_id;

-- name: rewrite_challenge!
UPDATE challenges SET options = :options WHERE match_id = :match_id;

-- name: posted
SELECT * FROM outbox
WHERE match_id = :match_id AND lane = :lane
    AND (message_id IS NOT NULL OR (sent_at IS NULL AND failed_at IS NULL AND attempts > 0))
ORDER BY id;

-- name: forget_heart!
DELETE FROM hearts WHERE match_id = :match_id AND number = :number;

-- name: shown
SELECT o.* FROM outbox AS o
-- Messages that were sent or may be on their way.
WHERE o.match_id = :match_id
    AND (o.message_id IS NOT NULL OR (o.sent_at IS NULL AND o.failed_at IS NULL AND o.attempts > 0))
    AND (
        o.created_at >= (SELECT a.at FROM actions AS a WHERE a.match_id = :match_id AND a.number = :number)
        OR o.id IN (SELECT MAX(p.id) FROM outbox AS p
            WHERE p.match_id = :match_id AND p.message_id IS NOT NULL
                AND p.created_at < (SELECT a.at FROM actions AS a WHERE a.match_id = :match_id AND a.number = :number)
            GROUP BY p.lane)
    )
ORDER BY o.id;
