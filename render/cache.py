"""Pictures, made once and kept in bounded memory. What takes long is made off the event loop."""

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
"""So many new pixels are drawn on the event loop at most: some ten new squares, or 10 ms. Nearly everything
in most pictures has been drawn before; handing them to a thread takes longer than finishing them."""
_PAINTERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="painter")
"""Few: what a thread has let go of, the C library keeps for that thread, and drawing takes megabytes."""


Value = TypeVar("Value")


class ByteCache(Generic[Value]):
    """The values used last, up to a total of `limit` bytes; how many each has, `weigh` says. Safe to use from
    several threads."""

    def __init__(self, limit: int, weigh: Callable[[Any], int] = len) -> None:
        self._limit = limit
        self._weigh = weigh
        self._total = 0
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()
        self.made, self.seconds = 0, 0.0
        """How many values had to be made, and how long that took."""

    def get(self, key: Hashable) -> Value | None:
        """The value kept for the key, or None."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: Hashable, value: Value) -> None:
        """Keep a value, and let go of those that were used longest ago."""
        with self._lock:
            if key in self._values:
                self._total -= self._weigh(self._values.pop(key))
            self._total += self._weigh(value)
            self._values[key] = value
            while self._total > self._limit:
                self._total -= self._weigh(self._values.popitem(last=False)[1])

    async def get_or_make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value kept for the key, or else the one that `make` gives, run in a thread."""
        value = self.get(key)
        if value is None:
            value = await asyncio.get_running_loop().run_in_executor(_PAINTERS, self._made, make)
            self.put(key, value)
        return value

    async def get_or_draw(self, key: Hashable, draw: Callable[[], Value]) -> Value:
        """The value kept for the key, or else the one that `draw` gives: here and now where little is new in
        it, else in a thread."""
        value = self.get(key)
        if value is not None:
            return value
        try:
            with at_most(AT_ONCE):
                value = self._made(draw)
        except TooMuch:
            return await self.get_or_make(key, draw)
        self.put(key, value)
        return value

    def _made(self, make: Callable[[], Value]) -> Value:
        began = perf_counter()
        value = make()
        with self._lock:
            self.made += 1
            self.seconds += perf_counter() - began
        return value


_PICTURES: ByteCache[bytes] = ByteCache(16 * MEGABYTE)
_ANIMATIONS: ByteCache[bytes] = ByteCache(8 * MEGABYTE)


def drawn() -> dict[str, tuple[int, float]]:
    """How many pictures and animations this process has drawn, and how many seconds that took."""
    kinds = {"picture": _PICTURES, "animation": _ANIMATIONS}
    return {kind: (kept.made, kept.seconds) for kind, kept in kinds.items()}


def digest(*parts: object) -> bytes:
    """The same for equal parts, and for no others: what a picture is kept by, since a scene can be half as
    large as its picture."""
    return hashlib.blake2b(msgspec.msgpack.encode(parts), digest_size=16).digest()


async def picture(scene: Scene, theme: str = "default", *, size: int = SIZE) -> bytes:
    """The PNG of a scene, kept; arguments and errors as `render.painter.png`."""
    return await _PICTURES.get_or_draw(digest(scene, theme, size), lambda: png(scene, theme, size=size))


async def animation(
    frames: Sequence[Frame], theme: str = "default", loop: bool = False, *, size: int = SIZE
) -> bytes:
    """The GIF of frames, kept; arguments and errors as `render.animation.gif`."""
    key = digest(frames, theme, loop, size)
    return await _ANIMATIONS.get_or_make(key, lambda: gif(frames, theme, loop, size=size))


async def curve(drawn: Curve, theme: str = "default") -> bytes:
    """The PNG of a curve, kept; arguments and errors as `render.curve.png`."""
    return await _PICTURES.get_or_make(digest("curve", drawn, theme), lambda: curves.png(drawn, theme))
