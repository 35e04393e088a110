-- How many of the matches in a row that somebody has let time out were rated: the first of those alone changes ratings.
ALTER TABLE people ADD COLUMN rated_timeouts INTEGER NOT NULL DEFAULT 0;

-- A rated match that changes no ratings, since its loser had let one time out in the same run before.
ALTER TABLE matches ADD COLUMN uncounted INTEGER NOT NULL DEFAULT 0 CHECK (uncounted IN (0, 1));
