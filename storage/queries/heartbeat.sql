-- name: beat!
INSERT INTO heartbeat (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE SET at = excluded.at;

-- name: last$
SELECT at FROM heartbeat WHERE id = 1;
