-- How hard a puzzle has turned out to be, from people's first answers. Those that come with the bot are files.
CREATE TABLE puzzle_ratings (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    rated_at INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;

-- How well somebody solves the puzzles of a game.
CREATE TABLE solvers (
    person INTEGER NOT NULL REFERENCES people (id),
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    rated_at INTEGER NOT NULL,
    answers INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- The puzzle of a day on a server; day: days since 1970.
CREATE TABLE daily_puzzles (
    guild INTEGER NOT NULL,
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    PRIMARY KEY (guild, day)
) STRICT, WITHOUT ROWID;

-- Who solved it; failed: how many tries went wrong before.
CREATE TABLE daily_solvers (
    guild INTEGER NOT NULL,
    day INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people (id),
    at INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    PRIMARY KEY (guild, day, person),
    FOREIGN KEY (guild, day) REFERENCES daily_puzzles (guild, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_solvers_person ON daily_solvers (person);

-- Which players of a finished match agree that puzzles are made of it.
CREATE TABLE puzzle_consents (
    match_id TEXT NOT NULL REFERENCES matches (id),
    person INTEGER NOT NULL REFERENCES people (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, person)
) STRICT, WITHOUT ROWID;

-- Puzzles from matches on a server. line: as in the files.
CREATE TABLE own_puzzles (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    guild INTEGER NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    line TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX own_puzzles_guild ON own_puzzles (guild, game);
