-- Times in which the host could not be reached: nobody's clock ran meanwhile.
CREATE TABLE outages (
    began INTEGER PRIMARY KEY NOT NULL,
    ended INTEGER NOT NULL CHECK (ended > began)
) STRICT;

-- Whose AI is to act is kept as a deadline; matches from before that are looked at once.
INSERT INTO deadlines (kind, subject, due_at)
SELECT DISTINCT 'answer', m.id, m.created_at FROM matches AS m JOIN seats AS s ON s.match_id = m.id
WHERE m.ended_at IS NULL AND s.level IS NOT NULL
ON CONFLICT (kind, subject) WHERE done_at IS NULL DO NOTHING;

-- The message in a person's private channel that lists their matches, and a digest of what it says.
ALTER TABLE people ADD COLUMN home_message INTEGER;
ALTER TABLE people ADD COLUMN home_said TEXT;

-- The match after which this one is to follow.
ALTER TABLE challenges ADD COLUMN rematch_of TEXT REFERENCES matches (id);
CREATE INDEX challenges_rematch ON challenges (rematch_of) WHERE status = 'open' AND rematch_of IS NOT NULL;
