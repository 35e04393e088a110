-- How often somebody has done something (`what`) that is limited, and when.
CREATE TABLE uses (
    person INTEGER NOT NULL,
    what TEXT NOT NULL,
    at INTEGER NOT NULL,
    times INTEGER NOT NULL,
    PRIMARY KEY (person, what, at)
) STRICT;
CREATE INDEX uses_at ON uses (at);
