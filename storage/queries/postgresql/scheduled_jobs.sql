-- name: claim
-- As on SQLite; rows that another host is just claiming are passed over.
WITH ready AS (
    SELECT id FROM deadlines
    WHERE done_at IS NULL
        AND (
            (lease_until IS NULL AND due_at <= :now)
            OR (lease_until IS NOT NULL AND lease_until <= :now AND (lease_by IS NULL OR lease_by = :host))
        )
    ORDER BY due_at, id LIMIT :limit
    FOR UPDATE SKIP LOCKED
)
UPDATE deadlines SET lease_until = :until, lease_by = :host
FROM ready WHERE deadlines.id = ready.id
RETURNING deadlines.*;
