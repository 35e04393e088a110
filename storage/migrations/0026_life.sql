-- What admins and moderators of a server have done there: who, about whom, and what.
CREATE TABLE server_log (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    person INTEGER REFERENCES people (id),
    about INTEGER REFERENCES people (id),
    text TEXT NOT NULL
) STRICT;
CREATE INDEX server_log_guild ON server_log (guild, id);

-- When the bot said hello on a server; null: it has not.
ALTER TABLE guilds ADD COLUMN greeted_at INTEGER;

-- Who can't begin anything on a server until a moderator lifts that.
CREATE TABLE suspensions (
    guild INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES people (id),
    by_person INTEGER REFERENCES people (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;

-- What people have told a server's moderators. number: the action that said it; text: as it was when reported.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    about INTEGER NOT NULL REFERENCES people (id),
    by_person INTEGER REFERENCES people (id),
    at INTEGER NOT NULL,
    match_id TEXT REFERENCES matches (id),
    number INTEGER,
    text TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT '',
    closed_at INTEGER,
    closed_by INTEGER REFERENCES people (id)
) STRICT;
CREATE INDEX reports_guild ON reports (guild, about, id);

-- Words taken out of a record: the action says their hash instead. Only such an action can change, and only its text.
CREATE TABLE redactions (
    match_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    by_person INTEGER REFERENCES people (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, number),
    FOREIGN KEY (match_id, number) REFERENCES actions (match_id, number)
) STRICT, WITHOUT ROWID;

DROP TRIGGER actions_never_change;
CREATE TRIGGER actions_never_change BEFORE UPDATE ON actions
WHEN NEW.match_id <> OLD.match_id OR NEW.number <> OLD.number OR NEW.seat <> OLD.seat OR NEW.at <> OLD.at
    OR NOT EXISTS (SELECT 1 FROM redactions WHERE match_id = OLD.match_id AND number = OLD.number)
BEGIN
    SELECT RAISE(ABORT, 'the record of a match is append-only');
END;

-- How often words were taken out of a record: what was folded from it before has to be folded again.
ALTER TABLE matches ADD COLUMN redacted INTEGER NOT NULL DEFAULT 0;
-- Since when a moderator has had a match stand still; null: it goes on.
ALTER TABLE matches ADD COLUMN paused_at INTEGER;

-- Whom people don't want to be challenged by.
CREATE TABLE blocks (
    person INTEGER NOT NULL REFERENCES people (id),
    blocked INTEGER NOT NULL REFERENCES people (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_blocked ON blocks (blocked);

-- When somebody was told, once, how things work; and how many matches in a row they have let time out.
ALTER TABLE people ADD COLUMN welcomed_at INTEGER;
ALTER TABLE people ADD COLUMN timeouts INTEGER NOT NULL DEFAULT 0;
-- Whom the bot knows already needs no welcome.
UPDATE people SET welcomed_at = created_at;
