"""Positions in which a coach's tips are compared with the engine, and the tips that it contradicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from games.core.game import AnyGame
from games.core.selfplay import numbered_seed, playing

Checks = Mapping[str, Callable[..., object]]
"""By a tip's key: (state, what its words name) → whether that's so."""
_FIRST_MATCH = 4300


def is_so(state: Any, key: str, words: str, says: Mapping[str, str], checks: Checks) -> bool:
    """Return whether a tip's words have the form that its key says, and the engine agrees."""
    said = re.search(says[key], words)
    return said is not None and bool(checks[key](state, *said.groups()))


def list_untrue(game: AnyGame, state: Any, view: Any, says: Mapping[str, str], checks: Checks) -> list[str]:
    """Return the tips on a view that the engine contradicts."""
    tips = ((tip.key, tip.words) for tip in game.tips(view))
    return [f"{key}: {words}" for key, words in tips if not is_so(state, key, words, says, checks)]


def positions(
    game: AnyGame, matches: Sequence[Mapping[str, object]], levels: tuple[str, str], plies: int, step: int
) -> Iterator[Any]:
    """Yield positions at a regular distance in the first plies of matches between two levels, without ends.

    Args:
        game: The game.
        matches: The options of the matches, in turn.
        levels: The level in each seat.
        plies: The number of actions of each match that are looked at.
        step: The number of actions between two positions.
    """
    first, second = (game.players[level] for level in levels)
    for number, raw in enumerate(cycle(matches)):
        every = playing(game, game.options(raw), numbered_seed(_FIRST_MATCH + number), (first, second))
        yield from (state for _, state in islice(every, 0, plies, step) if game.to_act(state))
