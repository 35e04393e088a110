-- name: get^
SELECT game, pool, holder, person, rating, deviation, volatility, wins, losses, draws, rated_at
FROM ratings WHERE game = :game AND pool = :pool AND holder = :holder;

-- name: put!
INSERT INTO ratings (
    game, pool, holder, person, rating, deviation, volatility, wins, losses, draws, rated_at, standing
) VALUES (
    :game, :pool, :holder, :person, :rating, :deviation, :volatility, :wins, :losses, :draws, :rated_at, :standing
)
ON CONFLICT (game, pool, holder) DO UPDATE SET
    rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
    wins = excluded.wins, losses = excluded.losses, draws = excluded.draws,
    rated_at = excluded.rated_at, standing = excluded.standing;

-- name: add_change!
INSERT INTO rating_changes (match_id, seat, game, pool, holder, person, before, after, deviation, at)
VALUES (:match_id, :seat, :game, :pool, :holder, :person, :before, :after, :deviation, :at);

-- name: met!
INSERT INTO guild_people (guild, person) VALUES (:guild, :person)
ON CONFLICT (guild, person) DO UPDATE SET present = 1;

-- name: set_present!
INSERT INTO guild_people (guild, person, present) VALUES (:guild, :person, :present)
ON CONFLICT (guild, person) DO UPDATE SET present = excluded.present;

-- name: of_person
SELECT * FROM ratings WHERE person = :person ORDER BY game, pool;

-- name: all
SELECT * FROM ratings ORDER BY game, pool, holder;

-- name: forget_all!
DELETE FROM ratings;

-- name: forget_changes!
DELETE FROM rating_changes;

-- name: is_counted$
SELECT 1 FROM rating_changes WHERE match_id = :match_id LIMIT 1;

-- name: changes_of_match
SELECT * FROM rating_changes WHERE match_id = :match_id ORDER BY seat;

-- name: changes_of
-- Two legs count at the same second, so their order comes from `ending`.
SELECT c.* FROM rating_changes AS c JOIN matches AS m ON m.id = c.match_id
WHERE c.person = :person AND c.game = :game AND c.pool = :pool AND c.at >= :since
ORDER BY c.at, m.ending;

-- name: top
-- Start at the step in which the page begins, so that the rows above it are not read.
WITH steps AS (
    SELECT step, holders, CAST(SUM(holders) OVER (ORDER BY step DESC) AS BIGINT) - holders AS before
    FROM rating_steps WHERE game = :game AND pool = :pool
), first AS (
    SELECT step, before FROM steps WHERE before <= :offset AND :offset < before + holders
), lines AS (
    SELECT holder FROM ratings
    WHERE game = :game AND pool = :pool AND standing < (SELECT step + 1 FROM first) << 2
    ORDER BY standing DESC, holder LIMIT :limit OFFSET :offset - COALESCE((SELECT before FROM first), 0)
)
SELECT r.*, COALESCE(p.name, r.holder) AS name, p.username, p.settings
FROM lines CROSS JOIN ratings AS r LEFT JOIN people AS p ON p.id = r.person
WHERE r.game = :game AND r.pool = :pool AND r.holder = lines.holder
ORDER BY r.standing DESC, r.holder;

-- name: above$
SELECT (
    SELECT CAST(COALESCE(SUM(holders), 0) AS BIGINT) FROM rating_steps
    WHERE game = :game AND pool = :pool AND step > CAST(:standing AS BIGINT) >> 2
) + (
    SELECT COUNT(*) FROM ratings
    WHERE game = :game AND pool = :pool AND standing > :standing AND standing < ((:standing >> 2) + 1) << 2
);

-- name: count$
SELECT CAST(COALESCE(SUM(holders), 0) AS BIGINT) FROM rating_steps WHERE game = :game AND pool = :pool;

-- name: top_since
WITH lines AS (
    SELECT holder FROM ratings WHERE game = :game AND pool = :pool AND rated_at >= :since
    ORDER BY standing DESC, holder LIMIT :limit OFFSET :offset
)
SELECT r.*, COALESCE(p.name, r.holder) AS name, p.username, p.settings
FROM lines CROSS JOIN ratings AS r LEFT JOIN people AS p ON p.id = r.person
WHERE r.game = :game AND r.pool = :pool AND r.holder = lines.holder
ORDER BY r.standing DESC, r.holder;

-- name: above_since$
SELECT COUNT(*) FROM ratings
WHERE game = :game AND pool = :pool AND rated_at >= :since AND standing > :standing;

-- name: count_since$
SELECT COUNT(*) FROM ratings WHERE game = :game AND pool = :pool AND rated_at >= :since;

-- name: top_in
-- CROSS JOIN makes SQLite start from the people on the server, however many others are rated.
SELECT r.*, p.name AS name, p.username, p.settings
FROM guild_people AS g
CROSS JOIN ratings AS r
JOIN people AS p ON p.id = g.person
WHERE r.game = :game AND r.pool = :pool AND r.holder = CAST(g.person AS TEXT)
    AND g.guild = :guild AND g.present = 1 AND (CAST(:since AS BIGINT) IS NULL OR r.rated_at >= :since)
ORDER BY r.standing DESC, r.holder LIMIT :limit OFFSET :offset;

-- name: above_in$
SELECT COUNT(*)
FROM guild_people AS g
CROSS JOIN ratings AS r
WHERE r.game = :game AND r.pool = :pool AND r.holder = CAST(g.person AS TEXT)
    AND g.guild = :guild AND g.present = 1 AND r.standing > :standing AND (CAST(:since AS BIGINT) IS NULL OR r.rated_at >= :since);

-- name: count_in$
SELECT COUNT(*)
FROM guild_people AS g
CROSS JOIN ratings AS r
WHERE r.game = :game AND r.pool = :pool AND r.holder = CAST(g.person AS TEXT)
    AND g.guild = :guild AND g.present = 1 AND (CAST(:since AS BIGINT) IS NULL OR r.rated_at >= :since);

-- name: present$
SELECT present FROM guild_people WHERE guild = :guild AND person = :person;

-- name: rated_between$
SELECT COUNT(*) FROM seats AS mine JOIN seats AS theirs ON theirs.match_id = mine.match_id
JOIN matches AS m ON m.id = mine.match_id
WHERE mine.person = :one AND theirs.person = :other AND m.rated = 1 AND m.created_at > :since;

-- name: open_with_ai$
SELECT 1 FROM seats AS mine JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.level IS NOT NULL
WHERE mine.person = :person AND mine.ended_at IS NULL AND m.game = :game AND m.rated = 1 LIMIT 1;
