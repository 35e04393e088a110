-- name: add$
INSERT INTO seeks (
    id, person, game, preset, pace, rated, rating, spread, everywhere, guild, channel, parent, nonce, interaction,
    status, created_at, expires_at, closed_at, match_id
) VALUES (
    :id, :person, :game, :preset, :pace, :rated, :rating, :spread, :everywhere, :guild, :channel, :parent, :nonce,
    :interaction, :status, :created_at, :expires_at, :closed_at, :match_id
)
ON CONFLICT (id) DO NOTHING
RETURNING id;

-- name: get^
SELECT * FROM seeks WHERE id = :id;

-- name: open_of
SELECT * FROM seeks WHERE person = :person AND status = 'open' ORDER BY created_at, id;

-- name: open_in
SELECT * FROM seeks WHERE game = :game AND status = 'open' ORDER BY created_at, id;

-- name: begun_since
SELECT created_at FROM seeks WHERE person = :person AND created_at > :since ORDER BY created_at DESC;

-- name: close$
-- Once there is a match, it holds the nonce, so that is removed here.
UPDATE seeks
SET status = :status, closed_at = :at, match_id = :match_id,
    nonce = CASE WHEN CAST(:match_id AS TEXT) IS NULL THEN nonce ELSE substr(nonce, 1, 0) END
WHERE id = :id AND status = 'open'
RETURNING id;

-- name: waits
-- The seconds waited by people not paired at once, shortest first; withdrawn searches would say nothing.
SELECT closed_at - created_at AS seconds FROM seeks
WHERE game = :game AND closed_at > :since AND status IN ('paired', 'expired') AND closed_at - created_at >= :least
ORDER BY seconds LIMIT :limit;
