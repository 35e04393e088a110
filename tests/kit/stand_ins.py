"""Blank pictures that cost next to nothing, for tests that don't look at what's drawn.

A drawing depends on nothing but its scene, as `tests/render` shows. The same holds for a stand-in: two are
the same bytes exactly when their scenes, themes and sizes are the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any

import msgspec
import pytest
from PIL import Image

from games.core.screen.scene import Frame, Scene
from render import cache
from render.cache import MEGABYTE, ByteCache
from render.layout import SIZE


@lru_cache
def _blank(kind: str, size: int) -> bytes:
    buffer = BytesIO()
    Image.new("P", (size, size)).save(buffer, kind)
    return buffer.getvalue()


def _stand_in(kind: str, size: int, *drawn: Any) -> bytes:
    """Return a blank picture with a digest of its scene appended after its end, where no reader looks."""
    return _blank(kind, size) + hashlib.sha256(msgspec.json.encode(drawn)).digest()


def png(scene: Scene, theme: str = "default", *, size: int = SIZE) -> bytes:
    """Return a blank PNG of that size in place of `render.painter.png`."""
    return _stand_in("PNG", size, scene, theme)


def gif(frames: Sequence[Frame], theme: str = "default", loop: bool = False, *, size: int = SIZE) -> bytes:
    """Return a blank GIF of that size in place of `render.animation.gif`."""
    return _stand_in("GIF", size, tuple(frames), theme, loop)


def draw_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot show stand-ins from now on, and cache them apart from real pictures."""
    monkeypatch.setattr(cache, "png", png)
    monkeypatch.setattr(cache, "gif", gif)
    monkeypatch.setattr(cache, "_PICTURES", ByteCache(MEGABYTE))
    monkeypatch.setattr(cache, "_ANIMATIONS", ByteCache(MEGABYTE))
