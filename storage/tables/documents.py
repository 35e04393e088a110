"""Documents that people make and keep for a game, visible to their maker alone."""

from storage.engine.handle import Reader, Writer
from storage.rows import Document, dump, load


async def put(w: Writer, document: Document) -> None:
    """Store a document, replacing one with the same person, game and name; `created_at` stays."""
    await w.queries.documents.put(w, **dump(document))


async def get(r: Reader, person: int, game: str, name: str) -> Document | None:
    """Return a person's document of this name, or None."""
    row = await r.queries.documents.get(r, person=person, game=game, name=name)
    return row and load(Document, row)


async def all_of(r: Reader, person: int, game: str) -> list[Document]:
    """Return all documents that a person keeps for a game, by name."""
    rows = r.queries.documents.all_of(r, person=person, game=game)
    return [load(Document, row) async for row in rows]


async def names_of(r: Reader, person: int, game: str) -> list[str]:
    """Return the names of a person's documents for a game, in order."""
    return [row["name"] async for row in r.queries.documents.names_of(r, person=person, game=game)]


async def count_of(r: Reader, person: int, game: str) -> int:
    """Return how many documents a person keeps for a game."""
    count: int = await r.queries.documents.count_of(r, person=person, game=game)
    return count


async def delete(w: Writer, person: int, game: str, name: str) -> bool:
    """Delete a document; return whether there was one."""
    deleted = await w.queries.documents.delete(w, person=person, game=game, name=name)
    return deleted is not None
