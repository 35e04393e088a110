-- In which order matches ended: from it all ratings can be computed again.
ALTER TABLE matches ADD COLUMN ending INTEGER;
UPDATE matches SET ending = numbered.ending FROM (
    SELECT id, ROW_NUMBER() OVER (ORDER BY ended_at, id) AS ending FROM matches WHERE ended_at IS NOT NULL
) AS numbered WHERE numbered.id = matches.id;
CREATE UNIQUE INDEX matches_ending ON matches (ending) WHERE ending IS NOT NULL;
-- What ended before there were ratings does not count.
UPDATE matches SET rated = 0 WHERE ended_at IS NOT NULL;

-- By what a match is grouped in the statistics of its game.
ALTER TABLE matches ADD COLUMN chapter TEXT NOT NULL DEFAULT '';

CREATE INDEX matches_statistics ON matches (game, guild, winner, reason, chapter, length)
    WHERE ended_at IS NOT NULL;

-- Both agree on whether a match counts.
ALTER TABLE challenges ADD COLUMN rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1));

-- How strong somebody is in a game. pool: among people, or against the bot; holder: a person's id, or a level's name.
-- standing: what a board is ordered by.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    pool TEXT NOT NULL CHECK (pool IN ('people', 'bots')),
    holder TEXT NOT NULL,
    person INTEGER REFERENCES people (id),
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    wins INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    rated_at INTEGER NOT NULL,
    standing INTEGER NOT NULL,
    PRIMARY KEY (game, pool, holder)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_board ON ratings (game, pool, standing DESC, holder, rated_at);
CREATE INDEX ratings_lately ON ratings (game, pool, rated_at, standing);
CREATE INDEX ratings_person ON ratings (person) WHERE person IS NOT NULL;

-- How many stand on each step of four points, so that a place is counted without walking over everybody above it.
CREATE TABLE rating_steps (
    game TEXT NOT NULL,
    pool TEXT NOT NULL,
    step INTEGER NOT NULL,
    holders INTEGER NOT NULL,
    PRIMARY KEY (game, pool, step)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ratings_come AFTER INSERT ON ratings
BEGIN
    INSERT INTO rating_steps (game, pool, step, holders) VALUES (NEW.game, NEW.pool, NEW.standing >> 2, 1)
    ON CONFLICT (game, pool, step) DO UPDATE SET holders = holders + 1;
END;

CREATE TRIGGER ratings_leave AFTER DELETE ON ratings
BEGIN
    UPDATE rating_steps SET holders = holders - 1
    WHERE game = OLD.game AND pool = OLD.pool AND step = OLD.standing >> 2;
END;

CREATE TRIGGER ratings_move AFTER UPDATE OF standing ON ratings WHEN OLD.standing >> 2 <> NEW.standing >> 2
BEGIN
    UPDATE rating_steps SET holders = holders - 1
    WHERE game = OLD.game AND pool = OLD.pool AND step = OLD.standing >> 2;
    INSERT INTO rating_steps (game, pool, step, holders) VALUES (NEW.game, NEW.pool, NEW.standing >> 2, 1)
    ON CONFLICT (game, pool, step) DO UPDATE SET holders = holders + 1;
END;

-- What each rated match has changed.
CREATE TABLE rating_changes (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    game TEXT NOT NULL,
    pool TEXT NOT NULL,
    holder TEXT NOT NULL,
    person INTEGER REFERENCES people (id),
    before REAL NOT NULL,
    after REAL NOT NULL,
    deviation REAL NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_person ON rating_changes (person, game, pool, at) WHERE person IS NOT NULL;

-- Who is known in a server; present: they have not left it, as far as is known.
CREATE TABLE guild_people (
    guild INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people (id),
    present INTEGER NOT NULL DEFAULT 1 CHECK (present IN (0, 1)),
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;
