-- name: claim
-- As on SQLite; rows that another host is just claiming are passed over.
WITH ready AS (
    SELECT id FROM outbox AS mine
    WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= :now
        AND (lease_until IS NULL OR lease_until <= :now)
        AND (lease_by IS NULL OR lease_by = :host)
        AND NOT EXISTS (
            SELECT 1 FROM outbox AS earlier
            WHERE earlier.sent_at IS NULL AND earlier.failed_at IS NULL
                AND earlier.lane = mine.lane AND earlier.id < mine.id AND earlier.due_at <= :now
        )
    ORDER BY (
        SELECT MIN(behind.due_at + COALESCE(CAST(CAST(:patience AS JSONB) ->> behind.kind AS BIGINT), 0))
        FROM outbox AS behind
        WHERE behind.sent_at IS NULL AND behind.failed_at IS NULL
            AND behind.lane = mine.lane AND behind.due_at <= :now
    ), id LIMIT :limit
    FOR UPDATE OF mine SKIP LOCKED
)
UPDATE outbox SET lease_until = :until, lease_by = :host, attempts = attempts + 1, last_error = NULL, waits_for = NULL
FROM ready WHERE outbox.id = ready.id
RETURNING outbox.*;
