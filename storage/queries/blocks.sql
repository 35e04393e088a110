-- name: add!
INSERT INTO blocks (person, blocked, at) VALUES (:person, :blocked, :at)
ON CONFLICT (person, blocked) DO NOTHING;

-- name: remove!
DELETE FROM blocks WHERE person = :person AND blocked = :blocked;

-- name: count$
SELECT COUNT(*) FROM blocks WHERE person = :person;

-- name: of_person
SELECT b.blocked AS person, b.at, p.name FROM blocks AS b JOIN people AS p ON p.id = b.blocked
WHERE b.person = :person
ORDER BY b.at DESC, b.blocked LIMIT :limit OFFSET :offset;

-- name: between^
-- One query whatever the answers are, so that its time does not reveal which answer it was.
SELECT
    EXISTS (
        SELECT 1 FROM blocks WHERE (person = :person AND blocked = :other) OR (person = :other AND blocked = :person)
    ) AS blocked,
    EXISTS (SELECT 1 FROM suspensions WHERE guild = CAST(:guild AS BIGINT) AND person = :other) AS suspended,
    EXISTS (
        SELECT 1 FROM seats AS mine JOIN seats AS theirs ON theirs.match_id = mine.match_id
        JOIN matches AS m ON m.id = mine.match_id
        WHERE mine.person = :person AND theirs.person = :other
            AND (m.reason IS NULL OR m.reason NOT IN ('aborted', 'cancelled'))
    ) AS met;
