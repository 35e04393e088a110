"""The buttons of boards and statistics."""

from __future__ import annotations

from typing import Literal

from bot.discord_kit.components.buttons import Button, Name, PageNumber
from bot.play.ratings.leaderboards import Which


class ShowBoard(Button, frozen=True, tag="board"):
    """A page of one of a game's boards."""

    game: Name
    which: Which
    page: PageNumber


class ShowStats(Button, frozen=True, tag="stats"):
    """A select of games in the statistics."""

    where: Literal["here", "everywhere"]
