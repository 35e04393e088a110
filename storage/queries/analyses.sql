-- name: get^
SELECT * FROM analyses WHERE match_id = :match_id;

-- name: begin!
INSERT INTO analyses (match_id, version, began_at) VALUES (:match_id, :version, :now)
ON CONFLICT (match_id) DO UPDATE SET
    version = excluded.version, found = '{}', began_at = excluded.began_at, done_at = NULL;

-- name: keep!
UPDATE analyses SET found = :found, done_at = :done_at WHERE match_id = :match_id;

-- name: drop_askers!
DELETE FROM analysis_askers WHERE match_id = :match_id;

-- name: drop!
DELETE FROM analyses WHERE match_id = :match_id;

-- name: ask!
INSERT INTO analysis_askers (match_id, person, at) VALUES (:match_id, :person, :now)
ON CONFLICT (match_id, person) DO NOTHING;

-- name: askers
SELECT match_id, person FROM analysis_askers ORDER BY at, match_id, person;
