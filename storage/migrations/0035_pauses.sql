-- Who paused a match, until when, and for how many seconds it was paused before.
ALTER TABLE matches ADD COLUMN paused_by INTEGER REFERENCES people (id);
ALTER TABLE matches ADD COLUMN paused_until INTEGER;
ALTER TABLE matches ADD COLUMN paused_for INTEGER NOT NULL DEFAULT 0;
-- A match that is paused already gets an end at the next start.
INSERT INTO deadlines (kind, subject, due_at)
SELECT 'pause ends', id, paused_at FROM matches WHERE paused_at IS NOT NULL AND ended_at IS NULL;

-- A report is about a person, or about the pause of a match (about: null).
CREATE TABLE reports_of_both (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    about INTEGER REFERENCES people (id),
    by_person INTEGER REFERENCES people (id),
    at INTEGER NOT NULL,
    match_id TEXT REFERENCES matches (id),
    number INTEGER,
    text TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '',
    closed_at INTEGER,
    closed_by INTEGER REFERENCES people (id)
) STRICT;
INSERT INTO reports_of_both SELECT * FROM reports;
DROP TABLE reports;
ALTER TABLE reports_of_both RENAME TO reports;
CREATE INDEX reports_guild ON reports (guild, about, id);
CREATE INDEX reports_pauses ON reports (match_id) WHERE about IS NULL AND closed_at IS NULL;
