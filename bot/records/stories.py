"""The story of a match that is over: how its gauge went and what happened, told once its end is open to all.

It is folded from the record in a thread of its own, once for all messages that tell of the end."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bot.core.app_context import Recent
from bot.core.match_state import MatchState
from bot.records.folding import opened, states, turns
from games.core.game import AnyGame
from games.core.story import Happening, Level, Story

_NONE = Story()
_REMEMBERED = 16
"""Stories that are kept: each is told in up to three messages, one right after the other."""
_STORIES: Recent[Hashable, Story] = Recent(_REMEMBERED)
_TELLER = ThreadPoolExecutor(1, "story")
"""Only this one thread folds and knows what is kept, so no match is folded twice."""


async def told(state: MatchState) -> Story:
    """The story of a match; an empty one where not everything may be shown to everybody."""
    if not state.is_open_to_all:
        return _NONE
    return await asyncio.get_running_loop().run_in_executor(_TELLER, _kept, state)


def _kept(state: MatchState) -> Story:
    # By what it follows from, never by the match's name alone.
    key = (state.match.game, state.match.seed, repr(state.match.options), state.texts)
    found = _STORIES.get(key)
    if found is None:
        found = _STORIES[key] = story(state)
    return found


def story(state: MatchState) -> Story:
    """The story of all that was played; who may read it is asked elsewhere."""
    game, happenings, levels = state.game, list[Happening](), list[Level]()
    views = (opened(game, game_state) for game_state in states(state))
    view = next(views)
    _measure(game, view, 0, levels)
    for turn in turns(state):
        for _ in turn.actions:
            before, view = view, next(views)
            event = game.event(before, view)
            happenings += [Happening(turn.number, event)] if event else []
        _measure(game, view, turn.number, levels)
    return Story(tuple(levels), tuple(happenings))


def _measure(game: AnyGame, view: Any, turn: int, levels: list[Level]) -> None:
    """Note what the gauge shows, if anything is counted."""
    gauge = game.gauge(view)
    if gauge is not None:
        levels.append(Level(turn, gauge))
