-- What people make and keep for a game; content is the document as JSON text, in its maker's order.

CREATE TABLE documents (
    person INTEGER NOT NULL REFERENCES people (id),
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (person, game, name)
) STRICT;
