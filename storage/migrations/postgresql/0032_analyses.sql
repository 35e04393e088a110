-- What a match that is over could have taught its players. version: of what stands in found, which is JSON and grows
-- while it's being looked for; done_at: when all of it was found.
CREATE TABLE analyses (
    match_id TEXT COLLATE "C" PRIMARY KEY REFERENCES matches (id),
    version BIGINT NOT NULL,
    found TEXT COLLATE "C" NOT NULL DEFAULT '{}',
    began_at BIGINT NOT NULL,
    done_at BIGINT
);

-- Who is to be told when it's done.
CREATE TABLE analysis_askers (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES analyses (match_id) ON DELETE CASCADE,
    person BIGINT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, person)
);
