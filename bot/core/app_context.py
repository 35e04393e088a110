"""The host: what every use case needs, and the memory of tables that may be forgotten at any time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar

import msgspec

from bot.core.clock import GRACE_SECONDS, Clock, Jump
from bot.core.discord_time import DiscordTime
from bot.core.errors import Unknown
from bot.core.hooks import NO_HOOKS, Hooks
from bot.core.match_state import MatchState, advanced, opening
from bot.core.metrics import Metrics, Written
from bot.core.randomness import Randomness
from bot.core.shards import Shards
from storage.engine.database import Database
from storage.engine.handle import Reader
from storage.tables import hosts, matches
from storage.tables.hosts import Host

_RUNNING_ACTIONS, _OVER_ACTIONS = 32_000, 500
"""How many actions the tables may hold that are remembered, of matches under way and of those that are over;
one takes 0.3 to 0.7 KB, depending on the game."""
ANYWHERE = ""
"""Told to `bots` in place of a match: an AI may be to act in any of them."""
_OF_A_TABLE = 10
"""What a table holds besides, counted in actions."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Owned = TypeVar("Owned")


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
    """Database, clock and chance of this process; `outbox` and `jobs` wake the loops, `aside` the one that
    does what nobody waits for; `bots` is told the id of a match in which an AI is to act."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        randomness: Randomness,
        hooks: Hooks = NO_HOOKS,
        keep_days: int = 0,
    ) -> None:
        self.metrics = Metrics()
        self.database = database
        self.written = Written(clock.now())
        self.clock = clock
        self.randomness = randomness
        self.hooks = hooks
        self.keep_days = keep_days
        """Days for which old data is kept; 0: for good."""
        self.outbox = Signal()
        self.jobs = Signal()
        self.aside = Signal()
        self.bots: asyncio.Queue[str] = asyncio.Queue()
        self.may_answer: Callable[[str], bool] = lambda _: False
        """Whether this process has room for the AI's turn in a match."""
        self.is_looking = False
        """Whether `bots` is told so already."""
        self.hosts: tuple[Host, ...] = ()
        """The processes that host the bot together, as this one has last seen them."""
        self.shards = Shards()
        """Those of the gateway that this process has."""
        self.unanswered: int | None = None
        """Since when Discord has answered no request, until that time was given back; None: it does."""
        self.discord_time = DiscordTime(self.wake)
        """How this machine's clock compares with Discord's."""
        self.unwritten: tuple[Jump, ...] = ()
        """Jumps of time that are to be written with the next heartbeat."""
        if database is not None:
            # A doctor that describes commands has none.
            database.now = self.now
        self._owned: dict[type[Any], Any] = {}
        self._running: Recent[str, MatchState] = Recent(_RUNNING_ACTIONS, _weight)
        self._over: Recent[str, MatchState] = Recent(_OVER_ACTIONS, _weight)

    def own(self, kind: type[Owned], make: Callable[[], Owned]) -> Owned:
        """What a feature keeps in memory, made when it is first wanted."""
        if kind not in self._owned:
            self._owned[kind] = make()
        kept: Owned = self._owned[kind]
        return kept

    @property
    def is_answered(self) -> bool:
        """Whether Discord answers our requests; a short silence is none."""
        return self.unanswered is None or self.now() - self.unanswered <= GRACE_SECONDS

    @property
    def reachable(self) -> bool:
        """Whether people reach us over all our shards, and we them."""
        return self.shards.all_there and self.is_answered

    def now(self) -> int:
        """Epoch seconds, whole. Nobody computes with a moment before what led there is to be written."""
        moment = int(self.clock.now())
        jumps = self.clock.jumps()
        for jump in jumps:
            self.discord_time.jumped(jump.after - jump.before)
        self.unwritten += tuple(jumps)
        return moment

    async def is_alone(self, r: Reader) -> bool:
        """Whether no other process hosts the database beside us."""
        return all(one.id == self.database.host for one in await hosts.all_of_them(r))

    def wrote(self, jumps: tuple[Jump, ...]) -> None:
        """These jumps are written."""
        self.unwritten = tuple(jump for jump in self.unwritten if jump not in jumps)

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
        if known is None or known.length > match.length or known.match.redacted != match.redacted:
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

    def part_of(self, most: int) -> int:
        """This process's part of what all that host the bot may do together; at least 1."""
        return max(1, most // max(1, sum(not host.draining for host in self.hosts)))

    def listen(self) -> None:
        """From now on the loops are woken by what other processes leave to do, too."""
        self.database.listen(self.look)

    def wake(self) -> None:
        """Something was committed that the loops should look at."""
        self.outbox.wake()
        self.jobs.wake()

    def look(self) -> None:
        """There may be something to do that another process has left."""
        self.wake()
        self.aside.wake()
        if not self.is_looking:
            self.is_looking = True
            self.bots.put_nowait(ANYWHERE)


Proof = Callable[[Reader, AppContext, str], Awaitable[tuple[str, ...]]]
"""Return lines that prove how the dice of the match with this id came about, if there's anything to add."""


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
