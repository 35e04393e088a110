-- name: begun
-- The latest leg of each match; `matches` is a JSON array of ids.
-- A sealed first leg is not over, since the second one decides.
SELECT c.match_id, COALESCE(second.id, m.id) AS leg,
    CASE WHEN second.id IS NOT NULL THEN second.reason WHEN m.sealed = 1 THEN NULL ELSE m.reason END AS reason
FROM json_each(:matches) AS wanted
JOIN contest_matches AS c ON c.match_id = wanted.value
JOIN matches AS m ON m.id = c.match_id
LEFT JOIN matches AS second ON second.previous_leg = m.id;

-- name: under_way$
-- A sealed first leg is not over, since the second one has the same secrets.
SELECT COUNT(*) FROM contest_matches AS c
JOIN matches AS m ON m.id = c.match_id AND (m.reason IS NULL OR m.sealed = 1)
WHERE c.contest = :id;

-- name: apart
SELECT b.person, b.blocked FROM contest_people AS p
JOIN blocks AS b ON b.person = p.person
JOIN contest_people AS other ON other.contest = p.contest AND other.person = b.blocked
WHERE p.contest = :id;

-- name: terms_of^
SELECT c.terms FROM contest_matches AS m JOIN contests AS c ON c.id = m.contest WHERE m.match_id = :match_id;

-- name: ended_of
-- Ladders never end. Contests of other servers stay hidden on this one.
SELECT c.* FROM contest_people AS p JOIN contests AS c ON c.id = p.contest
WHERE p.person = :person AND c.ended_at IS NOT NULL
    AND (:everywhere = 1 OR c.guild IS NULL OR c.guild = CAST(:here AS BIGINT))
ORDER BY c.ended_at DESC, c.id LIMIT :limit;

-- name: opponents
SELECT DISTINCT theirs.person, c.terms
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id AND m.ended_at IS NULL
JOIN seats AS theirs ON theirs.match_id = m.id AND theirs.person <> mine.person
JOIN contest_matches AS cm ON cm.match_id = m.id
JOIN contests AS c ON c.id = cm.contest
WHERE mine.person = :person;

-- name: present
-- `people` is a JSON array of ids. People who have deleted their data have negative ones.
SELECT p.id FROM json_each(:people) AS wanted JOIN people AS p ON p.id = wanted.value WHERE p.id > 0;

-- name: ratings_of
SELECT r.person, r.rating FROM contest_people AS p
JOIN ratings AS r ON r.person = p.person AND r.game = :game AND r.pool = :pool
WHERE p.contest = :id;
