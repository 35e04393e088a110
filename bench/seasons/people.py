"""People of a simulated season: each plays like one of the bot's levels, from their own view of a match.

They tap *Join* and *Check in* on the card, and meet at their boards now and then: when both are there, they
play some moves one after the other, faster than any of their messages is sent. Moves go through the use case
that a tap ends in.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from bench.bot.people import Panel
from bot.core.app_context import AppContext, Signal
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.matchmaking.contests.log.contest import Pairing
from bot.play.dealing.hidden_info import is_unbriefed, see
from bot.play.matches import playing
from games.core.game import Player
from playground.people.actor import Actor
from storage.tables import matches
from tests.kit.table import Table

DAY = 86_400
_SHARE = 0.6
"""Largest share of the time for a move that a person who still plays lets a turn wait."""
_AT_A_TIME = 8


class Habit(msgspec.Struct, frozen=True):
    """How a person plays.

    Attributes:
        level: The level they play like.
        looks: How often a day they look at a match.
        gone_at: The moment from which they never come back; None if they stay.
    """

    level: str
    looks: float
    gone_at: int | None = None


class NotTaken(Exception):
    """Raised if the bot refused a tap that the person may make; the text is its answer."""


class Ways(msgspec.Struct, frozen=True):
    """How people play in general.

    Attributes:
        levels: The levels they play like.
        nodes: Search nodes of a level for a move.
        moves: Moves played when the two of a match meet.
        looks: Median times a day that a person looks at a match.
        gone: Share of people who stop without a word.
        pace: Days for a move.
    """

    levels: tuple[str, ...]
    nodes: int
    moves: int
    looks: float
    gone: float
    pace: int


def habits(ways: Ways, people: Iterable[int], rng: random.Random, now: int, days: int) -> Mapping[int, Habit]:
    """Draw a habit for each person; those who stop do so within `days` days."""
    found = {}
    for number, person in enumerate(people):
        looks = ways.looks * min(3.0, max(0.4, rng.lognormvariate(0, 0.6)))
        leaves = now + rng.randrange(days * DAY) if rng.random() < ways.gone else None
        found[person] = Habit(ways.levels[number % len(ways.levels)], looks, leaves)
    return found


@asynccontextmanager
async def delay_messages(app: AppContext) -> AsyncIterator[None]:
    """Keep the outbox from sending within the block, so that only the latest message on a match remains."""
    signal, app.outbox = app.outbox, Signal()
    try:
        yield
    finally:
        app.outbox = signal
        app.wake()


class People:
    """The people at a table, and when the two of each match meet at their board."""

    def __init__(self, t: Table, ways: Ways, habits: Mapping[int, Habit], rng: random.Random) -> None:
        self.t, self.habits, self.rng = t, habits, rng
        self._ways = ways
        self._meet_at: dict[str, int] = {}
        self.plies = 0

    @property
    def app(self) -> AppContext:
        """The bot's application context."""
        return self.t.running.bot.ctx.app

    def actor(self, person: int) -> Actor:
        """Return a person with the verbs of a person on Discord."""
        return self.t.playground.actor(str(person))

    async def tap(self, person: int, channel: int, message: int, verb: str) -> None:
        """Tap the button with this verb on the card. Raises NotTaken."""
        actor = self.actor(person)
        card = actor.message(str(channel), str(message)).payload
        custom_id = Panel(actor, card).button(verb) or ""
        outcome = await actor.press(str(channel), str(message), custom_id)
        if outcome["type"] != "message":
            raise NotTaken(str(outcome))

    async def meet(self, open_: Sequence[Pairing]) -> None:
        """Play some moves in each of these matches whose meeting is due."""
        now = self.app.now()
        for pairing in open_:
            self._meet_at.setdefault(pairing.match, self._next(pairing, now))
        due = [
            pairing for pairing in open_ if self._meet_at[pairing.match] <= now and self._stay(pairing, now)
        ]
        gate = asyncio.Semaphore(_AT_A_TIME)
        async with delay_messages(self.app), asyncio.TaskGroup() as group:
            for pairing in due:
                self._meet_at[pairing.match] = self._next(pairing, now)
                group.create_task(self._sit(gate, pairing, random.Random(self.rng.random())))

    def _next(self, one: Pairing, now: int) -> int:
        rate = min(self.habits[one.first].looks, self.habits[one.second].looks)
        return now + round(min(_SHARE * self._ways.pace, self.rng.expovariate(rate)) * DAY)

    def _stay(self, one: Pairing, now: int) -> bool:
        ends = [self.habits[person].gone_at for person in (one.first, one.second)]
        return all(end is None or end > now for end in ends)

    async def _sit(self, gate: asyncio.Semaphore, one: Pairing, rng: random.Random) -> None:
        async with gate:
            for _ in range(self._ways.moves):
                state = await self._under_way(one.match)
                if state is None:
                    return
                for seat in state.to_act:
                    await self._act(state, seat, rng)

    async def _under_way(self, match_id: str) -> MatchState | None:
        async with self.app.database.read() as r:
            found = await matches.get(r, match_id)
            is_over = found is None or found.reason is not None
            return None if is_over else await self.app.match_state_in(r, match_id)

    async def _act(self, state: MatchState, seat: int, rng: random.Random) -> None:
        person, match_id = state.seat_row(seat).person or 0, state.match.id
        if is_unbriefed(state, seat):
            await see(self.app, match_id, seat)
        level: Player[Any, Any] = state.game.players[self.habits[person].level]
        action = await asyncio.to_thread(level, state.view(seat), state.briefing(seat), rng, self._ways.nodes)
        try:
            await playing.act(self.app, match_id, person, state.game.format(action))
            self.plies += 1
        except UserError:
            # The match's time has just run out.
            return
