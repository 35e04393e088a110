"""The story of a match that is over: how its gauge went and what happened, told once its end is open to all.

It is folded from the record in a thread of its own, once for all messages that tell of the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

from bot.core.app_context import Recent
from bot.core.match_state import MatchState
from bot.play.records.folding import events, opened, states, turns
from games.core.game import AnyGame
from games.core.screen.story import Happening, Level, Story

log = logging.getLogger(__name__)

_NONE = Story()
_REMEMBERED = 16
"""Stories that are kept: each is told in up to three messages, one right after the other."""
_STORIES: Recent[Hashable, Story] = Recent(_REMEMBERED)
_TELLER = ThreadPoolExecutor(1, "story")
"""Only this one thread folds and knows what is kept, so no match is folded twice."""


async def told(state: MatchState) -> Story:
    """The story of a match; an empty one where not everything may be shown to everybody, and where it can't
    be told: without it the result must still come."""
    if not state.is_open_to_all:
        return _NONE
    return await asyncio.get_running_loop().run_in_executor(_TELLER, _kept, state)


def _kept(state: MatchState) -> Story:
    # By what it follows from, never by the match's name alone.
    key = (state.match.game, state.match.seed, repr(state.match.options), state.texts)
    found = _STORIES.get(key)
    if found is None:
        found = _STORIES[key] = _attempted(state)
    return found


def _attempted(state: MatchState) -> Story:
    try:
        return story(state)
    except Exception:
        log.exception("the story of %s can't be told", state.match.id)
        return _NONE


def story(state: MatchState) -> Story:
    """The story of all that was played; who may read it is asked elsewhere."""
    game, happenings, levels = state.game, list[Happening](), list[Level]()
    views = (opened(game, game_state) for game_state in states(state))
    view = next(views)
    _measure(game, view, 0, levels)
    for turn in turns(state):
        seen = [view, *islice(views, len(turn.actions))]
        happenings += (Happening(turn.number, event) for event in events(game, seen))
        view = seen[-1]
        _measure(game, view, turn.number, levels)
    return Story(tuple(levels), tuple(happenings))


def _measure(game: AnyGame, view: Any, turn: int, levels: list[Level]) -> None:
    """Note what the gauge shows, if anything is counted."""
    gauge = game.gauge(view)
    if gauge is not None:
        levels.append(Level(turn, gauge))
