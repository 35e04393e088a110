-- How hard a puzzle has turned out to be, from people's first answers. Those that come with the bot are files.
CREATE TABLE puzzle_ratings (
    game TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at BIGINT NOT NULL,
    answers BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);

-- How well somebody solves the puzzles of a game.
CREATE TABLE solvers (
    person BIGINT NOT NULL REFERENCES people (id),
    game TEXT COLLATE "C" NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    rated_at BIGINT NOT NULL,
    answers BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);

-- The puzzle of a day on a server; day: days since 1970.
CREATE TABLE daily_puzzles (
    guild BIGINT NOT NULL,
    day BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (guild, day)
);

-- Who solved it; failed: how many tries went wrong before.
CREATE TABLE daily_solvers (
    guild BIGINT NOT NULL,
    day BIGINT NOT NULL,
    person BIGINT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    PRIMARY KEY (guild, day, person),
    FOREIGN KEY (guild, day) REFERENCES daily_puzzles (guild, day)
);
CREATE INDEX daily_solvers_person ON daily_solvers (person);

-- Which players of a finished match agree that puzzles are made of it.
CREATE TABLE puzzle_consents (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    person BIGINT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    PRIMARY KEY (match_id, person)
);

-- Puzzles from matches on a server. line: as in the files.
CREATE TABLE own_puzzles (
    game TEXT COLLATE "C" NOT NULL,
    puzzle TEXT COLLATE "C" NOT NULL,
    guild BIGINT NOT NULL,
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    line TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);
CREATE INDEX own_puzzles_guild ON own_puzzles (guild, game);
