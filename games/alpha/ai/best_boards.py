"""Puzzles about what a turn leaves on the battlefield: one board must be better than all others."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from functools import partial

from games.alpha.ai.chances import estimate
from games.alpha.ai.exchanges import Boards, balance, best_of, fights
from games.alpha.ai.exercises import EXCHANGE, TURN, boards, later
from games.alpha.ai.puzzle_search import LEVELS, Found, Search, clamp_rating, missing, turn_of_level
from games.alpha.ai.shortest_plans import way_to
from games.alpha.ai.turns import Turn, is_too_much, play_cards, turn_of
from games.alpha.rules.state import ACTION, State
from games.alpha.rules.view import view

MARGIN = 3
"""By how much the best board must beat all others: attack and health of a Hedgehog."""
LAST_PLY = 40
"""The last ply in which such puzzles are looked for; later positions take long to explain."""
_FEWEST_BOARDS, _FEWEST_CREATURES = 6, 2
_LOOKS, _COST = 4_000, 0.05
"""The nodes for the chance after a solution, and how far it may be below that of a strong level's turn."""


def best_board(state: State, search: Search) -> Found | None:
    """Return the puzzle of the board with which this turn should end, or None.

    The board must be clearly the best, hard to see, and win about as often as what a strong level plays.
    """
    begun = turn_of(view(state, state.table.mover))
    if state.setup.options.milled or state.table.ply > LAST_PLY or len(begun.opposing) < _FEWEST_CREATURES:
        return None
    ends = reachable(begun)
    search.spend(len(ends))
    best = best_of(ends, MARGIN)
    if len(ends) < _FEWEST_BOARDS or len(best) != 1:
        return None
    missed = missing(state, partial(_is_there, state, best[0].boards))
    deep = best[0].boards != max(ends, key=lambda end: (balance(end), end))
    is_hard = _is_hard(state, deep, missed)
    way = way_to(state, partial(_is_there, state, best[0].boards)) if is_hard else None
    if way is None or not _is_sound(state, way, search.rng):
        return None
    return Found(_kind(state), way, _rating(state, len(ends), deep, missed))


def _is_hard(state: State, deep: bool, missed: tuple[str, ...]) -> bool:
    """Return whether the puzzle takes thought.

    Some level must miss it; in a whole turn, every level must, unless only the reply shows the solution.
    """
    if _kind(state) == EXCHANGE:
        return bool(missed)
    return len(missed) == len(LEVELS) or (deep and bool(missed))


def reachable(begun: Turn) -> set[Boards]:
    """Return all boards with which a turn can end; none if there are too many to search."""
    turns = play_cards(begun)
    if is_too_much(turns):
        return set()
    return {each for turn in turns for each, _ in fights(turn.ready, turn.idle, turn.opposing)}


def _is_there(start: State, wanted: Boards, now: State) -> bool:
    return boards(now, start.table.mover) == wanted


def _is_sound(state: State, way: tuple[str, ...], rng: random.Random) -> bool:
    """Return whether the solution's chance of winning is about as good as after a turn of `hard`."""
    after = (later(state, way), turn_of_level(state, "hard"))
    chances = [estimate(end, random.Random(rng.random()), _LOOKS) for end in after]
    mine = chances if state.table.mover == 0 else [1 - each for each in chances]
    return mine[0] >= mine[1] - _COST


def _kind(state: State) -> str:
    return TURN if state.table.phase == ACTION else EXCHANGE


def _rating(state: State, choices: int, deep: bool, missed: Iterable[str]) -> int:
    """Return the rating, by the number of choices, the need to see the reply, and the levels that miss it."""
    base = 250 if state.table.phase == ACTION else 100
    return clamp_rating(base + 110 * math.log2(choices) + 350 * deep + 120 * len(tuple(missed)))
