-- Times are epoch seconds (UTC), Discord ids 64-bit integers, JSON is text. Rows are readable by a person.

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    dm_channel INTEGER,
    dms_open INTEGER NOT NULL DEFAULT 1 CHECK (dms_open IN (0, 1)),
    settings TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE guilds (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE matches (
    id TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    options TEXT NOT NULL,
    seed BLOB NOT NULL,
    nonce BLOB NOT NULL,
    pace TEXT NOT NULL,
    guild INTEGER,
    channel INTEGER,
    thread INTEGER,
    board_message INTEGER,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    winner INTEGER CHECK (winner IN (0, 1)),
    reason TEXT,
    rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
    length INTEGER NOT NULL DEFAULT 0 CHECK (length >= 0),
    leg INTEGER NOT NULL DEFAULT 1,
    previous_leg TEXT REFERENCES matches (id),
    CHECK ((ended_at IS NULL) = (reason IS NULL)),
    CHECK (ended_at IS NOT NULL OR winner IS NULL)
) STRICT;

CREATE INDEX matches_open ON matches (created_at, id) WHERE ended_at IS NULL;
CREATE INDEX matches_previous_leg ON matches (previous_leg) WHERE previous_leg IS NOT NULL;

-- seats.ended_at repeats that of the match, so that one index finds a person's open and latest matches.
CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    person INTEGER REFERENCES people (id),
    level TEXT,
    interaction INTEGER,
    briefed_at INTEGER,
    looks INTEGER NOT NULL DEFAULT 0,
    ended_at INTEGER,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_person ON seats (person, ended_at, match_id) WHERE person IS NOT NULL;

CREATE TABLE actions (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER actions_never_change BEFORE UPDATE ON actions
BEGIN
    SELECT RAISE(ABORT, 'the record of a match is append-only');
END;

CREATE TRIGGER actions_never_leave BEFORE DELETE ON actions
BEGIN
    SELECT RAISE(ABORT, 'the record of a match is append-only');
END;

CREATE TABLE challenges (
    id TEXT PRIMARY KEY NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    pace TEXT NOT NULL,
    challenger INTEGER NOT NULL REFERENCES people (id),
    challenger_seat INTEGER CHECK (challenger_seat IN (0, 1)),
    opponent INTEGER REFERENCES people (id),
    guild INTEGER,
    channel INTEGER NOT NULL,
    message INTEGER,
    nonce BLOB NOT NULL,
    interaction_challenger INTEGER NOT NULL,
    interaction_accepter INTEGER,
    status TEXT NOT NULL DEFAULT 'open'
        CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    match_id TEXT REFERENCES matches (id) DEFERRABLE INITIALLY DEFERRED,
    level TEXT
) STRICT;

CREATE INDEX challenges_challenger ON challenges (challenger) WHERE status = 'open';
CREATE INDEX challenges_opponent ON challenges (opponent) WHERE status = 'open';
CREATE INDEX challenges_message ON challenges (message) WHERE message IS NOT NULL;

-- lease_until: nobody may take the row before this time, because it is being sent or waits for its next attempt.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    match_id TEXT REFERENCES matches (id),
    lane TEXT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    nonce TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    lease_until INTEGER,
    sent_at INTEGER,
    failed_at INTEGER,
    message_id INTEGER
) STRICT;

CREATE INDEX outbox_due ON outbox (due_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_lane ON outbox (lane, id) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_match ON outbox (match_id) WHERE match_id IS NOT NULL;
CREATE INDEX outbox_unsent ON outbox (match_id, kind)
    WHERE match_id IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL;

CREATE TABLE deadlines (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    payload TEXT NOT NULL DEFAULT '{}',
    lease_until INTEGER,
    done_at INTEGER
) STRICT;

CREATE UNIQUE INDEX deadlines_undone ON deadlines (kind, subject) WHERE done_at IS NULL;
CREATE INDEX deadlines_due ON deadlines (due_at) WHERE done_at IS NULL AND lease_until IS NULL;
CREATE INDEX deadlines_leased ON deadlines (lease_until) WHERE done_at IS NULL AND lease_until IS NOT NULL;
