-- What somebody tries on a board of their own, e.g. a lesson. name: which one of its kind; tried: the actions of the
-- try under way, as a JSON list; lines: of a study, all that was tried, each a list; version: how often it has
-- changed, so that an older panel is noticed; failed: how many tries went wrong.
CREATE TABLE exercises (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    tried TEXT NOT NULL DEFAULT '[]',
    lines TEXT NOT NULL DEFAULT '[]',
    version INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    hinted INTEGER NOT NULL DEFAULT 0 CHECK (hinted IN (0, 1)),
    began_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    solved_at INTEGER,
    UNIQUE (person, kind, game, name)
) STRICT;

-- Whether somebody is shown around in it.
ALTER TABLE matches ADD COLUMN coached INTEGER NOT NULL DEFAULT 0 CHECK (coached IN (0, 1));
