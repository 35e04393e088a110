"""The story of a finished match: its evaluation over time and its events, once the end is open to all.

A separate thread folds it from the record, once for all messages about the end.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Hashable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

from bot.core.app_context import Recent
from bot.core.match_state import MatchState, in_force
from bot.play.records.folding import events, reveal_all, states, turns
from games.core.game import AnyGame
from games.core.screen.story import Happening, Level, Story

log = logging.getLogger(__name__)

_NONE = Story()
_REMEMBERED = 16
"""How many stories are kept: each is in up to three messages, one right after the other."""
_STORIES: Recent[Hashable, Story] = Recent(_REMEMBERED)
_TELLER = ThreadPoolExecutor(1, "story")
"""Only this thread folds and reads the cache, so no match is folded twice."""


async def tell_story(state: MatchState) -> Story:
    """Return the story of a match; empty unless everything is open, or if it can't be told.

    An error is only logged, as the result must be posted even without a story.
    """
    if not state.is_open_to_all:
        return _NONE
    return await asyncio.get_running_loop().run_in_executor(_TELLER, _tell_cached, in_force(state))


def _tell_cached(state: MatchState) -> Story:
    # The key is all that the story depends on, never the match's id alone.
    key = (state.match.game, state.match.seed, repr(state.match.options), state.texts)
    found = _STORIES.get(key)
    if found is None:
        found = _STORIES[key] = _try_story(state)
    return found


def _try_story(state: MatchState) -> Story:
    try:
        return story(state)
    except Exception:
        log.exception("the story of %s can't be told", state.match.id)
        return _NONE


def story(state: MatchState) -> Story:
    """Return the story of all that was played, without checking permissions.

    A turn in which a match ends before any action, as by resigning, counts too.
    """
    game, happenings, levels = state.game, list[Happening](), list[Level]()
    views = (reveal_all(game, game_state) for game_state in states(state))
    view = next(views)
    _measure(game, view, 0, levels)
    for turn in turns(state):
        seen = [view, *islice(views, len(turn.actions))]
        happenings += (Happening(turn.number, event) for event in events(game, seen))
        view = seen[-1]
        _measure(game, view, turn.number, levels)
    if game.result(state.game_state) is None and levels and levels[-1].turn != state.turn_number:
        _measure(game, view, state.turn_number or 0, levels)
    return Story(tuple(levels), tuple(happenings))


def _measure(game: AnyGame, view: Any, turn: int, levels: list[Level]) -> None:
    """Append the game's evaluation of a view to the levels, if the game has one."""
    gauge = game.gauge(view)
    if gauge is not None:
        levels.append(Level(turn, gauge))
