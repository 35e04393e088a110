"""What a seat is shown once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.core.screen.scene import Frame, Scene


class Briefing(msgspec.Struct, frozen=True):
    """What a seat is shown once, in private, before it first acts.

    `text`: what's said of it while it's shown; `beforehand`: what may be said before, while one can still
    leave the match for free, where that's less (empty: `text`);
    `frames`: the animation, played once; `seconds`: how long the last full frame is held;
    `looks`: how often it may be looked at again (None: as often as wished), each for `look_seconds`."""

    data: Mapping[str, Any]
    title: str
    text: str
    frames: tuple[Frame, ...]
    picture: Scene
    seconds: int
    looks: int | None = 0
    look_seconds: int = 3
    beforehand: str = ""
