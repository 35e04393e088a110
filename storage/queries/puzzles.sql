-- name: rating_of^
SELECT * FROM puzzle_ratings WHERE game = :game AND puzzle = :puzzle;

-- name: ratings_of
SELECT puzzle, rating FROM puzzle_ratings WHERE game = :game;

-- name: put_rating!
INSERT INTO puzzle_ratings (game, puzzle, rating, deviation, volatility, rated_at, answers, solved)
VALUES (:game, :puzzle, :rating, :deviation, :volatility, :rated_at, :answers, :solved)
ON CONFLICT (game, puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    volatility = excluded.volatility, rated_at = excluded.rated_at, answers = excluded.answers, solved = excluded.solved;

-- name: solver^
SELECT * FROM solvers WHERE person = :person AND game = :game;

-- name: put_solver!
INSERT INTO solvers (person, game, rating, deviation, volatility, rated_at, answers, solved)
VALUES (:person, :game, :rating, :deviation, :volatility, :rated_at, :answers, :solved)
ON CONFLICT (person, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
    volatility = excluded.volatility, rated_at = excluded.rated_at, answers = excluded.answers, solved = excluded.solved;

-- name: daily^
SELECT * FROM daily_puzzles WHERE guild = :guild AND day = :day;

-- name: add_daily$
INSERT INTO daily_puzzles (guild, day, game, puzzle) VALUES (:guild, :day, :game, :puzzle)
ON CONFLICT (guild, day) DO NOTHING RETURNING day;

-- name: dailies_of
SELECT * FROM daily_puzzles WHERE guild = :guild ORDER BY day DESC;

-- name: of_day
SELECT DISTINCT game, puzzle FROM daily_puzzles WHERE day = :day;

-- name: add_daily_solver$
INSERT INTO daily_solvers (guild, day, person, at, failed) VALUES (:guild, :day, :person, :at, :failed)
ON CONFLICT (guild, day, person) DO NOTHING RETURNING day;

-- name: daily_solvers
SELECT * FROM daily_solvers WHERE guild = :guild AND day = :day ORDER BY at, person;

-- name: solved_days
SELECT DISTINCT day FROM daily_solvers WHERE person = :person ORDER BY day DESC;

-- name: consent!
INSERT INTO puzzle_consents (match_id, person, at) VALUES (:match_id, :person, :at)
ON CONFLICT (match_id, person) DO NOTHING;

-- name: consents
SELECT person FROM puzzle_consents WHERE match_id = :match_id ORDER BY person;

-- name: add_own!
INSERT INTO own_puzzles (game, puzzle, guild, match_id, line, made_at)
VALUES (:game, :puzzle, :guild, :match_id, :line, :made_at)
ON CONFLICT (game, puzzle) DO NOTHING;

-- name: own^
SELECT * FROM own_puzzles WHERE game = :game AND puzzle = :puzzle;

-- name: own_of
SELECT * FROM own_puzzles WHERE guild = :guild AND game = :game ORDER BY made_at DESC, puzzle;
