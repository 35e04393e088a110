-- name: give!
INSERT INTO hearts (match_id, seat, number, text, mark, guild, at)
VALUES (:match_id, :seat, :number, :text, :mark, :guild, :at)
ON CONFLICT (match_id, seat) DO UPDATE SET
    number = excluded.number, text = excluded.text, mark = excluded.mark, at = excluded.at;

-- name: take_back!
DELETE FROM hearts WHERE match_id = :match_id AND seat = :seat;

-- name: given^
SELECT * FROM hearts WHERE match_id = :match_id AND seat = :seat;

-- name: best
-- The words liked on a server, most hearts first, each with the match in which they were liked last.
SELECT text, mark, hearts, match_id, seat
FROM (
    SELECT h.*, COUNT(*) OVER (PARTITION BY h.mark) AS hearts,
        ROW_NUMBER() OVER (PARTITION BY h.mark ORDER BY h.at DESC, h.match_id, h.seat) AS place
    FROM hearts AS h
    WHERE h.guild = :guild AND h.mark NOT IN (SELECT u.mark FROM unwanted AS u WHERE u.guild = :guild)
) AS lines
WHERE place = 1
ORDER BY hearts DESC, at DESC, mark LIMIT :limit OFFSET :offset;

-- name: count$
SELECT COUNT(DISTINCT h.mark) FROM hearts AS h
WHERE h.guild = :guild AND h.mark NOT IN (SELECT u.mark FROM unwanted AS u WHERE u.guild = :guild);

-- name: of_person
-- The words for which a person got hearts or gave them; both were said in the person's matches.
SELECT text, mark, hearts
FROM (
    SELECT h.text, h.mark, h.at, COUNT(*) OVER (PARTITION BY h.mark) AS hearts,
        MAX(CASE WHEN h.seat <> mine.seat THEN 1 ELSE 0 END) OVER (PARTITION BY h.mark) AS own,
        ROW_NUMBER() OVER (PARTITION BY h.mark ORDER BY h.at DESC, h.match_id, h.seat) AS place
    FROM seats AS mine JOIN hearts AS h ON h.match_id = mine.match_id
    WHERE mine.person = :person
        AND NOT EXISTS (SELECT 1 FROM unwanted AS u WHERE u.guild IN (h.guild, :guild) AND u.mark = h.mark)
) AS lines
WHERE place = 1
ORDER BY own DESC, hearts DESC, at DESC, mark LIMIT :limit;

-- name: players
-- The people in whose matches these words got a heart.
SELECT DISTINCT s.person FROM hearts AS h JOIN seats AS s ON s.match_id = h.match_id
WHERE h.guild = :guild AND h.mark = :mark AND s.person IS NOT NULL;

-- name: unwanted
SELECT mark FROM unwanted WHERE guild = :guild;

-- name: hide!
INSERT INTO unwanted (guild, mark) VALUES (:guild, :mark) ON CONFLICT DO NOTHING;

-- name: show_again!
DELETE FROM unwanted WHERE guild = :guild AND mark = :mark;
