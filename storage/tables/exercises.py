"""What people try on a board of their own: lessons, puzzles."""

import msgspec

from storage.engine.handle import Reader, Writer
from storage.rows import load


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's go at one exercise. `kind`, `game` and `name` say which one; `tried`: the actions of the try
    under way; `lines`: of a study, all that was tried; `version`: how often it has changed; `failed`: tries
    that went wrong; `hinted`: the hint was shown."""

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


def _tried(row: dict[str, object]) -> Tried:
    lists = {
        "tried": msgspec.json.decode(str(row["tried"]), type=tuple[str, ...]),
        "lines": msgspec.json.decode(str(row["lines"]), type=tuple[tuple[str, ...], ...]),
    }
    return load(Tried, {**row, "hinted": bool(row["hinted"]), **lists})


async def open(w: Writer, person: int, kind: str, game: str, name: str, now: int) -> Tried:
    """Somebody's go at an exercise, as it was left, or a new one. They must be a person."""
    row = await w.queries.exercises.open(w, person=person, kind=kind, game=game, name=name, now=now)
    return _tried(row)


async def get(r: Reader, id: int) -> Tried | None:
    """One of them."""
    row = await r.queries.exercises.get(r, id=id)
    return row and _tried(row)


async def find(r: Reader, person: int, kind: str, game: str, name: str) -> Tried | None:
    """Somebody's go at an exercise; None: they have never opened it."""
    row = await r.queries.exercises.find(r, person=person, kind=kind, game=game, name=name)
    return row and _tried(row)


async def change(w: Writer, was: Tried, now: Tried) -> bool:
    """What has become of it; False: it has changed meanwhile, so nothing is written."""
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


async def of_person(r: Reader, person: int, kind: str) -> list[Tried]:
    """All of a kind that somebody has begun, the one that changed last first."""
    rows = r.queries.exercises.of_person(r, person=person, kind=kind)
    return [_tried(row) async for row in rows]
