-- name: put!
INSERT INTO documents (person, game, name, content, created_at, changed_at)
VALUES (:person, :game, :name, :content, :created_at, :changed_at)
ON CONFLICT (person, game, name) DO UPDATE SET content = excluded.content, changed_at = excluded.changed_at;

-- name: get^
SELECT * FROM documents WHERE person = :person AND game = :game AND name = :name;

-- name: all_of
SELECT * FROM documents WHERE person = :person AND game = :game ORDER BY name;

-- name: names_of
SELECT name FROM documents WHERE person = :person AND game = :game ORDER BY name;

-- name: count_of$
SELECT COUNT(*) FROM documents WHERE person = :person AND game = :game;

-- name: delete$
DELETE FROM documents WHERE person = :person AND game = :game AND name = :name
RETURNING name;
