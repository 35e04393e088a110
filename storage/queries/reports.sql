-- name: add$
INSERT INTO reports (guild, about, by_person, at, match_id, number, text, reason)
VALUES (:guild, :about, :by_person, :at, :match_id, :number, :text, :reason) RETURNING id;

-- name: get^
SELECT * FROM reports WHERE guild = :guild AND id = :id;

-- name: about
-- `reader` is a moderator, who sees no reports about themselves or from matches that they play in.
SELECT * FROM reports WHERE guild = :guild AND about = :about AND about <> :reader
    AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.match_id = reports.match_id AND seats.person = :reader)
ORDER BY CASE WHEN closed_at IS NULL THEN 0 ELSE 1 END, id DESC LIMIT :limit OFFSET :offset;

-- name: count$
SELECT COUNT(*) FROM reports WHERE guild = :guild AND about = :about AND about <> :reader
    AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.match_id = reports.match_id AND seats.person = :reader);

-- name: about_pause
SELECT * FROM reports WHERE match_id = :match_id AND about IS NULL AND closed_at IS NULL ORDER BY id;

-- name: close_about_pause!
UPDATE reports SET closed_at = :at, closed_by = :by_person
WHERE match_id = :match_id AND about IS NULL AND closed_at IS NULL;

-- name: is_open$
SELECT id FROM reports
WHERE guild = :guild AND by_person = :by_person AND closed_at IS NULL
    AND COALESCE(about, 0) = COALESCE(CAST(:about AS BIGINT), 0)
    AND COALESCE(match_id, '') = COALESCE(CAST(:match_id AS TEXT), '')
    AND COALESCE(number, 0) = COALESCE(CAST(:number AS BIGINT), 0)
LIMIT 1;

-- name: close$
UPDATE reports SET closed_at = :at, closed_by = :by_person WHERE guild = :guild AND id = :id AND closed_at IS NULL
RETURNING id;
