"""Documents that people make and keep for a game. Every query names the person: nobody finds another's."""

from storage.engine.handle import Reader, Writer
from storage.rows import Document, dump, load


async def put(w: Writer, document: Document) -> None:
    """Keep a document; one of the same person, game and name is replaced, and stays as old as it was."""
    await w.queries.documents.put(w, **dump(document))


async def get(r: Reader, person: int, game: str, name: str) -> Document | None:
    """The person's document of this name."""
    row = await r.queries.documents.get(r, person=person, game=game, name=name)
    return row and load(Document, row)


async def all_of(r: Reader, person: int, game: str) -> list[Document]:
    """All that a person keeps for a game, by name."""
    rows = r.queries.documents.all_of(r, person=person, game=game)
    return [load(Document, row) async for row in rows]


async def names_of(r: Reader, person: int, game: str) -> list[str]:
    """The names alone, in order."""
    return [row["name"] async for row in r.queries.documents.names_of(r, person=person, game=game)]


async def count_of(r: Reader, person: int, game: str) -> int:
    """How many a person keeps for a game."""
    count: int = await r.queries.documents.count_of(r, person=person, game=game)
    return count


async def delete(w: Writer, person: int, game: str, name: str) -> bool:
    """Forget a document; returns whether there was one."""
    deleted = await w.queries.documents.delete(w, person=person, game=game, name=name)
    return deleted is not None
