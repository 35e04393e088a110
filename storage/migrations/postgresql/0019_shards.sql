-- The shards that all processes use, set by the first; changed only when none of them runs.
CREATE TABLE cluster (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    shards BIGINT NOT NULL
);

-- host: whose session counts; taker: who gets it next; agreed: the host knows that; former: who had it before
-- and still has a session.
CREATE TABLE shards (
    number BIGINT PRIMARY KEY,
    host BIGINT,
    taker BIGINT,
    agreed BIGINT NOT NULL DEFAULT 0,
    former BIGINT
);

-- Who answers an interaction that two processes hear, because they hand a shard over.
CREATE TABLE answering (
    interaction BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);

-- key: the number of a shard modulo max_concurrency; free_at: when the next session of the key may begin.
CREATE TABLE session_starts (
    key BIGINT PRIMARY KEY,
    host BIGINT NOT NULL,
    free_at BIGINT NOT NULL
);
