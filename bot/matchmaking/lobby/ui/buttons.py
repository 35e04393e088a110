"""The buttons and selects of the lobby. Each contains the form's draft, so they work after a restart."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, Number

Flag = Annotated[int, Meta(ge=0, le=1)]
What = Literal["game", "preset", "pace", "spread"]
"""A field of the form that has a select."""


class Draft(Button, frozen=True, tag="seek"):
    """A button that shows the form with the choices so far.

    Attributes:
        preset: The preset's index in the game's list.
        spread: The index of the rating range in SPREADS.
        wide: 1 if the search is everywhere, 0 if on this server.
    """

    game: Name
    preset: Number
    pace: Name
    rated: Flag
    spread: Number
    wide: Flag


class Choose(Draft, frozen=True, tag="seek-set"):
    """A select of the form."""

    what: What


class Find(Draft, frozen=True, tag="find"):
    """A button that begins a search with the name `search`, so that a second tap begins no other."""

    acts: ClassVar[bool] = True
    search: Name


class StopLooking(Button, frozen=True, tag="find-stop"):
    """A button that ends a search."""

    search: Name


class TakeChallenge(Button, frozen=True, tag="lobby-take"):
    """A button in the lobby that accepts an open challenge of the server."""

    acts: ClassVar[bool] = True
    challenge: Name
