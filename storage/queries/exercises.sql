-- name: open^
INSERT INTO exercises (person, kind, game, name, began_at, changed_at)
VALUES (:person, :kind, :game, :name, :now, :now)
ON CONFLICT (person, kind, game, name) DO UPDATE SET changed_at = excluded.changed_at
RETURNING *;

-- name: get^
SELECT * FROM exercises WHERE id = :id;

-- name: find^
SELECT * FROM exercises WHERE person = :person AND kind = :kind AND game = :game AND name = :name;

-- name: change$
UPDATE exercises SET tried = :tried, lines = :lines, failed = :failed, hinted = :hinted, changed_at = :changed_at,
    solved_at = :solved_at, version = version + 1
WHERE id = :id AND version = :was
RETURNING id;

-- name: failed_in^
SELECT id FROM exercises WHERE kind = :kind AND game = :game AND name = :name AND failed > 0 LIMIT 1;

-- name: solved_at
SELECT solved_at FROM exercises WHERE person = :person AND kind = :kind AND solved_at IS NOT NULL
ORDER BY solved_at DESC;

-- name: of_person
SELECT * FROM exercises WHERE person = :person AND kind = :kind ORDER BY changed_at DESC, id DESC;
