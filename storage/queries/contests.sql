-- name: add!
INSERT INTO contests (
    id, guild, channel, message, organizer, kind, game, terms, secret, parent, previous, created_at, ended_at,
    renumbered
) VALUES (
    :id, :guild, :channel, :message, :organizer, :kind, :game, :terms, :secret, :parent, :previous, :created_at, :ended_at,
    :renumbered
);

-- name: get^
SELECT * FROM contests WHERE id = :id;

-- name: set_message!
UPDATE contests SET channel = :channel, message = :message WHERE id = :id;

-- name: change!
-- Readers of the contest's log read it again, by the new terms.
UPDATE contests SET terms = :terms, renumbered = renumbered + 1 WHERE id = :id;

-- name: set_ended!
UPDATE contests SET ended_at = :at WHERE (id = :id OR parent = :id) AND ended_at IS NULL;

-- name: open_of
-- A team match has a row for each of its two servers; the row of the first one is the contest itself.
SELECT * FROM contests
WHERE id IN (
        SELECT COALESCE(parent, id) FROM contests
        WHERE COALESCE(guild, 0) = COALESCE(CAST(:guild AS BIGINT), 0) AND ended_at IS NULL
    )
    AND ended_at IS NULL AND (CAST(:kind AS TEXT) IS NULL OR kind = :kind)
ORDER BY created_at DESC, id;

-- name: ended_of
SELECT * FROM contests
WHERE id IN (SELECT COALESCE(parent, id) FROM contests WHERE guild = :guild AND ended_at IS NOT NULL)
ORDER BY ended_at DESC, id LIMIT :limit;

-- name: of_person
SELECT c.* FROM contest_people AS p JOIN contests AS c ON c.id = p.contest
WHERE p.person = :person ORDER BY c.created_at DESC, c.id;

-- name: parts_of
SELECT * FROM contests WHERE parent = :parent ORDER BY created_at, id;

-- name: events
SELECT event FROM contest_events WHERE contest = :id AND number > :after ORDER BY number;

-- name: append*!
INSERT INTO contest_events (contest, number, event) VALUES (:id, :number, :event);

-- name: enter*!
INSERT INTO contest_people (contest, person) VALUES (:id, :person) ON CONFLICT (contest, person) DO NOTHING;

-- name: add_match!
INSERT INTO contest_matches (match_id, contest) VALUES (:match_id, :id);

-- name: of_match$
SELECT contest FROM contest_matches WHERE match_id = :match_id;
