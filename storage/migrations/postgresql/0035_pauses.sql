-- Who paused a match, until when, and for how many seconds it was paused before.
ALTER TABLE matches ADD COLUMN paused_by BIGINT REFERENCES people (id);
ALTER TABLE matches ADD COLUMN paused_until BIGINT;
ALTER TABLE matches ADD COLUMN paused_for BIGINT NOT NULL DEFAULT 0;
-- A match that is paused already gets an end at the next start.
INSERT INTO deadlines (kind, subject, due_at)
SELECT 'pause ends', id, paused_at FROM matches WHERE paused_at IS NOT NULL AND ended_at IS NULL;

-- A report is about a person, or about the pause of a match (about: null).
ALTER TABLE reports ALTER COLUMN about DROP NOT NULL;
CREATE INDEX reports_pauses ON reports (match_id) WHERE about IS NULL AND closed_at IS NULL;
