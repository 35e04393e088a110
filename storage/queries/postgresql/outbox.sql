-- name: line
-- As on SQLite; MATERIALIZED reads the waiting rows once, however many the server expects.
WITH waiting AS MATERIALIZED (
    SELECT id, lease_until, lease_by, MIN(id) OVER (PARTITION BY lane) AS first,
        MIN(due_at + COALESCE(CAST(CAST(:patience AS JSONB) ->> kind AS BIGINT), 0)) OVER (PARTITION BY lane) AS urgent_at
    FROM outbox
    WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= :now
)
SELECT id FROM waiting
WHERE id = first AND (lease_until IS NULL OR lease_until <= :now) AND (lease_by IS NULL OR lease_by = :host)
ORDER BY urgent_at, id LIMIT :most;

-- name: claim
-- As on SQLite, but rows that another transaction is changing are skipped. COALESCE keeps the server from using
-- another index than that of the ids.
WITH wanted AS MATERIALIZED (
    SELECT CAST(value AS BIGINT) AS id
    FROM jsonb_array_elements_text(CAST(:line AS JSONB)) WITH ORDINALITY AS ids (value, place)
    ORDER BY place
), ready AS (
    SELECT mine.id FROM wanted CROSS JOIN LATERAL (
        SELECT this.id FROM outbox AS this
        WHERE this.id = wanted.id AND COALESCE(this.sent_at, this.failed_at) IS NULL AND this.due_at <= :now
            AND (this.lease_until IS NULL OR this.lease_until <= :now)
            AND (this.lease_by IS NULL OR this.lease_by = :host)
            AND this.id = (
                SELECT first.id FROM outbox AS first
                WHERE first.sent_at IS NULL AND first.failed_at IS NULL
                    AND first.lane = this.lane AND first.due_at <= :now
                ORDER BY first.id LIMIT 1
            )
        FOR UPDATE OF this SKIP LOCKED
    ) AS mine LIMIT :limit
)
UPDATE outbox SET lease_until = :until, lease_by = :host, attempts = attempts + 1, last_error = NULL, waits_for = NULL
FROM ready WHERE outbox.id = ready.id
RETURNING outbox.*;
