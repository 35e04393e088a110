-- The processes that host this database together; version: of the program; draining: it takes no new work.
CREATE TABLE hosts (
    id BIGINT PRIMARY KEY,
    version TEXT COLLATE "C" NOT NULL,
    began BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    draining BIGINT NOT NULL DEFAULT 0
);

-- lease_by: the host that works on the row just now; with lease_until alone it waits for its next attempt.
ALTER TABLE outbox ADD COLUMN lease_by BIGINT;
ALTER TABLE deadlines ADD COLUMN lease_by BIGINT;

CREATE INDEX outbox_leased_by ON outbox (lease_by) WHERE lease_by IS NOT NULL;
CREATE INDEX deadlines_leased_by ON deadlines (lease_by) WHERE lease_by IS NOT NULL;
