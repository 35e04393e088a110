-- name: outbox_states
-- Reads only the unsent rows.
SELECT
    CASE
        WHEN due_at > :now THEN 'later'
        WHEN waits_for = 'discord' THEN 'away'
        WHEN last_error IS NOT NULL THEN 'retrying'
        WHEN lease_until > :now THEN 'sending'
        ELSE 'due'
    END AS state,
    COUNT(*) AS number,
    MIN(due_at) AS oldest
FROM outbox
WHERE sent_at IS NULL AND failed_at IS NULL
GROUP BY 1;

-- name: unheard$
SELECT COUNT(*) FROM outbox WHERE waits_for = 'addressee';

-- name: late_jobs$
-- Each half can use its own index.
SELECT (
    SELECT COUNT(*) FROM deadlines WHERE done_at IS NULL AND lease_until IS NULL AND due_at <= :before
) + (
    SELECT COUNT(*) FROM deadlines WHERE done_at IS NULL AND lease_until IS NOT NULL AND due_at <= :before
) AS number;

-- name: open_matches
SELECT game, COUNT(*) AS number FROM matches WHERE ended_at IS NULL GROUP BY game;
