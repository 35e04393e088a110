-- What can be taken now, and what waits for its next attempt, each in the order of its time: however much waits, the
-- first of it is found at once.
CREATE INDEX outbox_fresh ON outbox (due_at) WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NULL;
CREATE INDEX outbox_leased ON outbox (lease_until)
    WHERE sent_at IS NULL AND failed_at IS NULL AND lease_until IS NOT NULL;
