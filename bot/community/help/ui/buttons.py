"""The buttons that lead to the rules."""

from __future__ import annotations

from bot.discord_kit.components.buttons import Button, Name, PageNumber


class TurnRules(Button, frozen=True, tag="rules"):
    """Another page of the rules."""

    game: Name
    page: PageNumber


class ChooseRules(Button, frozen=True, tag="contents"):
    """A select with the pages of the rules, from page `first` on; its value is the page."""

    game: Name
    first: PageNumber
