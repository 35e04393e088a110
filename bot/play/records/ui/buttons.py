"""Buttons for records, replays and the history."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.discord_kit.components.buttons import Button, Name, PageNumber

StepNumber = Annotated[int, Meta(ge=-999_999, le=999_999)]
Person = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class ExportRecord(Button, frozen=True, tag="record"):
    """Sends the record as a file."""

    match: Name


class VerifyMatch(Button, frozen=True, tag="verify"):
    """Verifies the stored record of a match."""

    match: Name


class ShowStep(Button, frozen=True, tag="replay-at"):
    """Shows a step; `button` tells buttons apart that lead to the same step."""

    match: Name
    eyes: Name
    step: StepNumber
    button: Literal["first", "back", "on", "event"]


class JumpToStep(Button, frozen=True, tag="replay-to"):
    """A select of steps."""

    match: Name
    eyes: Name


class ChangeEyes(Button, frozen=True, tag="replay-eyes"):
    """A select of points of view."""

    match: Name
    eyes: Name
    step: StepNumber


class MakeGif(Button, frozen=True, tag="replay-film"):
    """Makes a GIF of the turns."""

    match: Name
    eyes: Name


class ShowHistory(Button, frozen=True, tag="history"):
    """Shows a page of the reader's history, filtered by game and opponent if given."""

    page: PageNumber
    game: Name | None = None
    opponent: Literal["bot"] | Person | None = None


class TakeFromHistory(Button, frozen=True, tag="take"):
    """A select of matches to replay or to get as a file."""
