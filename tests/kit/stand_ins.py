"""Pictures that cost next to nothing, for tests that don't look at what's drawn.

A drawing is a function of its scene and nothing else, as `tests/render` shows. So is its stand-in: two of
them are the same bytes exactly when they stand for the same scenes, theme and size.
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
    """A blank picture with the digest of what isn't drawn behind its end, where no reader looks."""
    return _blank(kind, size) + hashlib.sha256(msgspec.json.encode(drawn)).digest()


def png(scene: Scene, theme: str = "default", *, size: int = SIZE) -> bytes:
    """Stands for `render.painter.png`: a PNG of that size."""
    return _stand_in("PNG", size, scene, theme)


def gif(frames: Sequence[Frame], theme: str = "default", loop: bool = False, *, size: int = SIZE) -> bytes:
    """Stands for `render.animation.gif`: a GIF of that size."""
    return _stand_in("GIF", size, tuple(frames), theme, loop)


def draw_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the bot shows stand-ins, and keeps them apart from the pictures drawn so far."""
    monkeypatch.setattr(cache, "png", png)
    monkeypatch.setattr(cache, "gif", gif)
    monkeypatch.setattr(cache, "_PICTURES", ByteCache(MEGABYTE))
    monkeypatch.setattr(cache, "_ANIMATIONS", ByteCache(MEGABYTE))
