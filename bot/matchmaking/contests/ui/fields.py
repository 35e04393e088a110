"""Lines to write in modals, and what was written in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import ui

from bot.core.errors import UserError
from bot.discord_kit.text import markdown

LONGEST_NAME, LONGEST_TEAM = 60, 32


def field(id: str, label: str, about: str, known: str, longest: int) -> ui.Label[Any]:
    """A line to write."""
    line: ui.TextInput[Any] = ui.TextInput(custom_id=id, default=known, max_length=longest)
    return ui.Label(text=label, description=about[:100] or None, component=line)


def team_field() -> ui.Label[Any]:
    """The name of a team."""
    return field("team", "Your team's name", "The other server sees it, too.", "", LONGEST_TEAM)


def name_in(written: Mapping[str, str]) -> str:
    """The name of a contest; UserError for one that can't be read."""
    return _legible(written, "name", "Give it a name that people can read.", LONGEST_NAME)


def team_in(written: Mapping[str, str]) -> str:
    """The name of a team; UserError for one that can't be read."""
    return _legible(written, "team", "Give your team a name that people can read.", LONGEST_TEAM)


def _legible(written: Mapping[str, str], id: str, refusal: str, longest: int) -> str:
    name = markdown.visible(written.get(id, ""))
    if not name:
        raise UserError(refusal)
    return name[:longest]
