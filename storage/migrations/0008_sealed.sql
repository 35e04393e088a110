-- sealed: a first leg that is over, whose second leg is not: what it gives away must not be counted anywhere.
ALTER TABLE matches ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0 CHECK (sealed IN (0, 1));
UPDATE matches SET sealed = 1
WHERE leg = 1 AND ended_at IS NOT NULL
    AND reason NOT IN ('resigned', 'time', 'agreed', 'aborted', 'cancelled')
    AND (
        EXISTS (SELECT 1 FROM matches AS second WHERE second.previous_leg = matches.id AND second.ended_at IS NULL)
        OR EXISTS (
            SELECT 1 FROM deadlines AS d WHERE d.kind = 'next-leg' AND d.subject = matches.id AND d.done_at IS NULL
        )
    );

-- Since when a match counts: its own end, of a sealed leg that of the second one. Those that ended before this
-- have been rated already, and stay so.
ALTER TABLE matches ADD COLUMN counted_at INTEGER;
UPDATE matches SET counted_at = ended_at WHERE ended_at IS NOT NULL;

DROP INDEX matches_statistics;
CREATE INDEX matches_statistics ON matches (game, guild, winner, reason, chapter, length)
    WHERE ended_at IS NOT NULL AND sealed = 0;
