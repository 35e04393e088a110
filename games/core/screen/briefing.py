"""Briefing: secret information that a seat is shown once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from games.core.screen.scene import Frame, Scene


class Briefing(msgspec.Struct, frozen=True):
    """Information that a seat is shown once, in private, before it first acts.

    Attributes:
        text: The words shown with it.
        frames: The animation, played once.
        seconds: How long the last full frame stays.
        looks: How often the player may look again (None: without limit).
        look_seconds: How long each further look lasts.
        beforehand: The text while the player can still leave for free, if it says less (empty: `text`).
    """

    data: Mapping[str, Any]
    title: str
    text: str
    frames: tuple[Frame, ...]
    picture: Scene
    seconds: int
    looks: int | None = 0
    look_seconds: int = 3
    beforehand: str = ""
