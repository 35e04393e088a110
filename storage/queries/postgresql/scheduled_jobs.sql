-- name: claim
-- As on SQLite, but rows that another process is claiming are skipped. Each half can use its own index.
WITH fresh AS (
    SELECT id, due_at FROM deadlines
    WHERE done_at IS NULL AND lease_until IS NULL AND due_at <= :now
    ORDER BY due_at, id LIMIT :limit
    FOR UPDATE SKIP LOCKED
), again AS (
    SELECT id, due_at FROM deadlines
    WHERE done_at IS NULL AND lease_until IS NOT NULL AND lease_until <= :now
        AND (lease_by IS NULL OR lease_by = :host)
    ORDER BY due_at, id LIMIT :limit
    FOR UPDATE SKIP LOCKED
), ready AS (
    SELECT id FROM (SELECT * FROM fresh UNION ALL SELECT * FROM again) AS both_of_them
    ORDER BY due_at, id LIMIT :limit
)
UPDATE deadlines SET lease_until = :until, lease_by = :host
FROM ready WHERE deadlines.id = ready.id
RETURNING deadlines.*;
