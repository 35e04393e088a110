-- How often somebody has done something (`what`) that is limited, and when.
CREATE TABLE uses (
    person BIGINT NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    times BIGINT NOT NULL,
    PRIMARY KEY (person, what, at)
);
CREATE INDEX uses_at ON uses (at);
