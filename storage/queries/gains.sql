-- name: of_people
-- `people` is a JSON array of ids.
SELECT c.person, SUM(c.after - c.before) AS gain
FROM json_each(:people) AS wanted JOIN rating_changes AS c ON c.person = wanted.value
WHERE c.game = :game AND c.pool = :pool AND c.at >= :since
GROUP BY c.person;
