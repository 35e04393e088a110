-- name: set*!
INSERT INTO deadlines (kind, subject, due_at, payload, set_at) VALUES (:kind, :subject, :due_at, :payload, :set_at)
ON CONFLICT (kind, subject) WHERE done_at IS NULL
DO UPDATE SET due_at = excluded.due_at, payload = excluded.payload, set_at = excluded.set_at,
    lease_until = NULL, lease_by = NULL;

-- name: clear*!
UPDATE deadlines SET done_at = :at, lease_until = NULL, lease_by = NULL
WHERE kind = :kind AND subject = :subject AND done_at IS NULL;

-- name: claim
-- A job with lease_by is being run by that process, and no other takes it while the process is listed.
-- A job with lease_until alone waits for its next attempt.
UPDATE deadlines SET lease_until = :until, lease_by = :host
WHERE id IN (
    SELECT id FROM (
        SELECT id, due_at FROM deadlines
        WHERE done_at IS NULL AND lease_until IS NULL AND due_at <= :now
        UNION ALL
        SELECT id, due_at FROM deadlines
        WHERE done_at IS NULL AND lease_until IS NOT NULL AND lease_until <= :now
            AND (lease_by IS NULL OR lease_by = :host)
    ) AS ready
    ORDER BY due_at, id LIMIT :limit
)
RETURNING *;

-- name: done$
UPDATE deadlines SET done_at = :at, lease_until = NULL, lease_by = NULL
WHERE id = :id AND due_at = :due_at AND done_at IS NULL
    AND COALESCE(lease_by, -1) = CAST(:lease_by AS BIGINT)
RETURNING id;

-- name: put_back$
UPDATE deadlines SET lease_by = NULL, lease_until = :until
WHERE id = :id AND due_at = :due_at AND done_at IS NULL
    AND COALESCE(lease_by, -1) = CAST(:lease_by AS BIGINT)
RETURNING id;

-- name: get^
SELECT * FROM deadlines WHERE kind = :kind AND subject = :subject AND done_at IS NULL;

-- name: release!
UPDATE deadlines SET lease_until = NULL, lease_by = NULL
WHERE done_at IS NULL AND lease_until IS NOT NULL
    AND (lease_by IS NULL OR lease_by NOT IN (SELECT id FROM hosts));

-- name: free
UPDATE deadlines SET lease_until = NULL, lease_by = NULL
WHERE lease_by IS NOT NULL AND lease_by NOT IN (SELECT id FROM hosts)
RETURNING id;

-- name: leased_behind
SELECT id, lease_until AS at, kind, payload FROM deadlines
WHERE done_at IS NULL AND lease_until IS NOT NULL AND lease_until >= :at AND (lease_until > :at OR id > :id)
ORDER BY lease_until, id LIMIT :rows;

-- name: fresh_behind
-- Jobs set by a clock that was ahead; of those without a set time, the ones due soon.
SELECT id, due_at AS at, kind, payload FROM deadlines
WHERE done_at IS NULL AND lease_until IS NULL AND due_at >= :at AND (due_at > :at OR id > :id)
    AND (set_at > :now OR set_at IS NULL AND due_at <= :until)
ORDER BY due_at, id LIMIT :rows;

-- name: go_back*!
UPDATE deadlines SET
    due_at = CASE WHEN set_at > :now OR set_at IS NULL AND due_at <= :until THEN due_at - :by ELSE due_at END,
    payload = CASE WHEN set_at > :now THEN :payload ELSE payload END,
    set_at = CASE WHEN set_at > :now THEN set_at - :by ELSE set_at END,
    lease_until = CASE WHEN lease_by IS NULL OR lease_by = :host THEN lease_until - :by ELSE lease_until END
WHERE id = :id AND done_at IS NULL;

-- name: next_due$
SELECT MIN(at) FROM (
    SELECT MIN(due_at) AS at FROM deadlines WHERE done_at IS NULL AND lease_until IS NULL
    UNION ALL
    SELECT MIN(lease_until) FROM deadlines
    WHERE done_at IS NULL AND lease_until IS NOT NULL AND (lease_by IS NULL OR lease_by = :host)
) AS soonest;

-- name: undone
SELECT * FROM deadlines WHERE kind = :kind AND done_at IS NULL ORDER BY due_at, id;

-- name: silences_of
-- The matches in which the person's clock is stopped; each seat has its own kind of job.
SELECT d.subject FROM seats AS mine JOIN deadlines AS d ON d.kind = 'silent' || mine.seat AND d.subject = mine.match_id
WHERE mine.person = :person AND mine.ended_at IS NULL AND d.done_at IS NULL;

-- name: silences_in
SELECT DISTINCT d.subject FROM deadlines AS d JOIN matches AS m ON m.id = d.subject
WHERE d.kind IN ('silent0', 'silent1') AND d.done_at IS NULL AND m.guild = :guild AND m.ended_at IS NULL;

-- name: take$
UPDATE deadlines SET lease_by = :host, lease_until = :until
WHERE kind = :kind AND subject = :subject AND done_at IS NULL AND (lease_by IS NULL OR lease_by = :host)
RETURNING id;

-- name: let_go!
UPDATE deadlines SET lease_by = NULL, lease_until = NULL
WHERE kind = :kind AND done_at IS NULL AND lease_by = :host;
