"""What's told of yesterday's puzzle: who solved it, and the answer."""

from __future__ import annotations

from bot.core import person_settings
from bot.learning.puzzles import daily
from bot.learning.puzzles.collection import puzzle_of
from bot.learning.puzzles.daily import MOST_NAMED, Yesterday
from bot.learning.puzzles.ui import answer
from storage.engine.handle import Reader
from storage.tables import people
from storage.tables.puzzles import DailySolver


async def told(r: Reader, guild: int, day: int) -> str:
    """The lines below the post of a day; empty where there was none the day before."""
    found = await daily.yesterday_of(r, guild, day)
    if found is None:
        return ""
    puzzle = await puzzle_of(r, found.daily.game, found.daily.puzzle)
    return f"**Yesterday**\n{await _solvers(r, found)}\n{answer.in_words(found.daily.game, puzzle)}"


async def _solvers(r: Reader, found: Yesterday) -> str:
    """Who solved it, those who hide their profile counted alone."""
    shown = [one for one in found.solvers if not await _hides(r, one)][:MOST_NAMED]
    if not found.solvers:
        return "No one solved it."
    names = [f"<@{one.person}>{_tries(one)}" for one in shown]
    more = len(found.solvers) - len(shown)
    return f"Solved by {', '.join([*names, *([f'{more} more'] if more else [])])}."


def _tries(one: DailySolver) -> str:
    return " at once" if not one.failed else ""


async def _hides(r: Reader, one: DailySolver) -> bool:
    person = await people.get(r, one.person)
    return person is None or person_settings.from_row(person.settings).hidden
