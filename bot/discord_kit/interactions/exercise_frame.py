"""What stands around a board on which somebody tries something."""

from __future__ import annotations

from dataclasses import dataclass

from bot.discord_kit.components.items import Tap


@dataclass(frozen=True)
class Around:
    """What stands around a board: its heading and what is explained (both markdown), what is said of the try
    under way, whether there's a hint to ask for, and the buttons below."""

    heading: str
    text: str = ""
    line: str = ""
    has_hint: bool = False
    taps: tuple[Tap, ...] = ()
