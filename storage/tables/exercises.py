"""People's attempts at lessons, puzzles and studies on a private board."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import load


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """A person's progress in one exercise, which `kind`, `game` and `name` identify.

    Attributes:
        tried: The actions of the current attempt.
        lines: All lines tried, in a study.
        version: How often this row has changed.
        failed: The number of failed attempts.
        hinted: Whether the hint was shown.
    """

    id: int
    person: int
    kind: str
    game: str
    name: str
    tried: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    version: int = 0
    failed: int = 0
    hinted: bool = False
    began_at: int
    changed_at: int
    solved_at: int | None = None


def _read_tried(row: dict[str, object]) -> Tried:
    lists = {
        "tried": msgspec.json.decode(str(row["tried"]), type=tuple[str, ...]),
        "lines": msgspec.json.decode(str(row["lines"]), type=tuple[tuple[str, ...], ...]),
    }
    return load(Tried, {**row, "hinted": bool(row["hinted"]), **lists})


async def open(w: Writer, person: int, kind: str, game: str, name: str, now: int) -> Tried:
    """Return a person's progress in an exercise, creating it if needed; they must be in the database."""
    row = await w.queries.exercises.open(w, person=person, kind=kind, game=game, name=name, now=now)
    return _read_tried(row)


async def get(r: Reader, id: int) -> Tried | None:
    """Return a person's progress by its id, or None."""
    row = await r.queries.exercises.get(r, id=id)
    return row and _read_tried(row)


async def find(r: Reader, person: int, kind: str, game: str, name: str) -> Tried | None:
    """Return a person's progress in an exercise, or None if they never opened it."""
    row = await r.queries.exercises.find(r, person=person, kind=kind, game=game, name=name)
    return row and _read_tried(row)


async def change(w: Writer, was: Tried, now: Tried) -> bool:
    """Store progress; return False and write nothing if it has changed since `was` was read."""
    given = {
        "id": was.id,
        "was": was.version,
        "tried": msgspec.json.encode(now.tried).decode(),
        "lines": msgspec.json.encode(now.lines).decode(),
        "failed": now.failed,
        "hinted": int(now.hinted),
        "changed_at": now.changed_at,
        "solved_at": now.solved_at,
    }
    return await w.queries.exercises.change(w, **given) is not None


async def has_failed(r: Reader, kind: str, game: str, name: str) -> bool:
    """Return whether anyone has failed an attempt at an exercise."""
    return await r.queries.exercises.failed_in(r, kind=kind, game=game, name=name) is not None


async def list_solved(r: Reader, person: int, kind: str) -> list[int]:
    """Return when a person first solved each of their solved exercises of a kind, latest first."""
    return [row["solved_at"] async for row in r.queries.exercises.solved_at(r, person=person, kind=kind)]


async def of_person(r: Reader, person: int, kind: str) -> list[Tried]:
    """Return a person's progress in all exercises of a kind, last changed first."""
    rows = r.queries.exercises.of_person(r, person=person, kind=kind)
    return [_read_tried(row) async for row in rows]
