-- name: begun
-- The latest leg of each match; `matches` is a JSON array of ids.
-- A sealed first leg is not over, since the second one decides.
SELECT c.match_id, COALESCE(second.id, m.id) AS leg,
    CASE WHEN second.id IS NOT NULL THEN second.reason WHEN m.sealed = 1 THEN NULL ELSE m.reason END AS reason
FROM jsonb_array_elements_text(CAST(:matches AS JSONB)) AS wanted (value)
JOIN contest_matches AS c ON c.match_id = wanted.value
JOIN matches AS m ON m.id = c.match_id
LEFT JOIN matches AS second ON second.previous_leg = m.id;

-- name: present
-- `people` is a JSON array of ids. People who have deleted their data have negative ones.
SELECT p.id FROM jsonb_array_elements_text(CAST(:people AS JSONB)) AS wanted (value)
JOIN people AS p ON p.id = CAST(wanted.value AS BIGINT) WHERE p.id > 0;
