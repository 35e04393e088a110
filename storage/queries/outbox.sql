-- name: add*!
INSERT INTO outbox (match_id, lane, kind, payload, nonce, created_at, due_at)
VALUES (:match_id, :lane, :kind, :payload, :nonce, :created_at, :due_at)
ON CONFLICT (nonce) DO NOTHING;

-- name: line
-- The first row of each lane if it may be taken, most urgent first. A lane is as urgent as the most urgent row
-- waiting in it, so that no urgent row is stuck behind others. This reads all waiting rows.
SELECT head.id FROM (
    SELECT MIN(id) AS id, MIN(due_at + COALESCE(json_extract(:patience, '$.' || kind), 0)) AS urgent_at FROM outbox
    WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= :now
    GROUP BY lane
) AS lanes JOIN outbox AS head ON head.id = lanes.id
WHERE (head.lease_until IS NULL OR head.lease_until <= :now) AND (head.lease_by IS NULL OR head.lease_by = :host)
ORDER BY lanes.urgent_at, head.id LIMIT :most;

-- name: waits^
-- Whether a row may be taken, and whether more than `number` wait; the time does not grow with the rows.
SELECT EXISTS (
    SELECT 1 FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NULL AND due_at <= :now
) OR EXISTS (
    SELECT 1 FROM outbox
    WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NOT NULL AND lease_until <= :now
) AS anything, EXISTS (
    SELECT 1 FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND due_at <= :now
    ORDER BY due_at LIMIT 1 OFFSET :number
) AS more;

-- name: claim
-- `line` is a JSON array of ids; taken are those that are still first in their lanes and not held by others.
-- A row with lease_by is being sent by that process, and no other takes it while the process is listed.
-- A row with lease_until alone waits for its next attempt.
UPDATE outbox SET lease_until = :until, lease_by = :host, attempts = attempts + 1, last_error = NULL, waits_for = NULL
WHERE id IN (
    SELECT mine.id FROM json_each(:line) AS wanted CROSS JOIN outbox AS mine
    WHERE mine.id = wanted.value AND mine.sent_at IS NULL AND mine.failed_at IS NULL AND mine.due_at <= :now
        AND (mine.lease_until IS NULL OR mine.lease_until <= :now)
        AND (mine.lease_by IS NULL OR mine.lease_by = :host)
        AND NOT EXISTS (
            SELECT 1 FROM outbox AS earlier
            WHERE earlier.sent_at IS NULL AND earlier.failed_at IS NULL
                AND earlier.lane = mine.lane AND earlier.id < mine.id AND earlier.due_at <= :now
        )
    ORDER BY wanted.key LIMIT :limit
)
RETURNING *;

-- name: mark_sent$
UPDATE outbox SET sent_at = :at, message_id = :message_id, failed_at = NULL, waits_for = NULL,
    lease_until = NULL, lease_by = NULL
WHERE id = :id AND COALESCE(lease_by, -1) = CAST(:lease_by AS BIGINT)
RETURNING id;

-- name: mark_retry$
UPDATE outbox SET lease_until = :again_at, lease_by = NULL, last_error = :error,
    waits_for = CASE WHEN :away THEN 'discord' END
WHERE id = :id AND sent_at IS NULL AND failed_at IS NULL
    AND COALESCE(lease_by, -1) = CAST(:lease_by AS BIGINT)
RETURNING id;

-- name: mark_failed$
UPDATE outbox SET failed_at = :at, last_error = :error, lease_until = NULL, lease_by = NULL,
    waits_for = CASE WHEN :unheard THEN 'addressee' END
WHERE id = :id AND sent_at IS NULL AND COALESCE(lease_by, -1) = CAST(:lease_by AS BIGINT)
RETURNING id;

-- name: cancel
UPDATE outbox SET failed_at = :at, last_error = 'superseded', waits_for = NULL,
    lease_until = NULL, lease_by = NULL
WHERE match_id = :match_id AND kind = :kind AND id < :before AND sent_at IS NULL AND failed_at IS NULL
    AND lease_by IS NULL AND (CAST(:lane AS TEXT) IS NULL OR lane = :lane)
RETURNING id;

-- name: make_due!
UPDATE outbox SET due_at = :now
WHERE match_id = :match_id AND sent_at IS NULL AND failed_at IS NULL AND due_at > :now;

-- name: release!
UPDATE outbox SET lease_until = NULL, lease_by = NULL
WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NOT NULL
    AND (lease_by IS NULL OR lease_by NOT IN (SELECT id FROM hosts));

-- name: free
UPDATE outbox SET lease_until = NULL, lease_by = NULL
WHERE lease_by IS NOT NULL AND lease_by NOT IN (SELECT id FROM hosts)
RETURNING id;

-- name: leased_behind
SELECT id, lease_until AS at FROM outbox
WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NOT NULL AND lease_until >= :at AND (lease_until > :at OR id > :id)
ORDER BY lease_until, id LIMIT :rows;

-- name: fresh_behind
SELECT id, due_at AS at FROM outbox
WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NULL AND due_at >= :at AND (due_at > :at OR id > :id)
    AND (created_at > :now OR due_at <= :until)
ORDER BY due_at, id LIMIT :rows;

-- name: go_back*!
UPDATE outbox SET
    due_at = CASE WHEN created_at > :now OR due_at <= :until THEN due_at - :by ELSE due_at END,
    created_at = CASE WHEN created_at > :now THEN created_at - :by ELSE created_at END,
    lease_until = CASE WHEN lease_by IS NULL OR lease_by = :host THEN lease_until - :by ELSE lease_until END
WHERE id = :id AND sent_at IS NULL AND failed_at IS NULL;

-- name: newest_before
SELECT id, kind, created_at, due_at, COALESCE(sent_at, failed_at) IS NOT NULL AS is_over FROM outbox
WHERE id < :id ORDER BY id DESC LIMIT :rows;

-- name: forget_nonce*!
UPDATE outbox SET nonce = nonce || ':' || id WHERE id = :id AND (sent_at IS NOT NULL OR failed_at IS NOT NULL);

-- name: next_due$
-- Rows that another process is sending are left to it.
SELECT MIN(at) FROM (
    SELECT MIN(due_at) AS at FROM outbox WHERE sent_at IS NULL AND failed_at IS NULL AND due_at > :now
    UNION ALL
    SELECT MIN(lease_until) FROM outbox
    WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NOT NULL AND lease_until > :now
        AND (lease_by IS NULL OR lease_by = :host)
) AS soonest;

-- name: get^
SELECT * FROM outbox WHERE id = :id;

-- name: newest_sent
SELECT * FROM outbox WHERE match_id = :match_id AND lane = :lane AND message_id IS NOT NULL
ORDER BY id DESC LIMIT :most;

-- name: waiting
SELECT * FROM outbox
WHERE lane = :lane AND sent_at IS NULL AND failed_at IS NULL AND due_at <= :now
ORDER BY id;

-- name: overtaken$
SELECT EXISTS (
    SELECT 1 FROM outbox
    WHERE lane = :lane AND sent_at IS NULL AND failed_at IS NULL AND id > :id AND kind = :kind AND due_at <= :now
);

-- name: make_retries_due!
UPDATE outbox SET lease_until = NULL, lease_by = NULL
WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NOT NULL AND waits_for = 'discord';

-- name: mark_undelivered!
UPDATE outbox SET sent_at = NULL, failed_at = :at, last_error = :error, waits_for = 'addressee',
    lease_until = NULL, lease_by = NULL
WHERE nonce = :nonce;

-- name: retry!
UPDATE outbox SET failed_at = NULL, last_error = NULL, waits_for = NULL, attempts = 0
WHERE nonce = :nonce AND failed_at IS NOT NULL AND sent_at IS NULL;

-- name: revive
-- A NULL lane or guild means all of them.
UPDATE outbox SET failed_at = NULL, last_error = NULL, waits_for = NULL, attempts = 0
WHERE failed_at IS NOT NULL AND sent_at IS NULL AND waits_for = 'addressee'
    AND (CAST(:lane AS TEXT) IS NULL OR lane = :lane)
    AND (CAST(:guild AS BIGINT) IS NULL OR match_id IN (SELECT id FROM matches WHERE guild = :guild AND ended_at IS NULL))
RETURNING id;

-- name: has$
SELECT EXISTS (SELECT 1 FROM outbox WHERE nonce = :nonce);

-- name: message_of$
SELECT message_id FROM outbox WHERE nonce = :nonce;

-- name: forget_in!
UPDATE outbox SET nonce = nonce || ':' || id, waits_for = NULL,
    last_error = CASE WHEN sent_at IS NULL THEN 'superseded' ELSE last_error END
WHERE kind = :kind AND (sent_at IS NOT NULL OR (:unheard AND failed_at IS NOT NULL))
    AND nonce NOT LIKE '%:' || id
    AND match_id IN (SELECT id FROM matches WHERE guild = :guild AND ended_at IS NULL);
