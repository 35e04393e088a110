-- name: put!
INSERT INTO conditions (match_id, seat, length, lines) VALUES (:match_id, :seat, :length, :lines)
ON CONFLICT (match_id, seat) DO UPDATE SET length = excluded.length, lines = excluded.lines;

-- name: get^
SELECT length, lines FROM conditions WHERE match_id = :match_id AND seat = :seat;

-- name: drop!
DELETE FROM conditions WHERE match_id = :match_id AND seat = :seat;
