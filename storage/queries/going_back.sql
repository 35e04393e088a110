-- What was written in a time that turned out never to have been, and says when something ends.

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
-- Whoever has read the log of such a contest before reads it again.
UPDATE contests SET renumbered = renumbered + 1 WHERE id = :contest;
