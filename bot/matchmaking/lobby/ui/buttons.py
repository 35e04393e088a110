"""The buttons and selects of the lobby. A form's draft is in each of them, so they work after a restart."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, Number

Flag = Annotated[int, Meta(ge=0, le=1)]
What = Literal["game", "preset", "pace", "spread"]
"""What can be chosen in a select."""


class Draft(Button, frozen=True, tag="seek"):
    """Shows the form with what's chosen so far. `preset`, `spread`: by their places in their lists; `wide`:
    it looks everywhere."""

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
    """Begins to look; `search`: the name that the search gets, so that a second tap begins no other."""

    acts: ClassVar[bool] = True
    search: Name


class StopLooking(Button, frozen=True, tag="find-stop"):
    """Ends a search."""

    search: Name


class TakeChallenge(Button, frozen=True, tag="lobby-take"):
    """Accepts an open challenge of the server, in the lobby."""

    acts: ClassVar[bool] = True
    challenge: Name
