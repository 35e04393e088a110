-- name: names_of
-- `people` is a JSON array of ids.
SELECT id, name, username FROM people
WHERE id = ANY (ARRAY(SELECT CAST(value AS BIGINT) FROM jsonb_array_elements_text(CAST(:people AS JSONB))));
