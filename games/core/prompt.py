"""Prompt: what may be chosen next, as plain data. `bot.ui.panel` shows it and knows no game."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.core.scene import Mark

Shape = Literal["list", "compass", "grid", "text", "confirm"]

COMPASS: tuple[str, ...] = ("nw", "n", "ne", "w", "o", "e", "sw", "s", "se")
"""Keys of a compass pad, row by row of its 3×3 buttons; `o` is the middle."""


class Choice(msgspec.Struct, frozen=True):
    """One thing that can be tapped. With `action` (notation) it ends the draft; without, it adds `key`."""

    key: str
    label: str
    hint: str = ""
    action: str | None = None
    disabled: bool = False


class Prompt(msgspec.Struct, frozen=True):
    """A question with its choices. `compass`: keys from COMPASS; `text`: one modal field, whose
    content becomes the next key of the draft; `marks` show the choices on the picture."""

    question: str
    shape: Shape
    choices: tuple[Choice, ...] = ()
    marks: tuple[Mark, ...] = ()
    placeholder: str = ""
    longest: int = 200
