"""A moment of an analysis as a puzzle: the position before a mistake, and the better move to find."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from msgspec import Struct

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.learning.analysis.analyses import current, may_be_analyzed, read
from bot.play.records.folding import states
from games import AnyGame
from games.core.teaching.moments import Moment, moments
from games.core.vocabulary.tasks import Exercise, Goal
from storage.engine.handle import Reader, Writer
from storage.tables.exercises import Tried

BETTER = "better"
_NODES = 300
"""Nodes for each estimate, which is made while the player waits."""
_GONE = "This moment is no longer here. Use /analysis to look at the match again."


class Mistake(Struct, frozen=True):
    """A costly moment of a finished match."""

    state: MatchState
    moment: Moment

    @property
    def name(self) -> str:
        """The name under which its exercise is stored."""
        return f"{self.state.match.id}-{self.moment.judged.number}"


async def mistake_of(app: AppContext, r: Reader, name: str) -> Mistake:
    """Return the mistake with this name; raise UserError if the analysis doesn't have it anymore."""
    match_id, _, number = name.rpartition("-")
    state, kept = await app.match_state_in(r, match_id), await current(r, match_id)
    if kept is not None and may_be_analyzed(state):
        for moment in moments(read(kept)):
            if moment.kind == "cost" and str(moment.judged.number) == number:
                return Mistake(state, moment)
    raise UserError(_GONE, command="analysis")


async def asks(app: AppContext, r: Reader, found: Tried) -> Exercise:
    """Return the position before the mistake, in which one action is to be found that's better."""
    mistake = await mistake_of(app, r, found.name)
    judged, game = mistake.moment.judged, mistake.state.game
    before = next(islice(states(mistake.state), judged.number - 1, None))
    played, best = (_act(game, before, judged.seat, text) for text in (_get_played(mistake), judged.rival))

    def is_as_good(_: Any, now: Any) -> bool:
        if now in (played, best):
            return bool(now == best)
        return _worth(game, now, judged.seat) >= _worth(game, best, judged.seat)

    task = Goal("What's the better move?", is_as_good, missed=lambda _, __: True)
    return Exercise(before, judged.seat, task)


def _get_played(mistake: Mistake) -> str:
    return mistake.state.steps[mistake.moment.judged.number - 1].text


def _act(game: AnyGame, state: Any, seat: int, text: str) -> Any:
    return game.play(state, seat, game.parse(game.view(state, seat), text)).state


def _worth(game: AnyGame, state: Any, seat: int) -> float:
    """Return a seat's winning chance in a position by the analyst's estimate, always the same."""
    result = game.result(state)
    if result is not None:
        return 0.5 if result.winner is None else float(result.winner == seat)
    assert game.analyst is not None
    chance = game.analyst.estimate(state, random.Random(0), _NODES)
    return chance if seat == 0 else 1.0 - chance


async def nothing(w: Writer, app: AppContext, was: Tried, now: Tried) -> None:
    """Do nothing: a found move has no further effect."""
