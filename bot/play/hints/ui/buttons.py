"""The buttons of hints."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, Number


class AskForHint(Button, frozen=True, tag="hint"):
    """Asks for a hint."""

    match: Name


class OpenMarks(Button, frozen=True, tag="marks"):
    """Opens what the reader has marked as remembered."""

    match: Name


class MarkRow(Button, frozen=True, tag="mark"):
    """A select whose values are the squares of a row that the reader remembers."""

    match: Name
    row: Number


class ClearMarks(Button, frozen=True, tag="unmark"):
    """Takes all marks away."""

    match: Name
