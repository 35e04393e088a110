"""Puzzles about what a turn leaves on the battlefield: one board that's better than any other one."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from functools import partial

from games.alpha.ai.chances import estimate
from games.alpha.ai.exchanges import Boards, balance, best_of, fights
from games.alpha.ai.exercises import EXCHANGE, TURN, boards, later
from games.alpha.ai.found import LEVELS, Found, Search, missing, rated, turn_of_level
from games.alpha.ai.turns import Turn, is_too_much, played, turn_of
from games.alpha.ai.ways import way_to
from games.alpha.rules.state import ACTION, State
from games.alpha.rules.view import view

MARGIN = 3
"""So much better than any other board the best one has to be: attack and health of a Hedgehog."""
LAST_PLY = 40
"""Up to here they're looked for: what comes later is long to tell."""
_FEWEST_BOARDS, _FEWEST_CREATURES = 6, 2
_LOOKS, _COST = 4_000, 0.05
"""Nodes for the chance after it, and how much lower than after a strong level's turn that may be."""


def best_board(state: State, search: Search) -> Found | None:
    """The board with which this turn should end, if none is nearly as good, it isn't plain to see, and it
    wins about as often as what a strong level does."""
    begun = turn_of(view(state, state.table.mover))
    if state.setup.options.milled or state.table.ply > LAST_PLY or len(begun.opposing) < _FEWEST_CREATURES:
        return None
    ends = reachable(begun)
    search.looked_at(len(ends))
    best = best_of(ends, MARGIN)
    if len(ends) < _FEWEST_BOARDS or len(best) != 1:
        return None
    missed = missing(state, partial(_is_there, state, best[0].boards))
    deep = best[0].boards != max(ends, key=lambda one: (balance(one), one))
    is_hard = _is_hard(state, deep, missed)
    way = way_to(state, partial(_is_there, state, best[0].boards)) if is_hard else None
    if way is None or not _is_sound(state, way, search.rng):
        return None
    return Found(_kind(state), way, _rating(state, len(ends), deep, missed))


def _is_hard(state: State, deep: bool, missed: tuple[str, ...]) -> bool:
    """Whether it takes a look: attacks alone that some level overlooks; a whole turn that every level
    overlooks, or some of them while only the reply shows it."""
    if _kind(state) == EXCHANGE:
        return bool(missed)
    return len(missed) == len(LEVELS) or (deep and bool(missed))


def reachable(begun: Turn) -> set[Boards]:
    """All boards with which a turn can end; none where there's too much to look through."""
    turns = played(begun)
    if is_too_much(turns):
        return set()
    return {each for turn in turns for each, _ in fights(turn.ready, turn.idle, turn.opposing)}


def _is_there(start: State, wanted: Boards, now: State) -> bool:
    return boards(now, start.table.mover) == wanted


def _is_sound(state: State, way: tuple[str, ...], rng: random.Random) -> bool:
    """Whether the solution is good in the match, too, and not only on the board."""
    after = (later(state, way), turn_of_level(state, "hard"))
    chances = [estimate(end, random.Random(rng.random()), _LOOKS) for end in after]
    mine = chances if state.table.mover == 0 else [1 - each for each in chances]
    return mine[0] >= mine[1] - _COST


def _kind(state: State) -> str:
    return TURN if state.table.phase == ACTION else EXCHANGE


def _rating(state: State, choices: int, deep: bool, missed: Iterable[str]) -> int:
    """By how much there is to choose from, whether the reply has to be seen, and who misses it."""
    base = 250 if state.table.phase == ACTION else 100
    return rated(base + 110 * math.log2(choices) + 350 * deep + 120 * len(tuple(missed)))
