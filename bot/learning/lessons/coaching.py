"""The coach of somebody's first match: says what's new, once, from what that player sees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bot.core import fair_help
from bot.core.app_context import AppContext, Recent
from bot.core.match_state import MatchState, opening
from bot.play.records.folding import states
from games.core.vocabulary.lessons import Tip, new_tip

_REMEMBERED = 256


class Coach:
    """What was said last in each match; it follows from the record, so nothing is lost by forgetting it."""

    def __init__(self) -> None:
        self._said: Recent[tuple[str, int, int], tuple[Tip | None]] = Recent(_REMEMBERED)

    async def tip_in(self, app: AppContext, state: MatchState, seat: int) -> Tip | None:
        """Return what `tip` says; None on a rated board."""
        tip, person = self.tip(state, seat), state.seat_row(seat).person
        if tip is None or person is None:
            return tip
        asked = (app, person, state.game, (state.game_state,))
        return None if await fair_help.is_on_rated_board(*asked) else tip

    def tip(self, state: MatchState, seat: int) -> Tip | None:
        """What the coach says to a seat that is to act; None: nothing, or there is no coach."""
        if not state.match.coached or seat not in state.to_act:
            return None
        moment = (state.match.id, seat, state.length)
        known = self._said.get(moment)
        if known is None:
            self._said[moment] = known = (new_tip(_moments(state, seat)),)
        return known[0]


def _moments(state: MatchState, seat: int) -> Iterator[tuple[Tip, ...]]:
    """The tips that apply at each of the seat's choices."""
    game = state.game
    moments = chain((opening(state.match).start,), state.steps)
    for game_state, moment in zip(states(state), moments, strict=True):
        view = game.view(game_state, seat)
        if seat in moment.acting and game.forced(view) is None and game.automatic(view) is None:
            yield game.tips(view)
