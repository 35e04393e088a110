"""The buttons that lead to records, replays and the history."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, PageNumber

StepNumber = Annotated[int, Meta(ge=-999_999, le=999_999)]
Person = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class ExportRecord(Button, frozen=True, tag="record"):
    """Gives the record as a file."""

    match: Name


class VerifyMatch(Button, frozen=True, tag="verify"):
    """Verifies what is kept of a match."""

    match: Name


class ShowStep(Button, frozen=True, tag="replay-at"):
    """Two buttons that lead to the same step differ by `button`."""

    match: Name
    eyes: Name
    step: StepNumber
    button: Literal["first", "back", "on", "event"]


class JumpToStep(Button, frozen=True, tag="replay-to"):
    """A select of steps."""

    match: Name
    eyes: Name


class ChangeEyes(Button, frozen=True, tag="replay-eyes"):
    """A select of whose eyes to see with."""

    match: Name
    eyes: Name
    step: StepNumber


class MakeGif(Button, frozen=True, tag="replay-film"):
    """Makes a GIF of the turns."""

    match: Name
    eyes: Name


class ShowHistory(Button, frozen=True, tag="history"):
    """A page of the reader's own history, of a game and against an opponent where these are said."""

    page: PageNumber
    game: Name | None = None
    opponent: Literal["bot"] | Person | None = None


class TakeFromHistory(Button, frozen=True, tag="take"):
    """A select of matches to be watched again or taken along as a file."""
