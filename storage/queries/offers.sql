-- name: add$
-- One offer of a kind for each side and turn; its number is the next one of the match.
INSERT INTO offers (match_id, number, seat, turn, told, answered, made_at, kind)
SELECT :match_id, 1 + COALESCE(MAX(number), 0), :seat, :turn, :told, :answered, :made_at, :kind
FROM offers WHERE match_id = :match_id
ON CONFLICT (match_id, seat, turn, kind) DO NOTHING
RETURNING number;

-- name: open_of^
SELECT * FROM offers WHERE match_id = :match_id AND status = 'open';

-- name: is_made$
SELECT 1 FROM offers WHERE match_id = :match_id AND seat = :seat AND turn = :turn AND kind = :kind;

-- name: close$
UPDATE offers SET status = :status, closed_at = :at
WHERE match_id = :match_id AND number = :number AND status = 'open'
RETURNING number;

-- name: open_number$
SELECT number FROM offers WHERE match_id = :match_id AND status = 'open';
