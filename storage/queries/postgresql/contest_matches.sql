-- name: begun
-- matches: their ids as a JSON array.
SELECT c.match_id, m.reason
FROM jsonb_array_elements_text(CAST(:matches AS JSONB)) AS wanted (value)
JOIN contest_matches AS c ON c.match_id = wanted.value
JOIN matches AS m ON m.id = c.match_id;
