-- Each of the first queries returns a batch of rows after a key in the order of keys, and whether they are stale;
-- an empty result is the end. The last message and the last job are kept: SQLite would otherwise reuse their
-- numbers, from which nonces are made.

-- name: outbox
-- Nonces prevent duplicate messages while a match is under way or a leg is sealed. Kept as well are unsent
-- messages, those in a digest that is not sent yet, and those announced by a call that is not finished.
SELECT key, stale FROM (
    SELECT o.id AS key, o.created_at,
        CASE WHEN COALESCE(o.sent_at, o.failed_at) <= :before
            AND (o.match_id IS NULL OR (m.ended_at <= :before AND m.sealed = 0))
            AND NOT EXISTS (
                SELECT 1 FROM outbox AS digest
                WHERE digest.nonce = substr(o.last_error, 9) AND o.last_error LIKE 'told in %'
                    AND digest.sent_at IS NULL
            )
            AND NOT EXISTS (
                SELECT 1 FROM outbox AS call
                WHERE call.nonce = 'call:' || o.nonce AND call.sent_at IS NULL AND call.failed_at IS NULL
            )
        THEN 1 ELSE 0 END AS stale
    FROM outbox AS o LEFT JOIN matches AS m ON m.id = o.match_id
    WHERE o.id > :after AND o.id < (SELECT MAX(id) FROM outbox)
    ORDER BY o.id LIMIT :limit
) AS oldest
WHERE created_at <= :before
ORDER BY key;

-- name: deadlines
SELECT id AS key, CASE WHEN done_at <= :before THEN 1 ELSE 0 END AS stale FROM deadlines
WHERE id > :after AND id < (SELECT MAX(id) FROM deadlines)
ORDER BY id LIMIT :limit;

-- name: challenges
-- Challenges that became a match are kept, since the buttons on their cards lead to it.
SELECT id AS key, CASE WHEN expires_at <= :before AND created_at <= :before THEN 1 ELSE 0 END AS stale
FROM challenges
WHERE status IN ('declined', 'withdrawn', 'expired') AND id > :after
ORDER BY id LIMIT :limit;

-- name: seeks
SELECT id AS key, CASE WHEN closed_at <= :before AND created_at <= :before THEN 1 ELSE 0 END AS stale
FROM seeks
WHERE status <> 'open' AND id > :after
ORDER BY id LIMIT :limit;

-- name: offers
SELECT DISTINCT o.match_id AS key, CASE WHEN m.ended_at <= :before THEN 1 ELSE 0 END AS stale
FROM offers AS o JOIN matches AS m ON m.id = o.match_id
WHERE o.match_id > :after
ORDER BY key LIMIT :limit;

-- name: conditions
SELECT DISTINCT c.match_id AS key, CASE WHEN m.ended_at <= :before THEN 1 ELSE 0 END AS stale
FROM conditions AS c JOIN matches AS m ON m.id = c.match_id
WHERE c.match_id > :after
ORDER BY key LIMIT :limit;

-- name: server_log
SELECT key, 1 AS stale FROM (
    SELECT id AS key, at FROM server_log WHERE id > :after ORDER BY id LIMIT :limit
) AS oldest
WHERE at <= :before
ORDER BY key;

-- name: reports
SELECT key, stale FROM (
    SELECT id AS key, at, CASE WHEN closed_at <= :before THEN 1 ELSE 0 END AS stale
    FROM reports WHERE id > :after ORDER BY id LIMIT :limit
) AS oldest
WHERE at <= :before
ORDER BY key;

-- name: drop_outbox*!
-- Messages that wait are kept, even if they have begun to wait since they were found.
DELETE FROM outbox WHERE id = :key AND (sent_at IS NOT NULL OR failed_at IS NOT NULL) AND waits_for IS NULL;

-- name: drop_deadlines*!
DELETE FROM deadlines WHERE id = :key AND done_at IS NOT NULL;

-- name: drop_challenges*!
DELETE FROM challenges WHERE id = :key AND status IN ('declined', 'withdrawn', 'expired');

-- name: drop_seeks*!
DELETE FROM seeks WHERE id = :key AND status <> 'open';

-- name: drop_offers*!
DELETE FROM offers WHERE match_id = :key;

-- name: drop_conditions*!
DELETE FROM conditions WHERE match_id = :key;

-- name: drop_server_log*!
DELETE FROM server_log WHERE id = :key;

-- name: drop_reports*!
DELETE FROM reports WHERE id = :key AND closed_at IS NOT NULL;
