"""How many days in a row a player has solved puzzles."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from bot.learning.puzzles.daily import DAILY
from bot.learning.puzzles.puzzling import PUZZLE, day_of
from storage.engine.handle import Reader
from storage.tables import exercises, puzzles


class Streak(Struct, frozen=True):
    """A player's days with a solved puzzle.

    Attributes:
        days: The number of days.
        run: The number of them in the current streak.
    """

    days: int
    run: int


async def of_dailies(r: Reader, person: int, today: int) -> Streak:
    """Return the player's streak of puzzles of the day."""
    return _streak(await puzzles.list_solved_days(r, person), today)


async def of_puzzles(r: Reader, person: int, today: int) -> Streak:
    """Return the player's streak of puzzles of any kind, each counted on the day it was first solved."""
    solved = [at for kind in (PUZZLE, DAILY) for at in await exercises.list_solved(r, person, kind)]
    return _streak(sorted({day_of(at) for at in solved}, reverse=True), today)


def _streak(days: list[int], today: int) -> Streak:
    """Return the streak of these days, latest first; two missed days in a row end it, but one doesn't."""
    return Streak(len(days), _count_run(days, today))


def _count_run(days: Iterable[int], today: int) -> int:
    run, expected = 0, today
    for day in days:
        if expected - day > 1:
            break
        run, expected = run + 1, day - 1
    return run
