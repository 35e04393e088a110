-- When each shard was last heard, and by which host. A shard is one of so many (shards), and has the servers whose
-- (id >> 22) % shards is its number; DMs are on shard 0. Before there were shards, there was one of one.
CREATE TABLE heartbeats (
    shard BIGINT NOT NULL,
    shards BIGINT NOT NULL CHECK (shards > shard),
    at BIGINT NOT NULL,
    host BIGINT,
    PRIMARY KEY (shards, shard)
);
INSERT INTO heartbeats (shard, shards, at) SELECT 0, 1, at FROM heartbeat;
DROP TABLE heartbeat;

-- Times in which nobody held a shard: no clock of its matches ran meanwhile. All matches are on shard 0 of 1.
CREATE TABLE shard_outages (
    shard BIGINT NOT NULL,
    shards BIGINT NOT NULL CHECK (shards > shard),
    began BIGINT NOT NULL,
    ended BIGINT NOT NULL CHECK (ended > began),
    PRIMARY KEY (shards, shard, began)
);
INSERT INTO shard_outages (shard, shards, began, ended) SELECT 0, 1, began, ended FROM outages;
DROP TABLE outages;
ALTER TABLE shard_outages RENAME TO outages;
