-- Rows written by the wrong clock that say when something ends.

-- name: challenges!
UPDATE challenges SET created_at = created_at - :by, expires_at = expires_at - :by
WHERE status = 'open' AND created_at > :now;

-- name: seeks!
UPDATE seeks SET created_at = created_at - :by, expires_at = expires_at - :by
WHERE status = 'open' AND created_at > :now;

-- name: events
SELECT e.contest, e.number, e.event FROM contest_events AS e JOIN contests AS c ON c.id = e.contest
WHERE c.ended_at IS NULL ORDER BY e.contest, e.number;

-- name: reread*!
-- Make readers of such a contest's log read it again.
UPDATE contests SET renumbered = renumbered + 1 WHERE id = :contest;
