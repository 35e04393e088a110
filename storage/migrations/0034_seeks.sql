-- Who looks for an opponent, and how long it took. rating: theirs when they began to look; spread: how far from it the
-- other side's may be (null: any); everywhere: not only on their server; interaction and nonce: as a challenge's.
CREATE TABLE seeks (
    id TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    game TEXT NOT NULL,
    preset TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    rating INTEGER NOT NULL,
    spread INTEGER,
    everywhere INTEGER NOT NULL CHECK (everywhere IN (0, 1)),
    guild INTEGER,
    channel INTEGER NOT NULL,
    parent INTEGER,
    nonce BLOB NOT NULL,
    interaction INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    closed_at INTEGER,
    match_id TEXT REFERENCES matches (id)
) STRICT;
CREATE INDEX seeks_open ON seeks (game, created_at) WHERE status = 'open';
CREATE INDEX seeks_closed ON seeks (game, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX seeks_person ON seeks (person, created_at);

-- The open challenges of a server that anyone may take.
CREATE INDEX challenges_open_to_anyone ON challenges (guild, created_at)
    WHERE status = 'open' AND opponent IS NULL AND level IS NULL;
