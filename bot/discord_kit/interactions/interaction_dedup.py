"""What has come from Discord: what is being done for it, and what of it has come before."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, NamedTuple

import aiohttp
import discord

from bot.discord_kit.components.items import Screen

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 3.0
"""So long Discord waits for the first answer, from when it made the interaction."""
_MARGIN_SECONDS = 0.5
"""What writing and answering take once nothing is in the way."""
_LATEST_SECONDS = 30.0
"""Later than that nothing comes, for the gateway would be gone: rather a clock was set."""
_KNOWN, _KNOWN_SECONDS = 32, 120.0
_TOLD_SECONDS = 60.0


class _Arrival(NamedTuple):
    at: float
    behind: float
    """By how much our clock was ahead of the moment at which Discord made the interaction."""


class Freshness:
    """How old interactions are. `now`: epoch seconds, by a clock that needn't agree with Discord's: what the
    quickest of the latest arrivals took counts as no time at all. So a clock that's set, or a gateway that is
    always slow, is forgiven after a few taps."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: deque[_Arrival] = deque(maxlen=_KNOWN)
        self._quickest = inf
        """By how much our clock was ahead at the quickest of them."""
        self.dropped = 0
        """How many were given up."""
        self._told, self._told_at = 0, now() - _TOLD_SECONDS

    def arrived(self, created: float) -> None:
        """An interaction that Discord made at this moment has come in."""
        now = self._now()
        while self._known and not 0 <= now - self._known[0].at <= _KNOWN_SECONDS:
            self._known.popleft()
        self._known.append(_Arrival(now, now - created))
        self._quickest = min(one.behind for one in self._known)

    def is_too_old(self, created: float) -> bool:
        """Whether an answer now would come too late."""
        behind = self._now() - created
        late = behind - min(behind, self._quickest)
        if late > _LATEST_SECONDS:
            self._known.clear()
            self._quickest = inf
            return False
        return late > PATIENCE_SECONDS - _MARGIN_SECONDS

    def drop(self) -> None:
        """One was given up; a line in the log now and then."""
        self.dropped += 1
        if abs(self._now() - self._told_at) >= _TOLD_SECONDS:
            count, self._told, self._told_at = self.dropped - self._told, self.dropped, self._now()
            log.warning("%d taps came too late to be answered and were dropped: the bot is overloaded", count)


Interaction = discord.Interaction[Any]
_ANSWERS_REMEMBERED = 4096
"""More than come in the quarter of an hour in which Discord takes an answer."""
_LOST_REMEMBERED = 64
"""Lost answers hold pictures; on a day on which many are lost, older ones are only told of."""
_LOST = "lost"
"""Under which an interaction keeps an answer that did not arrive."""


class UnderWay:
    """What is being done for Discord, so that a shutdown can wait for it."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[Any]]()

    @contextmanager
    def answer(self) -> Iterator[None]:
        """Around the giving of one answer."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def given(self, seconds: float) -> None:
        """Until all that are being given now have been, or for so many seconds."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)


class Heard:
    """An interaction that has come in. `done`: it has been dealt with; `lost`: its answer, if that didn't
    arrive; `answered`: one did."""

    def __init__(self) -> None:
        self.done = asyncio.Event()
        self.lost: Screen | None = None
        self.answered = False


class HeardOnce:
    """The latest interactions by their ids: Discord may deliver one twice, and it counts once."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, Heard] = OrderedDict()
        self._lost: deque[Heard] = deque()

    def before(self, interaction: int) -> Heard | None:
        """The first delivery of an interaction; None: this is the first."""
        return self._known.get(interaction)

    @contextmanager
    def first(self, interaction: Interaction) -> Iterator[None]:
        """Around what the first delivery brings about."""
        heard = self._known[interaction.id] = Heard()
        if len(self._known) > _ANSWERS_REMEMBERED:
            self._known.popitem(last=False)
        try:
            yield
        finally:
            heard.answered = interaction.response.is_done()
            self._keep_lost(heard, None if heard.answered else interaction.extras.get(_LOST))
            heard.done.set()

    def _keep_lost(self, heard: Heard, screen: Screen | None) -> None:
        if screen is None:
            return
        heard.lost = screen
        self._lost.append(heard)
        if len(self._lost) > _LOST_REMEMBERED:
            self._lost.popleft().lost = None


@contextmanager
def keeping(interaction: Interaction, screen: Screen) -> Iterator[None]:
    """Keep an answer that doesn't arrive: a second delivery of the same interaction is answered with it."""
    try:
        yield
    except (discord.HTTPException, aiohttp.ClientError, ConnectionError):
        for file in screen.files:
            file.reset()
        interaction.extras[_LOST] = screen
        raise
