"""What has come from Discord: what is being done for it, and what of it has come before."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import discord

from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.freshness import Freshness as Freshness

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
