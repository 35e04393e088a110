-- bank: seconds that a seat has left between its turns, where the pace has a bank.
ALTER TABLE seats ADD COLUMN bank INTEGER CHECK (bank >= 0);

-- When the host was last alive: what passed between then and the next start is given back to everybody.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;
