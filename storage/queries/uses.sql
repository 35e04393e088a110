-- name: between
SELECT at, times FROM uses WHERE person = :person AND what = :what AND at > :after AND at <= :until
ORDER BY at DESC;

-- name: add!
INSERT INTO uses (person, what, at, times) VALUES (:person, :what, :at, 1)
ON CONFLICT (person, what, at) DO UPDATE SET times = uses.times + 1;

-- name: take_back!
UPDATE uses SET times = times - 1 WHERE person = :person AND what = :what AND at = :at;

-- name: forget!
DELETE FROM uses WHERE at <= :before;
