-- name: join!
INSERT INTO hosts (id, version, began, seen, draining) VALUES (:id, :version, :began, :seen, :draining)
ON CONFLICT (id) DO UPDATE SET
    version = excluded.version, began = excluded.began, seen = excluded.seen, draining = excluded.draining;

-- name: beat$
UPDATE hosts SET seen = :at WHERE id = :id RETURNING id;

-- name: drain$
UPDATE hosts SET draining = 1 WHERE id = :id RETURNING id;

-- name: leave$
DELETE FROM hosts WHERE id = :id RETURNING id;

-- name: all_of_them
SELECT * FROM hosts ORDER BY id;

-- name: moment$
-- A file has no clock.
SELECT NULL;
