-- name: add$
INSERT INTO reports (guild, about, by_person, at, match_id, number, text, reason)
VALUES (:guild, :about, :by_person, :at, :match_id, :number, :text, :reason) RETURNING id;

-- name: get^
SELECT * FROM reports WHERE guild = :guild AND id = :id;

-- name: about
SELECT * FROM reports WHERE guild = :guild AND about = :about
ORDER BY CASE WHEN closed_at IS NULL THEN 0 ELSE 1 END, id DESC LIMIT :limit OFFSET :offset;

-- name: count$
SELECT COUNT(*) FROM reports WHERE guild = :guild AND about = :about;

-- name: is_open$
SELECT id FROM reports
WHERE guild = :guild AND by_person = :by_person AND about = :about AND closed_at IS NULL
    AND COALESCE(match_id, '') = COALESCE(CAST(:match_id AS TEXT), '')
    AND COALESCE(number, 0) = COALESCE(CAST(:number AS BIGINT), 0)
LIMIT 1;

-- name: close$
UPDATE reports SET closed_at = :at, closed_by = :by_person WHERE guild = :guild AND id = :id AND closed_at IS NULL
RETURNING id;
