-- name: of_people
-- `people` is a JSON array of ids.
SELECT c.person, SUM(c.after - c.before) AS gain
FROM jsonb_array_elements_text(CAST(:people AS JSONB)) AS wanted (value)
JOIN rating_changes AS c ON c.person = CAST(wanted.value AS BIGINT)
WHERE c.game = :game AND c.pool = :pool AND c.at >= :since
GROUP BY c.person;
