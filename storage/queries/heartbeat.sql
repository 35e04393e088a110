-- name: beat!
INSERT INTO heartbeat (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE SET at = excluded.at;

-- name: last$
SELECT at FROM heartbeat WHERE id = 1;

-- name: add_outage!
INSERT INTO outages (began, ended) VALUES (:began, :ended)
ON CONFLICT (began) DO UPDATE SET
    ended = CASE WHEN excluded.ended > outages.ended THEN excluded.ended ELSE outages.ended END;

-- name: drop_outages!
DELETE FROM outages WHERE began >= :at;

-- name: cut_outages!
UPDATE outages SET ended = :at WHERE ended > :at;

-- name: outages
SELECT began, ended FROM outages WHERE ended > :since ORDER BY began;
