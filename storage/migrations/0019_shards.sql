-- The shards that all processes use, set by the first; changed only when none of them runs.
CREATE TABLE cluster (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    shards INTEGER NOT NULL
) STRICT;

-- host: whose session counts; taker: who gets it next; agreed: the host knows that; former: who had it before
-- and still has a session.
CREATE TABLE shards (
    number INTEGER PRIMARY KEY,
    host INTEGER,
    taker INTEGER,
    agreed INTEGER NOT NULL DEFAULT 0,
    former INTEGER
) STRICT;

-- Who answers an interaction that two processes hear, because they hand a shard over.
CREATE TABLE answering (
    interaction INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

-- key: the number of a shard modulo max_concurrency; free_at: when the next session of the key may begin.
CREATE TABLE session_starts (
    key INTEGER PRIMARY KEY,
    host INTEGER NOT NULL,
    free_at INTEGER NOT NULL
) STRICT;
