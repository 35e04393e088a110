"""The host: what every use case needs, and the memory of tables that may be forgotten at any time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import msgspec

from bot.core.clock import GRACE_SECONDS, Clock, Jump, Spans, after_jump
from bot.core.errors import Unknown
from bot.core.match_state import MatchState, advanced, opening
from bot.core.measured_database import MeasuredDatabase
from bot.core.metrics import Metrics
from bot.core.randomness import Randomness
from storage import matches
from storage.database import Database
from storage.handle import Reader

_RUNNING_ACTIONS, _OVER_ACTIONS = 32_000, 500
"""How many actions the tables may hold that are remembered, of matches under way and of those that are over;
one takes 0.3 to 0.7 KB, depending on the game."""
_OF_A_TABLE = 10
"""What a table holds besides, counted in actions."""
_PEOPLE_REMEMBERED = 5_000
KEEP_DAYS = 30
"""So long is kept what nobody needs any more, unless the settings say otherwise."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Signal:
    """Wakes the one loop that waits for work."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def wake(self) -> None:
        self._event.set()

    async def wait(self) -> None:
        """Until somebody has called `wake` since the last wait."""
        await self._event.wait()
        self._event.clear()


class AppContext:
    """Database, clock and chance of this process; `outbox` and `deadlines` wake the loops, `bots` is told
    the id of a match in which an AI is to act."""

    def __init__(self, database: Database, clock: Clock, randomness: Randomness) -> None:
        self.metrics = Metrics()
        self.database = MeasuredDatabase(database, clock.now, self.metrics.transactions.observe)
        self.clock = clock
        self.randomness = randomness
        self.keep_days = KEEP_DAYS
        """Days for which what nobody needs any more is kept; 0: for good."""
        self.outbox = Signal()
        self.jobs = Signal()
        self.bots: asyncio.Queue[str] = asyncio.Queue()
        self.connected = True
        """Whether the gateway is there, and the time without it was given back."""
        self.unanswered: int | None = None
        """Since when Discord has answered no request, until that time was given back; None: it does."""
        self.unwritten: tuple[Jump, ...] = ()
        """Jumps of time that are to be written with the next heartbeat."""
        self._outages: Spans = ()
        self.silent: dict[int, dict[str, int | None]] | None = None
        """In which matches, of which server, someone's clock is stopped; None until `silences` has looked."""
        self.settings: Recent[int, Any] = Recent(_PEOPLE_REMEMBERED)
        """What `people_settings` has read of people, by their ids."""
        self._running: Recent[str, MatchState] = Recent(_RUNNING_ACTIONS, _weight)
        self._over: Recent[str, MatchState] = Recent(_OVER_ACTIONS, _weight)

    @property
    def is_answered(self) -> bool:
        """Whether Discord answers our requests; a short silence is none."""
        return self.unanswered is None or self.now() - self.unanswered <= GRACE_SECONDS

    @property
    def reachable(self) -> bool:
        """Whether people reach us, and we them; while they do not, nobody's time runs out."""
        return self.connected and self.is_answered

    def now(self) -> int:
        """Epoch seconds, whole. Nobody computes with a moment before what led there is known as an outage."""
        moment = int(self.clock.now())
        for jump in self.clock.jumps():
            self._outages = after_jump(self._outages, jump)
            self.unwritten += (jump,)
        return moment

    @property
    def outages(self) -> Spans:
        """When people did not reach us, from and until, as is known now; in order, they may overlap."""
        self.now()
        return self._outages

    def remember_outages(self, written: Spans, jumps: tuple[Jump, ...]) -> None:
        """All outages as they are written, among them what these jumps have left."""
        self.unwritten = tuple(jump for jump in self.unwritten if jump not in jumps)
        for jump in self.unwritten:
            written = after_jump(written, jump)
        self._outages = written

    async def match_state(self, match_id: str) -> MatchState:
        """The match as it stands; Unknown when there is none."""
        async with self.database.read() as r:
            return await self.match_state_in(r, match_id)

    async def match_state_in(self, r: Reader, match_id: str) -> MatchState:
        """The same within a reading or writing that is under way."""
        match = await matches.get(r, match_id)
        if match is None:
            raise Unknown
        known = self._running.get(match_id) or self._over.get(match_id)
        if known is None or known.length > match.length:
            known = opening(match)
        missing = await matches.actions(r, match_id, known.length + 1) if known.length < match.length else []
        state = msgspec.structs.replace(known, match=match)
        if missing:
            state = advanced(state, missing)
        self.remember(state)
        return state

    def remember(self, state: MatchState) -> None:
        """Keep a folded table; an optimisation, never the truth. Those of matches that are over leave soon:
        they are wanted for what is told of the end, and hardly ever again."""
        match_id, is_over = state.match.id, state.match.reason is not None
        self.forget(match_id)
        (self._over if is_over else self._running)[match_id] = state

    def forget(self, match_id: str) -> None:
        """Keep a match no longer; it is folded again when it is wanted."""
        self._running.forget(match_id)
        self._over.forget(match_id)

    def wake(self) -> None:
        """Something was committed that the loops should look at."""
        self.outbox.wake()
        self.jobs.wake()


def _weight(state: MatchState) -> int:
    return _OF_A_TABLE + state.length


class Recent(Generic[Key, Value]):
    """The values used last, as many as weigh no more than `limit` together; each weighs 1 unless `weigh`
    says otherwise."""

    def __init__(self, limit: int, weigh: Callable[[Value], int] = lambda _: 1) -> None:
        self._limit = limit
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """The value kept for the key, or None."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def __setitem__(self, key: Key, value: Value) -> None:
        """Keep a value, and let go of those that were used longest ago."""
        self.forget(key)
        self._values[key] = value
        self._weight += self._weigh(value)
        while self._weight > self._limit:
            self.forget(next(iter(self._values)))

    def forget(self, key: Key) -> None:
        """Let go of the value of a key, if one is kept."""
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key))
