-- name: count$
SELECT shards FROM cluster WHERE id = 1;

-- name: set_count!
INSERT INTO cluster (id, shards) VALUES (1, :shards)
ON CONFLICT (id) DO UPDATE SET shards = excluded.shards;

-- name: clear!
DELETE FROM shards;

-- name: put!
INSERT INTO shards (number, host, taker, agreed, former) VALUES (:number, :host, :taker, :agreed, :former)
ON CONFLICT (number) DO UPDATE
SET host = excluded.host, taker = excluded.taker, agreed = excluded.agreed, former = excluded.former;

-- name: all_of_them
SELECT number, host, taker, agreed, former FROM shards ORDER BY number;

-- name: answer_alone$
INSERT INTO answering (interaction, at) VALUES (:interaction, :at)
ON CONFLICT (interaction) DO NOTHING RETURNING interaction;

-- name: begin_answer$
INSERT INTO answering (interaction, at, host) VALUES (:interaction, :at, :host)
ON CONFLICT (interaction) DO UPDATE SET host = answering.host RETURNING host;

-- name: forget_answers!
DELETE FROM answering WHERE at < :before;

-- name: latest_start^
SELECT host, free_at FROM session_starts WHERE key = :key;

-- name: put_start!
INSERT INTO session_starts (key, host, free_at) VALUES (:key, :host, :free_at)
ON CONFLICT (key) DO UPDATE SET host = excluded.host, free_at = excluded.free_at;
