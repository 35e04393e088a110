-- Tournaments, leagues and ladders. guild: whose (null: everybody's); terms: as JSON; secret: from which the secrets of
-- its matches follow; parent: what it's a part of, e.g. the season of a division; previous: the season before;
-- renumbered: how often somebody in it has deleted themselves, after which its log names another one.
CREATE TABLE contests (
    id TEXT PRIMARY KEY,
    guild INTEGER,
    channel INTEGER,
    message INTEGER,
    organizer INTEGER REFERENCES people (id),
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    terms TEXT NOT NULL,
    secret BLOB NOT NULL,
    parent TEXT REFERENCES contests (id),
    previous TEXT REFERENCES contests (id),
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    renumbered INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX contests_guild ON contests (guild, ended_at);
CREATE INDEX contests_parent ON contests (parent) WHERE parent IS NOT NULL;

-- Everything that has happened in one, as JSON. Nothing else is kept of it.
CREATE TABLE contest_events (
    contest TEXT NOT NULL REFERENCES contests (id),
    number INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (contest, number)
) STRICT, WITHOUT ROWID;

-- Found by it: the contest of a match, and the contests of a person.
CREATE TABLE contest_matches (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    contest TEXT NOT NULL REFERENCES contests (id)
) STRICT, WITHOUT ROWID;
CREATE TABLE contest_people (
    contest TEXT NOT NULL REFERENCES contests (id),
    person INTEGER NOT NULL REFERENCES people (id),
    PRIMARY KEY (contest, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX contest_people_person ON contest_people (person);
