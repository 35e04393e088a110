-- name: claim
-- As on SQLite; rows that somebody else is just changing are passed over. What waits is gone through once, however
-- much the server thinks that is, and the rows are found by their ids alone: COALESCE fits no index.
WITH waiting AS MATERIALIZED (
    SELECT id, lease_until, lease_by, MIN(id) OVER (PARTITION BY lane) AS first,
        MIN(due_at + COALESCE(CAST(CAST(:patience AS JSONB) ->> kind AS BIGINT), 0)) OVER (PARTITION BY lane) AS urgent_at
    FROM outbox
    WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= :now
), in_turn AS MATERIALIZED (
    SELECT id FROM waiting
    WHERE id = first AND (lease_until IS NULL OR lease_until <= :now) AND (lease_by IS NULL OR lease_by = :host)
    ORDER BY urgent_at, id
), ready AS (
    SELECT mine.id FROM in_turn CROSS JOIN LATERAL (
        SELECT id FROM outbox
        WHERE id = in_turn.id AND COALESCE(sent_at, failed_at) IS NULL AND due_at <= :now
            AND (lease_until IS NULL OR lease_until <= :now) AND (lease_by IS NULL OR lease_by = :host)
        FOR UPDATE SKIP LOCKED
    ) AS mine LIMIT :limit
)
UPDATE outbox SET lease_until = :until, lease_by = :host, attempts = attempts + 1, last_error = NULL, waits_for = NULL
FROM ready WHERE outbox.id = ready.id
RETURNING outbox.*;

-- name: next_due$
-- As on SQLite, and what waits is gone through once.
SELECT MIN(CASE
    WHEN lease_by <> :host THEN NULL
    WHEN due_at <= :now AND lease_until IS NOT NULL THEN lease_until
    ELSE due_at
END)
FROM (
    SELECT id, due_at, lease_until, lease_by, MIN(id) FILTER (WHERE due_at <= :now) OVER (PARTITION BY lane) AS first
    FROM outbox
    WHERE sent_at IS NULL AND failed_at IS NULL
) AS waiting
WHERE due_at > :now OR id = first;
