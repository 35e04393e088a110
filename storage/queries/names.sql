-- name: names_of
-- `people` is a JSON array of ids.
SELECT id, name, username FROM people WHERE id IN (SELECT value FROM json_each(:people));

-- name: names_of_opponents
SELECT id, name FROM people WHERE id IN (
    SELECT other.person FROM seats AS mine JOIN seats AS other ON other.match_id = mine.match_id
    WHERE mine.person = :person AND mine.ended_at IS NULL AND other.person IS NOT NULL
    UNION
    SELECT challenger FROM challenges WHERE status = 'open' AND opponent = :person
    UNION
    SELECT opponent FROM challenges WHERE status = 'open' AND challenger = :person AND opponent IS NOT NULL
);
