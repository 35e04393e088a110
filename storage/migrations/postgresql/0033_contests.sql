-- Tournaments, leagues and ladders. guild: whose (null: everybody's); terms: as JSON; secret: from which the secrets of
-- its matches follow; parent: what it's a part of, e.g. the season of a division; previous: the season before;
-- renumbered: how often somebody in it has deleted themselves, after which its log names another one.
CREATE TABLE contests (
    id TEXT COLLATE "C" PRIMARY KEY,
    guild BIGINT,
    channel BIGINT,
    message BIGINT,
    organizer BIGINT REFERENCES people (id),
    kind TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    terms TEXT COLLATE "C" NOT NULL,
    secret BYTEA NOT NULL,
    parent TEXT COLLATE "C" REFERENCES contests (id),
    previous TEXT COLLATE "C" REFERENCES contests (id),
    created_at BIGINT NOT NULL,
    ended_at BIGINT,
    renumbered BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX contests_guild ON contests (guild, ended_at);
CREATE INDEX contests_parent ON contests (parent) WHERE parent IS NOT NULL;

-- Everything that has happened in one, as JSON. Nothing else is kept of it.
CREATE TABLE contest_events (
    contest TEXT COLLATE "C" NOT NULL REFERENCES contests (id),
    number BIGINT NOT NULL,
    event TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (contest, number)
);

-- Found by it: the contest of a match, and the contests of a person.
CREATE TABLE contest_matches (
    match_id TEXT COLLATE "C" PRIMARY KEY REFERENCES matches (id),
    contest TEXT COLLATE "C" NOT NULL REFERENCES contests (id)
);
CREATE TABLE contest_people (
    contest TEXT COLLATE "C" NOT NULL REFERENCES contests (id),
    person BIGINT NOT NULL REFERENCES people (id),
    PRIMARY KEY (contest, person)
);
CREATE INDEX contest_people_person ON contest_people (person);
