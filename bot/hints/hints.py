"""Hints: what a good level would play from what one person sees, told to that person and to nobody else.

A level is handed the person's view and no briefing, so a hint holds nothing of what was only shown once.
It is drawn with a number that follows from the host's secret and leads back to nothing: the other side cannot
ask for the same hint, not even for a layout that is still to be hidden."""

from __future__ import annotations

import hashlib
import random
from collections import OrderedDict
from itertools import islice
from typing import Any

import msgspec

from bot.ai.asking import asked
from bot.ai.move_request import MoveRequest, Thinking
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.core.seats import seated, still_open
from games import AnyGame
from games.core.advice import Advice

LEVEL = "hard"
_REMEMBERED = 512

Moment = tuple[str, int, int]
"""A match, a seat, and how often that seat has acted."""


class Hint(msgspec.Struct, frozen=True):
    """What `level` would play for a seat: the action's `text`, and the same in words and as a picture.

    `only_choice`: nothing else can be played; `unseen`: the level knows less than the person was shown."""

    state: MatchState
    seat: int
    level: str
    text: str
    advice: Advice
    only_choice: bool
    unseen: bool


def level_of(game: AnyGame) -> str:
    """The level that gives hints; the strongest where there is none of that name."""
    ratings = game.level_ratings
    return LEVEL if LEVEL in game.players else max(game.players, key=lambda level: ratings[level])


def generator(state: MatchState, seat: int) -> random.Random:
    """The same for the same position; nobody can tell from it what else follows from the host's secret."""
    position = state.game.position(state.view(seat)).encode()
    return random.Random(hashlib.sha256(b"hint" + state.match.nonce + bytes([seat]) + position).digest())


def question(state: MatchState, seat: int, person: int) -> MoveRequest:
    """What the level is asked: of all that the seat knows, only the view."""
    whole = asked(state, seat, level_of(state.game))
    return msgspec.structs.replace(whole, briefing=None, rng=generator(state, seat), person=person)


class Hints:
    """Thinks of one hint at a time for each person; hints once given are kept for a while."""

    def __init__(self, app: AppContext, ai_pool: Thinking) -> None:
        self._app = app
        self._ai_pool = ai_pool
        self._limits = Limits(app.clock.now)
        self._given: OrderedDict[Moment, str] = OrderedDict()

    async def checked(self, match_id: str, person: int) -> tuple[MatchState, int]:
        """The match and the person's seat; UserError, with what to do instead, where there is no hint."""
        state = await self._app.match_state(match_id)
        seat = seated(state, person)
        still_open(state)
        if state.match.rated:
            raise UserError(
                "Rated matches have no hints: they show how well you play. "
                "Start a casual one with the option rated:False and ask there."
            )
        if seat not in state.to_act:
            raise UserError("It isn't your turn. Ask for a hint when it is.")
        self._limits.check("hints", person)
        return state, seat

    async def hint(self, match_id: str, person: int) -> Hint:
        """A hint for the person; UserError where there is none, Stale when they have acted meanwhile."""
        state, seat = await self.checked(match_id, person)
        with self._limits.act("hints", person):
            text = await self._text(state, seat, person)
            now = await self._app.match_state(match_id)
            if now.version(seat) != state.version(seat) or seat not in now.to_act:
                raise Stale
            return _hint(now, seat, text)

    async def _text(self, state: MatchState, seat: int, person: int) -> str:
        moment = (state.match.id, seat, state.version(seat))
        known = self._given.get(moment) or _only_choice(state.game, state.view(seat))
        return known or self._keep(moment, await self._ai_pool.think(question(state, seat, person)))

    def _keep(self, moment: Moment, text: str) -> str:
        self._given[moment] = text
        if len(self._given) > _REMEMBERED:
            self._given.popitem(last=False)
        return text


def _only_choice(game: AnyGame, view: Any) -> str | None:
    """The one thing that can be played; None where there is a choice."""
    first = [game.format(action) for action in islice(game.actions(view), 2)]
    return first[0] if len(first) == 1 else None


def _hint(state: MatchState, seat: int, text: str) -> Hint:
    game, view, briefing = state.game, state.view(seat), state.briefing(seat)
    return Hint(
        state=state,
        seat=seat,
        level=level_of(game),
        text=text,
        advice=game.advice(view, game.parse(view, text)),
        only_choice=_only_choice(game, view) is not None,
        unseen=briefing is not None and bool(briefing.frames),
    )
