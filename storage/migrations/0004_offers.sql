-- Offers of a draw. `turn`: the turn under way; `told`: how many actions everybody had been told of; `answered`: how
-- often the other side had acted. What those are now says whether an offer still stands, so a move closes no row.
CREATE TABLE offers (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL CHECK (number >= 1),
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    turn INTEGER NOT NULL,
    told INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn', 'void')),
    made_at INTEGER NOT NULL,
    closed_at INTEGER,
    PRIMARY KEY (match_id, number),
    CHECK ((status = 'open') = (closed_at IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX offers_open ON offers (match_id) WHERE status = 'open';
CREATE UNIQUE INDEX offers_turn ON offers (match_id, seat, turn);

CREATE INDEX matches_open_in ON matches (guild, created_at, id) WHERE ended_at IS NULL AND guild IS NOT NULL;
