-- When a deadline was set, by the clock of the host that set it: a time that turns out to be yet to come never was.
ALTER TABLE deadlines ADD COLUMN set_at BIGINT;
