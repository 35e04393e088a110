-- What a match that is over could have taught its players. version: of what stands in found, which is JSON and grows
-- while it's being looked for; done_at: when all of it was found.
CREATE TABLE analyses (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    version INTEGER NOT NULL,
    found TEXT NOT NULL DEFAULT '{}',
    began_at INTEGER NOT NULL,
    done_at INTEGER
) STRICT;

-- Who is to be told when it's done.
CREATE TABLE analysis_askers (
    match_id TEXT NOT NULL REFERENCES analyses (match_id) ON DELETE CASCADE,
    person INTEGER NOT NULL REFERENCES people (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, person)
) STRICT;
