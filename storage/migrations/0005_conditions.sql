-- What a seat replies by itself: lines of actions, theirs and one's own in turns, from the record's `length` on.
CREATE TABLE conditions (
    match_id TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    length INTEGER NOT NULL CHECK (length >= 0),
    lines TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
