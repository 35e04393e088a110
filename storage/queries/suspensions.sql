-- name: add$
INSERT INTO suspensions (guild, person, by_person, at) VALUES (:guild, :person, :by_person, :at)
ON CONFLICT DO NOTHING RETURNING person;

-- name: lift$
DELETE FROM suspensions WHERE guild = :guild AND person = :person RETURNING person;

-- name: get^
SELECT guild, person, by_person, at FROM suspensions WHERE guild = :guild AND person = :person;
