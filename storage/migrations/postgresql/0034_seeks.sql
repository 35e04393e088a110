-- Who looks for an opponent, and how long it took. rating: theirs when they began to look; spread: how far from it the
-- other side's may be (null: any); everywhere: not only on their server; interaction and nonce: as a challenge's.
CREATE TABLE seeks (
    id TEXT COLLATE "C" PRIMARY KEY,
    person BIGINT NOT NULL REFERENCES people (id),
    game TEXT COLLATE "C" NOT NULL,
    preset TEXT COLLATE "C" NOT NULL,
    pace TEXT COLLATE "C" NOT NULL,
    rated BIGINT NOT NULL CHECK (rated IN (0, 1)),
    rating BIGINT NOT NULL,
    spread BIGINT,
    everywhere BIGINT NOT NULL CHECK (everywhere IN (0, 1)),
    guild BIGINT,
    channel BIGINT NOT NULL,
    parent BIGINT,
    nonce BYTEA NOT NULL,
    interaction BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    closed_at BIGINT,
    match_id TEXT COLLATE "C" REFERENCES matches (id)
);
CREATE INDEX seeks_open ON seeks (game, created_at) WHERE status = 'open';
CREATE INDEX seeks_closed ON seeks (game, closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX seeks_person ON seeks (person, created_at);

-- The open challenges of a server that anyone may take.
CREATE INDEX challenges_open_to_anyone ON challenges (guild, created_at)
    WHERE status = 'open' AND opponent IS NULL AND level IS NULL;
