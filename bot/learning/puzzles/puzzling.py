"""Which puzzle somebody gets, what follows when they've answered it, and which are to come again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.core.app_context import AppContext
from bot.core.clock_pauses import DAY
from bot.core.seats import known_game
from bot.learning.puzzles import rating
from bot.learning.puzzles.collection import all_of, analyst_of, puzzle_of
from games.core.vocabulary.puzzles import Puzzle
from games.core.vocabulary.tasks import Exercise
from storage.engine.handle import Reader, Writer
from storage.tables import exercises, puzzles
from storage.tables.exercises import Tried

PUZZLE = "puzzle"
AGAIN_AFTER_SECONDS = 3 * DAY
"""So long after it went wrong a puzzle comes again."""
_AS_NEAR = 8
"""One of so many whose rating is nearest to the solver's own is drawn."""
_ONE_IN = 4
"""How often one that went wrong comes again where new ones are left: one in so many."""


async def asks(app: AppContext, r: Reader, found: Tried) -> Exercise:
    """What a puzzle asks."""
    return analyst_of(known_game(found.game)).exercise(await puzzle_of(r, found.game, found.name))


async def ended(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """A puzzle was answered."""
    await count(w, app, was, now, was.name)


async def count(w: Writer, app: AppContext, was: Tried, now: Tried, name: str) -> None:
    """The first answer to a puzzle counts, however somebody came by it."""
    before = await exercises.find(w, was.person, PUZZLE, was.game, name)
    is_new = before is None or before.id == was.id or not (before.failed or before.solved_at)
    if is_new and was.failed == 0 and was.solved_at is None:
        puzzle = await puzzle_of(w, was.game, name)
        right = now.solved_at is not None
        await rating.answered(w, was.person, was.game, puzzle, right=right, now=app.now())


async def following(app: AppContext, person: int, game_key: str, guild: int | None) -> str:
    """The name of the puzzle that somebody gets next: about as hard as they are good, one that they haven't
    seen, or now and then one that went wrong some days ago."""
    async with app.database.read() as r:
        offered = await all_of(r, game_key, guild)
        known = await puzzles.ratings_of(r, game_key)
        mine = await rating.of_solver(r, person, game_key, app.now())
        tried = {
            one.name: one for one in await exercises.of_person(r, person, PUZZLE) if one.game == game_key
        }
        secret = {name for game, name in await puzzles.of_day(r, app.now() // DAY) if game == game_key}
    offered = {name: puzzle for name, puzzle in offered.items() if name not in secret}
    fresh = [name for name in offered if name not in tried]
    again = [name for name in offered if name in tried and _comes_again(tried[name], app.now())]
    chance = app.randomness.number()
    if again and (not fresh or chance % _ONE_IN == 0):
        return again[chance // _ONE_IN % len(again)]
    near = _nearest(fresh or [*offered], offered, known, mine.rating)
    return near[chance // _ONE_IN % len(near)]


def _comes_again(one: Tried, now: int) -> bool:
    """Whether it went wrong, and that is some days ago."""
    return bool(one.failed) and now - one.changed_at >= AGAIN_AFTER_SECONDS


def _nearest(
    names: Iterable[str], offered: Mapping[str, Puzzle], known: Mapping[str, float], mine: float
) -> list[str]:
    """Of these the few that are about as hard as somebody is good."""
    return sorted(names, key=lambda name: abs(known.get(name, float(offered[name].rating)) - mine))[:_AS_NEAR]
