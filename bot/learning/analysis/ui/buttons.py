"""The buttons of analyses."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, PageNumber


class Analyze(Button, frozen=True, tag="analyze"):
    """Opens the analysis of a match in a message of its own; where there is none, it's being made."""

    match: Name


class ShowAnalysis(Button, frozen=True, tag="analysis"):
    """A page of it: 0 is the overview, then its moments."""

    match: Name
    page: PageNumber


class ShareAnalysis(Button, frozen=True, tag="analysis-share"):
    """Posts its overview for everybody."""

    keeps_message = True
    match: Name


class SaveAnalysis(Button, frozen=True, tag="analysis-text"):
    """Gives all of it as a file."""

    keeps_message = True
    match: Name
