"""Hints: what a strong AI level would play from the player's view, shown to that player only.

The level gets the player's view without the briefing. Of what was shown only once, a hint knows just what
the player has marked as remembered, right or wrong. The level's random numbers are derived from the match's
secret nonce by an irreversible hash, so the opponent can't ask for the same hint, not even for a layout that
is yet to be hidden.
"""

from __future__ import annotations

import hashlib
import random
from collections import OrderedDict
from collections.abc import Collection, Iterable
from itertools import islice
from typing import Any

import msgspec

from bot.core import fair_help
from bot.core.app_context import AppContext
from bot.core.errors import Stale, UserError
from bot.core.limits import Limits
from bot.core.match_state import MatchState
from bot.core.move_request import MoveRequest, Thinking
from bot.core.seats import require_seat, still_open
from bot.play.ai.ai_pool import build_request
from games import AnyGame
from games.core.screen.advice import Advice
from storage.tables import matches

LEVEL = "hard"
_REMEMBERED = 512

Moment = tuple[str, int, int, tuple[str, ...]]
"""A match, a seat, how often that seat has acted, and the squares that its player has marked."""


def may_ask(state: MatchState, person: int | None) -> bool:
    """Return whether a person may ask for a hint now: in a casual match, when it's their turn."""
    return person is not None and not state.match.rated and state.seat_of(person) in state.to_act


class Hint(msgspec.Struct, frozen=True):
    """The action that an AI level would play for a seat, in words and as a picture.

    Attributes:
        level: The level that suggests the action.
        text: The action in notation.
        only_choice: Whether it's the only legal action.
        unseen: Whether the level knows less than the player was shown.
        may_mark: Whether the player can mark what they remember of that.
    """

    state: MatchState
    seat: int
    level: str
    text: str
    advice: Advice
    only_choice: bool
    unseen: bool
    may_mark: bool = False


def level_of(game: AnyGame) -> str:
    """Return the level that gives hints in a game: `LEVEL`, or the strongest if there's no such level."""
    ratings = game.level_ratings
    return LEVEL if LEVEL in game.players else max(game.players, key=lambda level: ratings[level])


class Recalled(msgspec.Struct, frozen=True):
    """The markable `rows` of squares, the marked `squares`, and the `view` of a player remembering these."""

    rows: tuple[tuple[str, ...], ...]
    squares: tuple[str, ...]
    view: Any


def generator(state: MatchState, seat: int) -> random.Random:
    """Return a random generator that is the same for the same position, and reveals nothing of the nonce."""
    position = state.game.position(state.view(seat)).encode()
    return random.Random(hashlib.sha256(b"hint" + state.match.nonce + bytes([seat]) + position).digest())


def question(state: MatchState, seat: int, person: int, view: Any) -> MoveRequest:
    """Return the request to the level: the given view with the player's marks, and no briefing."""
    whole = build_request(state, seat, level_of(state.game))
    rng = generator(state, seat)
    return msgspec.structs.replace(whole, view=view, briefing=None, rng=rng, person=person)


class Hints:
    """The hints of this process: one at a time per player; given hints are kept for a while."""

    def __init__(self, app: AppContext, ai_pool: Thinking) -> None:
        self._app = app
        self._ai_pool = ai_pool
        self._limits = Limits(app.database, app.now)
        self._given: OrderedDict[Moment, str] = OrderedDict()

    async def casual(self, match_id: str, person: int) -> tuple[MatchState, int]:
        """Return the match and the player's seat; UserError if it isn't theirs, is over or is rated."""
        state = await self._app.match_state(match_id)
        seat = require_seat(state, person)
        still_open(state)
        if state.match.rated:
            raise UserError(
                "Rated matches have no hints: they show how well you play. "
                "Matches against the bot are casual unless you choose rated, so start another and ask there."
            )
        return state, seat

    async def check_allowed(self, match_id: str, person: int) -> tuple[MatchState, int]:
        """Return the match and the player's seat; UserError, with advice, if they may have no hint now."""
        state, seat = await self.casual(match_id, person)
        if seat not in state.to_act:
            raise UserError("It isn't your turn. Ask for a hint when it is.")
        await fair_help.check(self._app, person, state.game, (state.game_state,))
        await self._limits.check("hints", person)
        return state, seat

    async def hint(self, match_id: str, person: int) -> Hint:
        """Return a hint for the player; UserError if there is none, Stale if they have acted meanwhile."""
        state, seat = await self.check_allowed(match_id, person)
        async with self._limits.act("hints", person):
            recalled = await self.load_marks(state, seat)
            text = await self._text(state, seat, person, recalled)
            now = await self._app.match_state(match_id)
            if now.version(seat) != state.version(seat) or seat not in now.to_act:
                raise Stale
            return _hint(now, seat, text, recalled)

    async def load_marks(self, state: MatchState, seat: int) -> Recalled:
        """Return what the player of a seat has marked so far."""
        game, view = state.game, state.view(seat)
        rows = game.memorable(view)
        if not rows:
            return Recalled((), (), view)
        async with self._app.database.read() as r:
            marked = set(await matches.find_recalled(r, state.match.id, seat))
        squares = tuple(square for row in rows for square in row if square in marked)
        return Recalled(rows, squares, game.recalled(view, squares))

    async def mark(self, state: MatchState, seat: int, row: int, squares: Collection[str]) -> None:
        """Set the marked squares of one row; UserError if there's no such row, or a square isn't in it."""
        before = await self.load_marks(state, seat)
        if not 0 <= row < len(before.rows) or not set(squares) <= set(before.rows[row]):
            raise UserError("Those squares can't be marked. Choose from the lists below the picture.")
        kept = [square for square in before.squares if square not in before.rows[row]]
        await self._save(state, seat, (*kept, *squares))

    async def clear(self, state: MatchState, seat: int) -> None:
        """Delete all marks of a seat."""
        await self._save(state, seat, ())

    async def _save(self, state: MatchState, seat: int, squares: Iterable[str]) -> None:
        async with self._app.database.write() as w:
            await matches.set_recalled(w, state.match.id, seat, squares)

    async def _text(self, state: MatchState, seat: int, person: int, recalled: Recalled) -> str:
        moment, view = (state.match.id, seat, state.version(seat), recalled.squares), recalled.view
        known = self._given.get(moment) or _only_choice(state.game, view)
        return known or self._keep(moment, await self._think(question(state, seat, person, view)))

    async def _think(self, asked: MoveRequest) -> str:
        return await self._app.metrics.time_thought(lambda: self._ai_pool.think(asked))

    def _keep(self, moment: Moment, text: str) -> str:
        self._given[moment] = text
        if len(self._given) > _REMEMBERED:
            self._given.popitem(last=False)
        return text


def _only_choice(game: AnyGame, view: Any) -> str | None:
    """Return the only legal action, or None if there is a choice."""
    first = [game.format(action) for action in islice(game.actions(view), 2)]
    return first[0] if len(first) == 1 else None


def _hint(state: MatchState, seat: int, text: str, recalled: Recalled) -> Hint:
    game, view, briefing = state.game, recalled.view, state.briefing(seat)
    return Hint(
        state=state,
        seat=seat,
        level=level_of(game),
        text=text,
        advice=game.advice(view, game.parse(view, text)),
        only_choice=_only_choice(game, view) is not None,
        unseen=briefing is not None and bool(briefing.frames) and not recalled.squares,
        may_mark=bool(recalled.rows),
    )
