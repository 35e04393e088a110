"""Hints: what a good level would play from what one person sees, told to that person and to nobody else.

A level is handed the person's view and no briefing, so a hint holds nothing of what was only shown once but
what the person has marked as remembered, right or wrong.
It is drawn with a number that follows from the host's secret and leads back to nothing: the other side cannot
ask for the same hint, not even for a layout that is still to be hidden."""

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
from bot.core.seats import seated, still_open
from bot.play.ai.ai_pool import asked
from games import AnyGame
from games.core.screen.advice import Advice
from storage.tables import matches

LEVEL = "hard"
_REMEMBERED = 512

Moment = tuple[str, int, int, tuple[str, ...]]
"""A match, a seat, how often that seat has acted, and the squares that its person has marked."""


def may_ask(state: MatchState, person: int | None) -> bool:
    """Whether there is a hint for this person now: in a casual match, when they are to act."""
    return person is not None and not state.match.rated and state.seat_of(person) in state.to_act


class Hint(msgspec.Struct, frozen=True):
    """What `level` would play for a seat: the action's `text`, and the same in words and as a picture.

    `only_choice`: nothing else can be played; `unseen`: the level knows less than the person was shown;
    `may_mark`: of that the person can mark what they remember."""

    state: MatchState
    seat: int
    level: str
    text: str
    advice: Advice
    only_choice: bool
    unseen: bool
    may_mark: bool = False


def level_of(game: AnyGame) -> str:
    """The level that gives hints; the strongest where there is none of that name."""
    ratings = game.level_ratings
    return LEVEL if LEVEL in game.players else max(game.players, key=lambda level: ratings[level])


class Recalled(msgspec.Struct, frozen=True):
    """What a person has marked: the `rows` that may be, the `squares` that are, and the `view` of one who
    remembers these."""

    rows: tuple[tuple[str, ...], ...]
    squares: tuple[str, ...]
    view: Any


def generator(state: MatchState, seat: int) -> random.Random:
    """The same for the same position; nobody can tell from it what else follows from the host's secret."""
    position = state.game.position(state.view(seat)).encode()
    return random.Random(hashlib.sha256(b"hint" + state.match.nonce + bytes([seat]) + position).digest())


def question(state: MatchState, seat: int, person: int, view: Any) -> MoveRequest:
    """What the level is asked: of all that the seat knows, only the view, and what the person has marked."""
    whole = asked(state, seat, level_of(state.game))
    rng = generator(state, seat)
    return msgspec.structs.replace(whole, view=view, briefing=None, rng=rng, person=person)


class Hints:
    """Thinks of one hint at a time for each person; hints once given are kept for a while."""

    def __init__(self, app: AppContext, ai_pool: Thinking) -> None:
        self._app = app
        self._ai_pool = ai_pool
        self._limits = Limits(app.database, app.now)
        self._given: OrderedDict[Moment, str] = OrderedDict()

    async def casual(self, match_id: str, person: int) -> tuple[MatchState, int]:
        """The match and the person's seat; UserError where the match has no hints."""
        state = await self._app.match_state(match_id)
        seat = seated(state, person)
        still_open(state)
        if state.match.rated:
            raise UserError(
                "Rated matches have no hints: they show how well you play. "
                "Start a casual one with the option rated:False and ask there."
            )
        return state, seat

    async def checked(self, match_id: str, person: int) -> tuple[MatchState, int]:
        """The match and the person's seat; UserError, with what to do instead, where there is no hint."""
        state, seat = await self.casual(match_id, person)
        if seat not in state.to_act:
            raise UserError("It isn't your turn. Ask for a hint when it is.")
        await fair_help.check(self._app, person, state.game, (state.game_state,))
        await self._limits.check("hints", person)
        return state, seat

    async def hint(self, match_id: str, person: int) -> Hint:
        """A hint for the person; UserError where there is none, Stale when they have acted meanwhile."""
        state, seat = await self.checked(match_id, person)
        async with self._limits.act("hints", person):
            recalled = await self.recalled(state, seat)
            text = await self._text(state, seat, person, recalled)
            now = await self._app.match_state(match_id)
            if now.version(seat) != state.version(seat) or seat not in now.to_act:
                raise Stale
            return _hint(now, seat, text, recalled)

    async def recalled(self, state: MatchState, seat: int) -> Recalled:
        """What the person of a seat has marked so far."""
        game, view = state.game, state.view(seat)
        rows = game.memorable(view)
        if not rows:
            return Recalled((), (), view)
        async with self._app.database.read() as r:
            marked = set(await matches.recalled(r, state.match.id, seat))
        squares = tuple(square for row in rows for square in row if square in marked)
        return Recalled(rows, squares, game.recalled(view, squares))

    async def mark(self, state: MatchState, seat: int, row: int, squares: Collection[str]) -> None:
        """The person remembers these squares of a row of those that may be marked, and no others of it."""
        before = await self.recalled(state, seat)
        if not 0 <= row < len(before.rows) or not set(squares) <= set(before.rows[row]):
            raise UserError("Those squares can't be marked. Choose from the lists below the picture.")
        kept = [square for square in before.squares if square not in before.rows[row]]
        await self._save(state, seat, (*kept, *squares))

    async def clear(self, state: MatchState, seat: int) -> None:
        """The person has marked nothing."""
        await self._save(state, seat, ())

    async def _save(self, state: MatchState, seat: int, squares: Iterable[str]) -> None:
        async with self._app.database.write() as w:
            await matches.set_recalled(w, state.match.id, seat, squares)

    async def _text(self, state: MatchState, seat: int, person: int, recalled: Recalled) -> str:
        moment, view = (state.match.id, seat, state.version(seat), recalled.squares), recalled.view
        known = self._given.get(moment) or _only_choice(state.game, view)
        return known or self._keep(moment, await self._thought(question(state, seat, person, view)))

    async def _thought(self, asked: MoveRequest) -> str:
        return await self._app.metrics.thought(lambda: self._ai_pool.think(asked))

    def _keep(self, moment: Moment, text: str) -> str:
        self._given[moment] = text
        if len(self._given) > _REMEMBERED:
            self._given.popitem(last=False)
        return text


def _only_choice(game: AnyGame, view: Any) -> str | None:
    """The one thing that can be played; None where there is a choice."""
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
