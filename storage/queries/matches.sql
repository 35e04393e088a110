-- name: add!
INSERT INTO matches (
    id, game, ruleset, options, seed, nonce, pace, guild, channel, thread, board_message, created_at,
    ended_at, winner, reason, rated, length, leg, previous_leg, sides, coached
) VALUES (
    :id, :game, :ruleset, :options, :seed, :nonce, :pace, :guild, :channel, :thread, :board_message, :created_at,
    :ended_at, :winner, :reason, :rated, :length, :leg, :previous_leg, :sides, :coached
);

-- name: add_seats*!
INSERT INTO seats (match_id, seat, person, level, interaction, briefed_at, looks, bank)
VALUES (:match_id, :seat, :person, :level, :interaction, :briefed_at, :looks, :bank);

-- name: get
SELECT m.*, s.seat, s.person, s.level, s.interaction, s.briefed_at, s.looks, s.bank,
    EXISTS (SELECT 1 FROM offers WHERE match_id = m.id AND status = 'open') AS has_offer
FROM matches AS m JOIN seats AS s ON s.match_id = m.id
WHERE m.id = :id
ORDER BY s.seat;

-- name: open_of
SELECT m.*, s.seat, s.person, s.level, s.interaction, s.briefed_at, s.looks, s.bank
FROM matches AS m JOIN seats AS s ON s.match_id = m.id
WHERE m.id IN (
    SELECT theirs.id FROM seats AS mine JOIN matches AS theirs ON theirs.id = mine.match_id
    WHERE mine.person = :person AND mine.ended_at IS NULL
    GROUP BY theirs.created_at, theirs.id
    ORDER BY theirs.created_at, theirs.id LIMIT :limit OFFSET :offset
)
ORDER BY m.created_at, m.id, s.seat;

-- name: open_turns
SELECT m.id, m.guild, m.pace, m.created_at, m.paused_at, mine.seat, other.person IS NULL AS against_ai,
    answer.id IS NOT NULL AS is_put_off, clock.kind, clock.subject, clock.due_at, clock.payload
FROM seats AS mine JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = m.id AND other.seat <> mine.seat
LEFT JOIN deadlines AS clock ON clock.kind = :turn AND clock.subject = m.id AND clock.done_at IS NULL
LEFT JOIN deadlines AS answer ON answer.kind = :answer AND answer.subject = m.id AND answer.done_at IS NULL
WHERE mine.person = :person AND mine.ended_at IS NULL;

-- name: open_rated
SELECT m.id FROM seats AS mine JOIN matches AS m ON m.id = mine.match_id
WHERE mine.person = :person AND mine.ended_at IS NULL AND m.game = :game AND m.rated = 1
ORDER BY m.id;

-- name: count_open_with_ai$
SELECT COUNT(*) FROM seats AS mine JOIN seats AS other
    ON other.match_id = mine.match_id AND other.seat <> mine.seat AND other.person IS NULL
WHERE mine.person = :person AND mine.ended_at IS NULL;

-- name: open_counts^
SELECT COUNT(*) AS everywhere,
    CAST(COALESCE(SUM(CASE WHEN other.person IS NULL THEN 0 ELSE 1 END), 0) AS BIGINT) AS with_people,
    CAST(COALESCE(SUM(CASE WHEN m.guild = CAST(:guild AS BIGINT) THEN 1 ELSE 0 END), 0) AS BIGINT) AS here
FROM seats AS mine JOIN seats AS other ON other.match_id = mine.match_id AND other.seat <> mine.seat
JOIN matches AS m ON m.id = mine.match_id
WHERE mine.person = :person AND mine.ended_at IS NULL;

-- name: set_uncounted!
UPDATE matches SET uncounted = 1 WHERE id = :id;

-- name: dismiss_coach!
UPDATE matches SET coached = 0 WHERE id = :id;

-- name: has_met_ai$
SELECT EXISTS (
    SELECT 1 FROM seats AS mine JOIN seats AS other
        ON other.match_id = mine.match_id AND other.seat <> mine.seat AND other.person IS NULL
    JOIN matches AS m ON m.id = mine.match_id
    WHERE mine.person = :person AND m.game = :game
);

-- name: has_met$
SELECT EXISTS (
    SELECT 1 FROM seats AS mine JOIN seats AS other
        ON other.match_id = mine.match_id AND other.seat <> mine.seat AND other.person = :other
    JOIN matches AS m ON m.id = mine.match_id
    WHERE mine.person = :person AND m.game = :game AND m.guild = :guild
);

-- name: drawn_since
SELECT m.id FROM seats AS mine JOIN seats AS other
    ON other.match_id = mine.match_id AND other.seat <> mine.seat
    AND (other.person = :opponent OR (CAST(:opponent AS BIGINT) IS NULL AND other.person IS NULL))
JOIN matches AS m ON m.id = mine.match_id
WHERE mine.person = :person AND mine.ended_at >= :since AND m.game = :game AND m.winner IS NULL
ORDER BY m.id;

-- name: actions
SELECT number, seat, text, at FROM actions WHERE match_id = :match_id AND number >= :start ORDER BY number;

-- name: advance$
-- The one place that decides which of two writers was first.
UPDATE matches SET length = :length
-- A paused match accepts no actions, but it can end.
WHERE id = :id AND length = :expected AND ended_at IS NULL AND (paused_at IS NULL OR length = :length)
RETURNING id;

-- name: add_actions*!
INSERT INTO actions (match_id, number, seat, text, at) VALUES (:match_id, :number, :seat, :text, :at);

-- name: finish$
-- A sealed leg gets its number among the endings only when it begins to count.
UPDATE matches SET winner = :winner, reason = :reason, ended_at = :ended_at, chapter = :stats_group, sealed = :sealed,
    counted_at = CASE WHEN CAST(:sealed AS BIGINT) = 1 THEN NULL ELSE CAST(:ended_at AS BIGINT) END,
    ending = CASE WHEN CAST(:sealed AS BIGINT) = 1 THEN NULL
        ELSE (SELECT COALESCE(MAX(ending), 0) + 1 FROM matches WHERE ending IS NOT NULL) END
WHERE id = :id AND ended_at IS NULL
RETURNING id;

-- name: unseal!
-- This match is about to end, so its first leg counts from now on.
UPDATE matches SET sealed = 0, counted_at = COALESCE(counted_at, :at),
    ending = COALESCE(ending, (SELECT COALESCE(MAX(ending), 0) + 1 FROM matches WHERE ending IS NOT NULL))
WHERE sealed = 1 AND id = (SELECT previous_leg FROM matches WHERE id = :id AND ended_at IS NULL);

-- name: finish_seats!
UPDATE seats SET ended_at = :ended_at WHERE match_id = :id;

-- name: pause$
UPDATE matches SET paused_at = :at, paused_by = :by, paused_until = :until
WHERE id = :id AND paused_at IS NULL AND ended_at IS NULL RETURNING id;

-- name: end_pause_at!
UPDATE matches SET paused_until = :until WHERE id = :id AND paused_at IS NOT NULL;

-- name: resume$
UPDATE matches SET paused_at = NULL, paused_by = NULL, paused_until = NULL,
    paused_for = paused_for + CASE WHEN CAST(:at AS BIGINT) > paused_at THEN CAST(:at AS BIGINT) - paused_at ELSE 0 END
WHERE id = :id AND paused_at IS NOT NULL AND ended_at IS NULL RETURNING id;

-- name: set_thread!
UPDATE matches SET thread = :thread WHERE id = :id;

-- name: set_board_message!
UPDATE matches SET board_message = :message WHERE id = :id;

-- name: set_briefed$
-- Only one of several simultaneous requests gets a row, and none once the match is over.
UPDATE seats SET briefed_at = :at
WHERE match_id = :id AND seat = :seat AND briefed_at IS NULL AND ended_at IS NULL
RETURNING seat;

-- name: unset_briefed!
UPDATE seats SET briefed_at = NULL WHERE match_id = :id AND seat = :seat;

-- name: is_briefed$
SELECT 1 FROM seats WHERE match_id = :id AND seat = :seat AND briefed_at IS NOT NULL;

-- name: add_look$
-- A NULL `most` means no limit. With `taken`, only one of several simultaneous requests gets a row.
UPDATE seats SET looks = looks + 1
WHERE match_id = :id AND seat = :seat AND (CAST(:most AS BIGINT) IS NULL OR looks < :most)
    AND (CAST(:taken AS BIGINT) IS NULL OR looks = :taken)
RETURNING looks;

-- name: recalled$
SELECT recalled FROM seats WHERE match_id = :id AND seat = :seat;

-- name: set_recalled!
UPDATE seats SET recalled = :squares WHERE match_id = :id AND seat = :seat;

-- name: take_back_look!
UPDATE seats SET looks = looks - 1 WHERE match_id = :id AND seat = :seat AND looks > 0;

-- name: set_bank*!
UPDATE seats SET bank = :bank WHERE match_id = :match_id AND seat = :seat;

-- name: rated
SELECT m.*, s.seat, s.person, s.level, s.interaction, s.briefed_at, s.looks, s.bank
FROM matches AS m JOIN seats AS s ON s.match_id = m.id
WHERE m.ending IS NOT NULL AND m.rated = 1
ORDER BY m.ending, s.seat;
