-- name: beat*!
INSERT INTO heartbeats (shard, shards, at, host) VALUES (:shard, :shards, :at, :host)
ON CONFLICT (shards, shard) DO UPDATE SET at = excluded.at, host = excluded.host;

-- name: forget_others!
-- Once all shards of this count have been recorded, the rows of other counts are obsolete.
DELETE FROM heartbeats
WHERE shards <> :shards AND (SELECT COUNT(*) FROM heartbeats AS heard WHERE heard.shards = :shards) = :shards;

-- name: all
SELECT * FROM heartbeats ORDER BY shards, shard;

-- name: add_outage!
INSERT INTO outages (shard, shards, began, ended) VALUES (:shard, :shards, :began, :ended)
ON CONFLICT (shards, shard, began) DO UPDATE
SET ended = CASE WHEN excluded.ended > outages.ended THEN excluded.ended ELSE outages.ended END;

-- name: drop_outages!
DELETE FROM outages WHERE began >= :at AND shard = :shard AND shards = :shards;

-- name: cut_outages!
UPDATE outages SET ended = :at WHERE ended > :at AND shard = :shard AND shards = :shards;

-- name: outages
SELECT * FROM outages WHERE ended > :since ORDER BY began, ended;
