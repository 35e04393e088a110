"""Prompt: what may be chosen next, as plain data. The bot shows it and knows no game."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.core.screen.scene import Mark, Scene

PromptShape = Literal["list", "compass", "grid", "text", "confirm"]

COMPASS: tuple[str, ...] = ("nw", "n", "ne", "w", "o", "e", "sw", "s", "se")
"""Keys of a compass pad, row by row of its 3×3 buttons; `o` is the middle."""
ARROWS = {"nw": "↖", "n": "↑", "ne": "↗", "w": "←", "e": "→", "sw": "↙", "s": "↓", "se": "↘"}
"""What the keys of a compass pad look like."""


class Choice(msgspec.Struct, frozen=True):
    """One thing that can be tapped. With `action` (notation) it is played; without, the draft grows by `key`.

    `leads_to`: the draft to go on with instead, also after the action when the turn is not over; `drawn`: the
    host adds a number that nobody can foresee as one more key; `recalled`: the host adds the first action
    that the person played in their last match of the game; `button`: shown apart, beside a pad or beneath a
    list; `group`: neighbors of one name are listed together, beneath that name; `ends`: it ends the turn or a
    part of it, and never comes to stand where the finger just was; `says`: what its action says to the
    opponent; `writes`: it asks for words of one's own, which become the next key and are said."""

    key: str
    label: str
    hint: str = ""
    action: str | None = None
    disabled: bool = False
    leads_to: tuple[str, ...] | None = None
    drawn: bool = False
    recalled: bool = False
    button: bool = False
    group: str = ""
    ends: bool = False
    says: str = ""
    writes: bool = False


class Prompt(msgspec.Struct, frozen=True):
    """A question with its choices. `compass`: keys from COMPASS; `grid`: rows of `columns` buttons, 1 to 5;
    `text`: one modal field, whose content becomes the next key of the draft; `marks` show the choices on the
    picture of the view; `picture`: what is shown instead, where a draft changes what is seen."""

    question: str
    shape: PromptShape
    choices: tuple[Choice, ...] = ()
    marks: tuple[Mark, ...] = ()
    placeholder: str = ""
    longest: int = 200
    columns: int = 5
    picture: Scene | None = None
