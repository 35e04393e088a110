"""Deliveries from Discord: late and repeated interactions, those under way, and accidental taps."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

import aiohttp
import discord
from discord import ui

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 3.0
"""Seconds for which Discord waits for the first answer, counted from the interaction's creation."""
_MARGIN_SECONDS = 0.5
"""Seconds that writing and answering take on an idle machine."""
_LATEST_SECONDS = 30.0
"""Longest plausible delay; beyond it the gateway would be gone, so a clock must have been set."""
_KNOWN, _KNOWN_SECONDS = 32, 120.0
_TOLD_SECONDS = 60.0


class _Arrival(NamedTuple):
    at: float
    behind: float
    """Seconds by which our clock was ahead of the interaction's creation time."""


class Freshness:
    """The age of interactions, although our clock (`now`, in epoch seconds) may not agree with Discord's.

    The quickest of the latest arrivals counts as instant, so a changed clock or a constantly slow gateway
    stops mattering after a few taps.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._known: deque[_Arrival] = deque(maxlen=_KNOWN)
        self._quickest = inf
        """The smallest `behind` of the known arrivals."""
        self.dropped = 0
        """The number of interactions dropped as too late."""
        self._told, self._told_at = 0, now() - _TOLD_SECONDS

    def note_arrival(self, created: float) -> None:
        """Note that an interaction has arrived that Discord created at the given epoch seconds."""
        now = self._now()
        while self._known and not 0 <= now - self._known[0].at <= _KNOWN_SECONDS:
            self._known.popleft()
        self._known.append(_Arrival(now, now - created))
        self._quickest = min(arrival.behind for arrival in self._known)

    def is_too_old(self, created: float) -> bool:
        """Return whether an answer now would come too late.

        Args:
            created: When Discord created the interaction, in epoch seconds by Discord's clock.
        """
        behind = self._now() - created
        late = behind - min(behind, self._quickest)
        if late > _LATEST_SECONDS:
            self._known.clear()
            self._quickest = inf
            return False
        return late > PATIENCE_SECONDS - _MARGIN_SECONDS

    def drop(self) -> None:
        """Count a dropped interaction, and log the number at most once a minute."""
        self.dropped += 1
        if abs(self._now() - self._told_at) >= _TOLD_SECONDS:
            count, self._told, self._told_at = self.dropped - self._told, self.dropped, self._now()
            log.warning("%d taps came too late to be answered and were dropped: the bot is overloaded", count)


Interaction = discord.Interaction[Any]
_ANSWERS_REMEMBERED = 4096
"""Number of remembered interactions; more than come in the 15 minutes for which Discord takes answers."""
_LOST_REMEMBERED = 64
"""Number of lost answers kept whole, as they hold pictures; older ones are only reported as lost."""
_LOST = "lost"
"""The key of an interaction's extras for an answer that didn't arrive."""


class UnderWay:
    """The interactions being handled, so that a shutdown can wait for them."""

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[Any]]()

    @contextmanager
    def answer(self) -> Iterator[None]:
        """Keep the current task registered within the block."""
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def wait_for_answers(self, seconds: float) -> None:
        """Wait until the current tasks are done, or for the given number of seconds."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)


@dataclass(slots=True)
class Heard:
    """The record of a delivered interaction.

    Attributes:
        done: Set once the first delivery has been handled, and None from then on, since thousands are kept.
        lost: The answer that failed to arrive, kept for a while; None if there's none.
        answered: Whether an answer arrived.
    """

    done: asyncio.Event | None
    lost: Screen | None = None
    answered: bool = False


class HeardOnce:
    """The latest interactions by id: Discord may deliver one twice, and it counts once."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, Heard] = OrderedDict()
        self._lost: deque[Heard] = deque()

    def before(self, interaction: int) -> Heard | None:
        """Return the record of an earlier delivery, or None for the first one."""
        return self._known.get(interaction)

    @contextmanager
    def first(self, interaction: Interaction) -> Iterator[None]:
        """Record the outcome of the block, which handles the first delivery of an interaction."""
        done = asyncio.Event()
        heard = self._known[interaction.id] = Heard(done)
        if len(self._known) > _ANSWERS_REMEMBERED:
            self._known.popitem(last=False)
        try:
            yield
        finally:
            heard.answered = interaction.response.is_done()
            self._keep_lost(heard, None if heard.answered else interaction.extras.get(_LOST))
            done.set()
            heard.done = None

    def _keep_lost(self, heard: Heard, screen: Screen | None) -> None:
        if screen is None:
            return
        heard.lost = screen
        self._lost.append(heard)
        if len(self._lost) > _LOST_REMEMBERED:
            self._lost.popleft().lost = None


@contextmanager
def keeping(interaction: Interaction, screen: Screen) -> Iterator[None]:
    """Keep an answer that fails to arrive within the block, for a second delivery of the interaction."""
    try:
        yield
    except (discord.HTTPException, aiohttp.ClientError, ConnectionError):
        for file in screen.files:
            file.reset()
        interaction.extras[_LOST] = screen
        raise


_REMEMBERED = 1024


class Settling:
    """The buttons that appeared on each message in the last `seconds`; taps on them were meant for others."""

    def __init__(self, now: Callable[[], float], seconds: float) -> None:
        self._now = now
        self._seconds = seconds
        self._fresh: OrderedDict[int, tuple[float, frozenset[str]]] = OrderedDict()
        self.is_shared = False
        """Whether other processes may change a message between two taps on it."""

    def changing(self, message: discord.Message | None, tapped: str, screen: Screen) -> None:
        """Rearrange a screen that is about to replace a tapped message."""
        keep_clear(message, tapped, screen.view)

    def note_change(self, message: discord.Message | None, screen: Screen) -> None:
        """Note which buttons are new after a tapped message has become this screen."""
        if message is None or not self._seconds:
            return
        before = {id for component in message.components for id in _ids(component)}
        ids = (getattr(item, "custom_id", None) for item in screen.view.walk_children())
        fresh = frozenset(id for id in ids if id is not None and id not in before)
        self._fresh[message.id] = (self._now() + self._seconds, fresh)
        self._fresh.move_to_end(message.id)
        if len(self._fresh) > _REMEMBERED:
            self._fresh.popitem(last=False)

    def is_hasty(self, message: discord.Message | None, custom_id: str, tapped: float) -> bool:
        """Return whether the button had only just appeared when tapped (epoch seconds by Discord's clock)."""
        if message is None:
            return False
        until, fresh = self._fresh.get(message.id, (0.0, frozenset()))
        if self._now() < until:
            return custom_id in fresh
        return self.is_shared and self._was_just_changed(message, tapped)

    def _was_just_changed(self, message: discord.Message, tapped: float) -> bool:
        """Return whether a person's DM was edited just before the tap, by any process."""
        own = message.flags.ephemeral or isinstance(message.channel, discord.DMChannel)
        changed = message.edited_at
        return own and changed is not None and tapped - changed.timestamp() < self._seconds


def _ids(component: Any) -> Iterator[str]:
    """Yield the custom_ids of a component and of all within it."""
    own = getattr(component, "custom_id", None)
    if own is not None:
        yield own
    for inner in (*getattr(component, "children", ()), getattr(component, "accessory", None)):
        if inner is not None:
            yield from _ids(inner)


class Place(NamedTuple):
    """A button's row, counted from both ends as apps grow messages at either end, and its column."""

    from_top: int
    from_bottom: int
    column: int


def keep_clear(message: discord.Message | None, custom_id: str, view: ui.LayoutView) -> None:
    """Move buttons that end a turn away from the place of the button just tapped.

    Such a button swaps places with a neighbor, or gets a placeholder before it if it has none.
    """
    finger = _place_of(list(_rows(message.components)) if message else [], custom_id)
    rows = [item for item in view.walk_children() if isinstance(item, ui.ActionRow)]
    if finger is None:
        return
    for number, row in enumerate(rows):
        if number == finger.from_top or len(rows) - 1 - number == finger.from_bottom:
            _clear(row, finger.column, view)


def _rows(components: Sequence[Any]) -> Iterator[Any]:
    """Yield the rows of a message, including those in frames."""
    for component in components:
        if isinstance(component, discord.ActionRow):
            yield component
        else:
            yield from _rows(getattr(component, "children", ()))


def _place_of(rows: Sequence[Any], custom_id: str) -> Place | None:
    for number, row in enumerate(rows):
        for column, tap in enumerate(row.children):
            if getattr(tap, "custom_id", None) == custom_id:
                return Place(number, len(rows) - 1 - number, column)
    return None


def _clear(row: ui.ActionRow[Any], column: int, view: ui.LayoutView) -> None:
    taps = list(row.children)
    if column >= len(taps) or not isinstance(taps[column], items.Ending):
        return
    if len(taps) > 1:
        other = column - 1 if column else 1
        taps[column], taps[other] = taps[other], taps[column]
    elif view.total_children_count < items.MOST:
        taps.insert(0, items.nothing("gap"))
    row.clear_items()
    for tap in taps:
        row.add_item(tap)
