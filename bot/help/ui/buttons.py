"""The buttons that lead to the rules."""

from __future__ import annotations

from bot.ui.buttons import Button, Name, PageNumber


class OpenRules(Button, frozen=True, tag="rulebook"):
    """The first page beside what was tapped."""

    game: Name


class TurnRules(Button, frozen=True, tag="rules"):
    """Another page of the rules."""

    game: Name
    page: PageNumber
