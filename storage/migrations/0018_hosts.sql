-- The processes that host this database together; version: of the program; draining: it takes no new work.
CREATE TABLE hosts (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,
    began INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    draining INTEGER NOT NULL DEFAULT 0
) STRICT;

-- lease_by: the host that works on the row just now; with lease_until alone it waits for its next attempt.
ALTER TABLE outbox ADD COLUMN lease_by INTEGER;
ALTER TABLE deadlines ADD COLUMN lease_by INTEGER;

CREATE INDEX outbox_leased_by ON outbox (lease_by) WHERE lease_by IS NOT NULL;
CREATE INDEX deadlines_leased_by ON deadlines (lease_by) WHERE lease_by IS NOT NULL;
