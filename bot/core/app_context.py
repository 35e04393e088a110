"""Application context: database, clock, randomness, and a cache of folded matches."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from bot.core.clock import GRACE_SECONDS, Clock, Jump
from bot.core.discord_time import DiscordTime
from bot.core.errors import Unknown
from bot.core.hooks import NO_HOOKS, Hooks
from bot.core.match_state import MatchState, apply_actions, opening
from bot.core.metrics import Metrics, Written
from bot.core.randomness import Randomness
from bot.core.shards import Shards
from storage.engine.database import Database
from storage.engine.handle import Reader
from storage.tables import hosts, matches
from storage.tables.hosts import Host

_RUNNING_ACTIONS, _OVER_ACTIONS = 32_000, 500
"""Actions that cached running and finished matches may hold in all; each takes 0.3 to 0.7 KB, by game."""
ANYWHERE = ""
"""An entry of the queue `bots` in place of a match id: look at all matches in which an AI may be to act."""
_OF_A_TABLE = 10
"""The fixed weight of a cached match, counted in actions."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Owned = TypeVar("Owned")


class Apart(Protocol):
    """Runs pure work that takes long beside the event loop, as `Thinking.apart` does."""

    async def __call__(self, seconds: float, work: Callable[..., Owned], *given: Any) -> Owned:
        """Return the result of pure work, limited to `seconds` of processor time."""


async def _in_thread(seconds: float, work: Callable[..., Owned], *given: Any) -> Owned:
    return await asyncio.to_thread(work, *given)


class Signal:
    """Wakes the one loop that waits for work."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def wake(self) -> None:
        """End the current wait, or the next one at once."""
        self._event.set()

    async def wait(self) -> None:
        """Wait until `wake` has been called since the last wait."""
        await self._event.wait()
        self._event.clear()


class AppContext:
    """The database, clock and randomness of this process, with the signals that wake its loops.

    `outbox` and `jobs` wake the loops of those names, and `aside` the loop for work that no player waits for.
    `bots` is a queue of ids of matches in which an AI is to act.
    """

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
        """Days for which old data is kept; 0: forever."""
        self.outbox = Signal()
        self.jobs = Signal()
        self.aside = Signal()
        self.bots: asyncio.Queue[str] = asyncio.Queue()
        self.apart: Apart = _in_thread
        """Runs long work: in a thread, or once the bot has its pool of processes, in one of them."""
        self.may_answer: Callable[[str], bool] = lambda _: False
        """Whether this process has a free worker for the AI's turn in a match, given by its id."""
        self.is_looking = False
        """Whether `bots` already holds `ANYWHERE`."""
        self.hosts: tuple[Host, ...] = ()
        """The processes that run the bot together, as last read from the database."""
        self.shards = Shards()
        """The gateway shards of this process."""
        self.unanswered: int | None = None
        """Epoch seconds since when Discord hasn't answered, until that time is given back; None: it does."""
        self.discord_time = DiscordTime(self.wake)
        """How this machine's clock compares with Discord's."""
        self.unwritten: tuple[Jump, ...] = ()
        """Jumps of the clock to be written with the next heartbeat."""
        if database is not None:
            # The doctor that describes commands has no database.
            database.now = self.now
        self._owned: dict[type[Any], Any] = {}
        self._running: Recent[str, MatchState] = Recent(_RUNNING_ACTIONS, _weight)
        self._over: Recent[str, MatchState] = Recent(_OVER_ACTIONS, _weight)

    def own(self, kind: type[Owned], make: Callable[[], Owned]) -> Owned:
        """Return a feature's object in memory, made with `make` when it is first asked for."""
        if kind not in self._owned:
            self._owned[kind] = make()
        kept: Owned = self._owned[kind]
        return kept

    @property
    def is_answered(self) -> bool:
        """Whether Discord answers our requests; silences up to `GRACE_SECONDS` don't count."""
        return self.unanswered is None or self.now() - self.unanswered <= GRACE_SECONDS

    @property
    def reachable(self) -> bool:
        """Whether all our shards are connected and Discord answers our requests."""
        return self.shards.all_there and self.is_answered

    def now(self) -> int:
        """Return whole epoch seconds, after noting any jumps of the clock for the next heartbeat."""
        moment = int(self.clock.now())
        jumps = self.clock.jumps()
        for jump in jumps:
            self.discord_time.adjust_ahead(jump.after - jump.before)
        self.unwritten += tuple(jumps)
        return moment

    async def is_alone(self, r: Reader) -> bool:
        """Return whether no other process runs the bot on this database."""
        return all(host.id == self.database.host for host in await hosts.all_of_them(r))

    def wrote(self, jumps: tuple[Jump, ...]) -> None:
        """Drop jumps of the clock that have been written."""
        self.unwritten = tuple(jump for jump in self.unwritten if jump not in jumps)

    async def match_state(self, match_id: str) -> MatchState:
        """Return the current state of a match, or raise Unknown if it doesn't exist."""
        async with self.database.read() as r:
            return await self.match_state_in(r, match_id)

    async def match_state_in(self, r: Reader, match_id: str) -> MatchState:
        """Return the current state of a match within a transaction; raise Unknown if it doesn't exist."""
        match = await matches.get(r, match_id)
        if match is None:
            raise Unknown
        known = self._running.get(match_id) or self._over.get(match_id)
        if known is None or known.length > match.length or known.match.redacted != match.redacted:
            known = opening(match)
        missing = await matches.actions(r, match_id, known.length + 1) if known.length < match.length else []
        state = msgspec.structs.replace(known, match=match)
        if missing:
            state = apply_actions(state, missing)
        self.remember(state)
        return state

    def remember(self, state: MatchState) -> None:
        """Cache a folded match, never as the truth; finished ones leave soon, as they're rarely needed."""
        match_id, is_over = state.match.id, state.match.reason is not None
        self.forget(match_id)
        (self._over if is_over else self._running)[match_id] = state

    def forget(self, match_id: str) -> None:
        """Drop a match from the cache; it is folded again when needed."""
        self._running.forget(match_id)
        self._over.forget(match_id)

    def part_of(self, most: int) -> int:
        """Return this process's share of a limit for all processes together; at least 1."""
        return max(1, most // max(1, sum(not host.draining for host in self.hosts)))

    def listen(self) -> None:
        """Start to wake the loops when other processes leave work to do, too."""
        self.database.listen(self.look)

    def wake(self) -> None:
        """Wake the outbox and the jobs after a commit."""
        self.outbox.wake()
        self.jobs.wake()

    def look(self) -> None:
        """Wake all loops for work that another process may have left."""
        self.wake()
        self.aside.wake()
        if not self.is_looking:
            self.is_looking = True
            self.bots.put_nowait(ANYWHERE)


Proof = Callable[[Reader, AppContext, str], Awaitable[tuple[str, ...]]]
"""Returns lines that prove how the dice of the match with this id came about, if there's anything to add."""


def _weight(state: MatchState) -> int:
    return _OF_A_TABLE + state.length


class Recent(Generic[Key, Value]):
    """A cache of the most recently used values, with a total weight of at most `limit`.

    Each value weighs 1 unless `weigh` says otherwise.
    """

    def __init__(self, limit: int, weigh: Callable[[Value], int] = lambda _: 1) -> None:
        self._limit = limit
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """Return the value kept for the key, or None."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def __setitem__(self, key: Key, value: Value) -> None:
        """Keep a value, and drop the least recently used ones beyond the limit."""
        self.forget(key)
        self._values[key] = value
        self._weight += self._weigh(value)
        while self._weight > self._limit:
            self.forget(next(iter(self._values)))

    def forget(self, key: Key) -> None:
        """Drop the value of a key, if one is kept."""
        if key in self._values:
            self._weight -= self._weigh(self._values.pop(key))
