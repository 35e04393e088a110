"""A match folded again from its record: its turns, and the true state after each action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import Any

import msgspec

from bot.core.match_state import MatchState, opening
from games.core.game import AnyGame, MatchReason, Result
from games.core.screen.story import Event

ABANDONED = Result(None, MatchReason.ABORTED)
"""A stand-in result to reveal everything in the middle of a match; its words are removed."""


class Turn(msgspec.Struct, frozen=True):
    """A seat's turn with what the match played in it: actions `first` to `last`, counted from 1.

    `number` is the number of the turn; 0 is before the first one.
    """

    number: int
    seat: int
    first: int
    last: int

    @property
    def actions(self) -> range:
        """The numbers of its actions."""
        return range(self.first, self.last + 1)


def turns(state: MatchState) -> Iterator[Turn]:
    """Yield the turns of a match in order; the last one may be under way."""
    numbers = range(1, state.length + 1)
    for (turn, seat), actions in groupby(numbers, lambda n: (turn_of(state, n), state.steps[n - 1].seat)):
        first, *more = actions
        yield Turn(turn, seat, first, more[-1] if more else first)


def turn_of(state: MatchState, number: int) -> int:
    """Return the number of the turn to which an action belongs."""
    return state.moment(number - 1).turn_number or 0


def states(state: MatchState) -> Iterator[Any]:
    """Yield the state of the game before the first action, and after each row of its log."""
    game, game_state = state.game, opening(state.match).game_state
    past = [game_state]
    yield game_state
    for step in state.steps:
        if step.back is None:
            action = game.parse(game.view(game_state, step.seat), step.text)
            game_state = game.play(game_state, step.seat, action).state
        else:
            game_state = past[step.back]
        past.append(game_state)
        yield game_state


def reveal_all(game: AnyGame, game_state: Any) -> Any:
    """Return the public view of a moment with everything open, as if the match had ended there."""
    over = game.result(game_state) is not None
    return game.view(game_state if over else game.ended(game_state, ABANDONED), None)


def events(game: AnyGame, views: Iterable[Any]) -> tuple[Event, ...]:
    """Return the events between consecutive open views."""
    found = (game.event(before, after) for before, after in pairwise(views))
    return tuple(event for event in found if event is not None)
