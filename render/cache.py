"""Caches of finished pictures with bounded memory; slow drawing happens off the event loop."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import perf_counter
from typing import Any, Generic, TypeVar

import msgspec

from games.core.screen.scene import Frame, Scene
from render import curve as curves
from render.animation import gif
from render.curve import Curve
from render.effort import TooMuch, at_most
from render.layout import SIZE
from render.painter import png

MEGABYTE = 1 << 20

AT_ONCE = 20_000
"""The most new pixels drawn on the event loop: about ten new squares, or 2 ms.

Most pictures consist of cached parts, and finishing them is faster than handing them to a thread.
"""
_PAINTERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="painter")
"""Few threads: each needs megabytes for drawing."""
_PLOTTERS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="plotter")
"""A single thread for curves, which two places ask for at the same moment."""


Value = TypeVar("Value")


class ByteCache(Generic[Value]):
    """A thread-safe LRU cache with at most `limit` bytes in total; `weigh` returns the size of a value."""

    def __init__(self, limit: int, weigh: Callable[[Any], int] = len) -> None:
        self._limit = limit
        self._weigh = weigh
        self._total = 0
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()
        self.made, self.seconds = 0, 0.0
        """How many values were made, and the seconds that took."""

    def get(self, key: Hashable) -> Value | None:
        """Return the cached value of the key, or None."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: Hashable, value: Value) -> None:
        """Cache a value, and drop the least recently used ones beyond the limit."""
        with self._lock:
            if key in self._values:
                self._total -= self._weigh(self._values.pop(key))
            self._total += self._weigh(value)
            self._values[key] = value
            while self._total > self._limit:
                self._total -= self._weigh(self._values.popitem(last=False)[1])

    async def get_or_make(
        self, key: Hashable, make: Callable[[], Value], threads: ThreadPoolExecutor = _PAINTERS
    ) -> Value:
        """Return the cached value of the key, or make it in a thread."""
        value = self.get(key)
        if value is None:
            loop = asyncio.get_running_loop()
            value = await loop.run_in_executor(threads, self._make_missing, key, make)
        return value

    async def get_or_draw(self, key: Hashable, draw: Callable[[], Value]) -> Value:
        """Return the key's cached value, or draw it: at once if little in it is new, else in a thread."""
        value = self.get(key)
        if value is not None:
            return value
        try:
            with at_most(AT_ONCE):
                value = self._make(draw)
        except TooMuch:
            return await self.get_or_make(key, draw)
        self.put(key, value)
        return value

    def _make_missing(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the cached value of the key, which may have been made while this waited, or make it."""
        value = self.get(key)
        if value is None:
            value = self._make(make)
            self.put(key, value)
        return value

    def _make(self, make: Callable[[], Value]) -> Value:
        began = perf_counter()
        value = make()
        with self._lock:
            self.made += 1
            self.seconds += perf_counter() - began
        return value


_PICTURES: ByteCache[bytes] = ByteCache(6 * MEGABYTE)
_ANIMATIONS: ByteCache[bytes] = ByteCache(4 * MEGABYTE)


def count_drawn() -> dict[str, tuple[int, float]]:
    """Return for pictures and animations how many this process has drawn, and the seconds that took."""
    kinds = {"picture": _PICTURES, "animation": _ANIMATIONS}
    return {kind: (kept.made, kept.seconds) for kind, kept in kinds.items()}


def digest(*parts: object) -> bytes:
    """Return a hash of the parts as a cache key, since a scene can be half as large as its picture."""
    return hashlib.blake2b(msgspec.msgpack.encode(parts), digest_size=16).digest()


async def picture(scene: Scene, theme: str = "default", *, size: int = SIZE) -> bytes:
    """Return the PNG of a scene, cached; raise ValueError as `render.painter.png` does."""
    return await _PICTURES.get_or_draw(digest(scene, theme, size), lambda: png(scene, theme, size=size))


async def animation(
    frames: Sequence[Frame], theme: str = "default", loop: bool = False, *, size: int = SIZE
) -> bytes:
    """Return the GIF of frames, cached; raise ValueError as `render.animation.gif` does."""
    key = digest(frames, theme, loop, size)
    return await _ANIMATIONS.get_or_make(key, lambda: gif(frames, theme, loop, size=size))


async def curve(drawn: Curve, theme: str = "default") -> bytes:
    """Return the PNG of a curve, cached; raise ValueError as `render.curve.png` does."""
    key = digest("curve", drawn, theme)
    return await _PICTURES.get_or_make(key, lambda: curves.png(drawn, theme), _PLOTTERS)
