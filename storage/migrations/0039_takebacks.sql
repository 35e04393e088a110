-- A player can also ask to take a move back; each side can ask once a turn, and offer a draw once a turn.
ALTER TABLE offers ADD COLUMN kind TEXT NOT NULL DEFAULT 'draw' CHECK (kind IN ('draw', 'takeback'));

DROP INDEX offers_turn;
CREATE UNIQUE INDEX offers_turn ON offers (match_id, seat, turn, kind);
