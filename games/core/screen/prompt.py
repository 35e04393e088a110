"""Prompt: the choices a player has next, as plain data. The bot shows it without knowing the game."""

from __future__ import annotations

from typing import Literal

import msgspec

from games.core.screen.scene import Mark, Scene

PromptShape = Literal["list", "compass", "grid", "text", "confirm"]

COMPASS: tuple[str, ...] = ("nw", "n", "ne", "w", "o", "e", "sw", "s", "se")
"""Keys of a compass pad, row by row of its 3×3 buttons; `o` is the middle."""
ARROWS = {"nw": "↖", "n": "↑", "ne": "↗", "w": "←", "e": "→", "sw": "↙", "s": "↓", "se": "↘"}
"""The arrow shown for each direction of a compass pad."""


class Choice(msgspec.Struct, frozen=True):
    """One option that a player can tap.

    Attributes:
        key: The next key of the draft.
        action: The notation of the action to play (None: add `key` to the draft instead).
        disabled: Whether it can't be tapped.
        leads_to: The draft to continue with instead, also after an action that doesn't end the turn.
        drawn: Whether the host adds an unpredictable number as a further key.
        recalled: Whether the host adds the player's first action in their last match of the game.
        button: Whether it's a separate button, below a pad, a grid, or a list.
        group: A heading; adjacent choices with the same one are listed below it.
        ends: Whether it ends the turn or a part of it; it never appears where the player just tapped.
        says: What its action says to the opponent.
        writes: Whether it asks for free text, which becomes the next key and is said to the opponent.
    """

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
    """A question with its choices.

    Attributes:
        shape: `compass` has keys from COMPASS, `grid` has rows of `columns` buttons, `text` is one modal
            field whose content becomes the next key of the draft.
        marks: Marks that show the choices on the picture of the view.
        placeholder: The hint in an empty text field.
        longest: The most characters of a text field.
        columns: Buttons in a row of a grid, 1 to 5.
        picture: The scene shown instead of the view's, where a draft changes what's seen.
    """

    question: str
    shape: PromptShape
    choices: tuple[Choice, ...] = ()
    marks: tuple[Mark, ...] = ()
    placeholder: str = ""
    longest: int = 200
    columns: int = 5
    picture: Scene | None = None
