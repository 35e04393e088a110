-- The data about one person, without what only others may know.

-- name: matches
-- Of matches under way, only what their players see; a sealed first leg counts as under way.
SELECT m.id AS "match", m.game, m.pace AS "time control", m.guild AS server, m.channel, m.thread, m.rated, m.leg,
    m.created_at AS began, mine.seat, mine.looks, mine.bank, mine.recalled, mine.briefed_at AS briefed,
    COALESCE(p.name, other.level) AS opponent,
    CASE WHEN m.sealed = 0 THEN m.ended_at END AS ended,
    CASE WHEN m.sealed = 0 THEN m.reason END AS reason,
    CASE WHEN m.sealed = 0 THEN m.winner END AS winner
FROM seats AS mine
JOIN matches AS m ON m.id = mine.match_id
JOIN seats AS other ON other.match_id = mine.match_id AND other.seat = 1 - mine.seat
LEFT JOIN people AS p ON p.id = other.person
WHERE mine.person = :person ORDER BY m.created_at DESC, m.id DESC;

-- name: moves
-- Only the times of the actions, since the records contain the actions.
SELECT a.match_id AS "match", a.at FROM seats AS mine
JOIN actions AS a ON a.match_id = mine.match_id AND a.seat = mine.seat
WHERE mine.person = :person ORDER BY a.match_id, a.number;

-- name: conditions
SELECT c.match_id AS "match", c.lines FROM conditions AS c
JOIN seats AS mine ON mine.match_id = c.match_id AND mine.seat = c.seat
WHERE mine.person = :person ORDER BY c.match_id;

-- name: offers
-- The status only of finished matches, since it may reveal hidden actions of the opponent.
SELECT o.match_id AS "match", o.kind, o.turn, o.made_at AS made,
    CASE WHEN m.ended_at IS NOT NULL AND m.sealed = 0 THEN o.status END AS status
FROM offers AS o
JOIN seats AS mine ON mine.match_id = o.match_id AND mine.seat = o.seat
JOIN matches AS m ON m.id = o.match_id
WHERE mine.person = :person ORDER BY o.match_id, o.number;

-- name: challenges
SELECT c.id AS challenge, c.game, c.pace AS "time control", c.rated, c.level, c.guild AS server, c.channel, c.message,
    c.status, c.created_at AS made, c.expires_at AS expires, c.match_id AS "match", c.rematch_of,
    -- The options of a rematch were chosen by another person and may be secret.
    CASE WHEN c.challenger = :person AND c.rematch_of IS NULL THEN c.options END AS options,
    CASE WHEN c.challenger = :person THEN 1 ELSE 0 END AS mine,
    CASE WHEN c.challenger = :person THEN their.name ELSE my.name END AS other
FROM challenges AS c
JOIN people AS my ON my.id = c.challenger
LEFT JOIN people AS their ON their.id = c.opponent
WHERE c.challenger = :person OR c.opponent = :person ORDER BY c.created_at DESC, c.id;

-- name: seeks
SELECT game, preset, pace AS "time control", rated, rating, spread AS "at most this far away", everywhere,
    guild AS server, channel, status, created_at AS made, expires_at AS expires, closed_at AS ended, match_id AS "match"
FROM seeks WHERE person = :person ORDER BY created_at DESC, id;

-- name: ratings
SELECT game, pool, rating, deviation, volatility, wins, losses, draws, rated_at AS since FROM ratings
WHERE person = :person ORDER BY game, pool;

-- name: rating_changes
SELECT match_id AS "match", game, pool, before, after, deviation, at FROM rating_changes
WHERE person = :person ORDER BY at, match_id;

-- name: documents
SELECT game, name, content, created_at AS made, changed_at AS changed FROM documents
WHERE person = :person ORDER BY game, name;

-- name: hearts
SELECT h.match_id AS "match", h.text, h.at, h.guild AS server FROM hearts AS h
JOIN seats AS mine ON mine.match_id = h.match_id AND mine.seat = h.seat
WHERE mine.person = :person ORDER BY h.at, h.match_id;

-- name: messages
SELECT kind, match_id AS "match", created_at AS queued, due_at AS due, sent_at AS sent,
    CASE WHEN kind = 'note' THEN payload END AS payload
FROM outbox WHERE lane IN ('person:' || CAST(CAST(:person AS BIGINT) AS TEXT), 'home:' || CAST(CAST(:person AS BIGINT) AS TEXT)) ORDER BY id;

-- name: due
-- Only jobs about the person; reminders and deadlines of matches belong to the matches.
SELECT kind, due_at AS due FROM deadlines WHERE subject = CAST(CAST(:person AS BIGINT) AS TEXT) AND done_at IS NULL ORDER BY due_at, id;

-- name: servers
SELECT guild AS server, present FROM guild_people WHERE person = :person ORDER BY guild;

-- name: suspensions
SELECT guild AS server, at AS since FROM suspensions WHERE person = :person ORDER BY guild;

-- name: server_log
SELECT guild AS server, at, text FROM server_log WHERE person = :person ORDER BY id;

-- name: exercises
SELECT kind, game, name, began_at AS began, changed_at AS changed, solved_at AS solved, failed, hinted FROM exercises
WHERE person = :person ORDER BY id;

-- name: solvers
SELECT game, rating, deviation, answers, solved, rated_at AS since FROM solvers WHERE person = :person ORDER BY game;

-- name: daily_solvers
SELECT guild AS server, day, at, failed FROM daily_solvers WHERE person = :person ORDER BY at, guild;

-- name: consents
SELECT match_id AS "match", at FROM puzzle_consents WHERE person = :person ORDER BY at, match_id;

-- name: analyses
SELECT a.match_id AS match, a.began_at AS began, a.found FROM analyses AS a JOIN seats AS s ON s.match_id = a.match_id
WHERE s.person = :person AND a.done_at IS NOT NULL ORDER BY a.began_at, a.match_id;

-- name: analysis_askers
SELECT match_id AS match, at AS since FROM analysis_askers WHERE person = :person ORDER BY at, match_id;

-- name: uses
SELECT what, at, times FROM uses WHERE person = :person ORDER BY at, what;

-- name: blocks
SELECT p.name AS blocked, b.at AS since FROM blocks AS b JOIN people AS p ON p.id = b.blocked
WHERE b.person = :person ORDER BY b.at, b.blocked;

-- name: reports
SELECT r.guild AS server, p.name AS about, r.at, r.match_id AS "match", r.text, r.reason FROM reports AS r
LEFT JOIN people AS p ON p.id = r.about
WHERE r.by_person = :person ORDER BY r.id;

-- name: contests
-- The place of a team match only for its organizer, since the other team must not learn it.
SELECT COALESCE(c.parent, c.id) AS contest, c.terms, c.kind, c.game,
    CASE WHEN c.kind <> 'teams' OR c.organizer = :person THEN c.guild END AS server,
    CASE WHEN c.kind <> 'teams' OR c.organizer = :person THEN c.channel END AS channel,
    c.created_at AS made, c.ended_at AS over,
    CASE WHEN c.organizer = :person THEN 1 ELSE 0 END AS organized,
    CASE WHEN p.person IS NULL THEN 0 ELSE 1 END AS entered
FROM contests AS c LEFT JOIN contest_people AS p ON p.contest = c.id AND p.person = :person
WHERE c.organizer = :person OR p.person IS NOT NULL ORDER BY c.created_at DESC, c.id;

-- name: contest_events
-- Events that contain the digits of the id; the caller selects those about the person.
SELECT e.contest, e.event FROM contest_events AS e
WHERE e.event LIKE '%' || CAST(CAST(:person AS BIGINT) AS TEXT) || '%' ORDER BY e.contest, e.number;
