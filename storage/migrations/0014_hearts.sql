-- What a player liked best of what the opponent said in a match that is over: one heart of each player a match. The
-- text stands here as it was said; of all that read alike the mark is the same. guild repeats that of the match, so
-- that one index finds a server's.
CREATE TABLE hearts (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    mark TEXT NOT NULL,
    guild INTEGER,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat),
    FOREIGN KEY (match_id, number) REFERENCES actions (match_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX hearts_guild ON hearts (guild, mark) WHERE guild IS NOT NULL;

-- What a server's moderators have taken out of its list.
CREATE TABLE unwanted (
    guild INTEGER NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (guild, mark)
) STRICT, WITHOUT ROWID;
