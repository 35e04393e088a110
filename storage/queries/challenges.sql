-- name: add!
INSERT INTO challenges (
    id, game, options, pace, challenger, challenger_seat, opponent, guild, channel, message, nonce,
    interaction_challenger, interaction_accepter, status, created_at, expires_at, match_id, level, rematch_of,
    rated, parent
) VALUES (
    :id, :game, :options, :pace, :challenger, :challenger_seat, :opponent, :guild, :channel, :message, :nonce,
    :interaction_challenger, :interaction_accepter, :status, :created_at, :expires_at, :match_id, :level,
    :rematch_of, :rated, :parent
);

-- name: get^
SELECT * FROM challenges WHERE id = :id;

-- name: of_match^
SELECT * FROM challenges WHERE match_id = :match_id;

-- name: rematch_of^
SELECT * FROM challenges WHERE rematch_of = :match_id AND status = 'open' AND level IS NULL ORDER BY created_at, id LIMIT 1;

-- name: open_of
SELECT * FROM challenges WHERE id IN (
    SELECT id FROM challenges WHERE status = 'open' AND challenger = :person
    UNION
    SELECT id FROM challenges WHERE status = 'open' AND opponent = :person
)
ORDER BY created_at, id;

-- name: open_to_anyone
SELECT * FROM challenges
WHERE guild = :guild AND status = 'open' AND opponent IS NULL AND level IS NULL AND challenger <> :person
ORDER BY created_at DESC, id LIMIT :limit;

-- name: given_since
SELECT * FROM challenges WHERE challenger = :person AND created_at > :since AND status <> 'expired'
ORDER BY created_at DESC, id;

-- name: set_status$
-- Once there is a match, it holds the nonce, so that is removed here.
UPDATE challenges
SET status = :status,
    opponent = COALESCE(:opponent, opponent),
    interaction_accepter = COALESCE(:interaction_accepter, interaction_accepter),
    match_id = COALESCE(:match_id, match_id),
    nonce = CASE WHEN CAST(:match_id AS TEXT) IS NULL THEN nonce ELSE substr(nonce, 1, 0) END
WHERE id = :id AND status = 'open'
RETURNING id;

-- name: set_message$
UPDATE challenges SET message = :message WHERE id = :id RETURNING status;
