"""The buttons and selects of a server's settings, and of its log."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from bot.community.servers.administering import Field
from bot.discord_kit.components.buttons import Button, PageNumber

Section = Literal["where", "what", "people", "posts"]
"""The parts of the panel."""


class ShowServer(Button, frozen=True, tag="server"):
    """A part of the panel."""

    section: Section


class ChooseForServer(Button, frozen=True, tag="server-set"):
    """A select whose values are what a setting becomes; none: as usual."""

    field: Field


class SetForServer(Button, frozen=True, tag="server-put"):
    """A button that sets something."""

    field: Field
    value: Annotated[str, Meta(pattern=r"^[a-z]{1,10}\Z")]


class ShowServerLog(Button, frozen=True, tag="server-log"):
    """A page of the log."""

    page: PageNumber
