"""The buttons of what is known about people."""

from __future__ import annotations

from typing import Literal

from bot.discord_kit.components.buttons import Button, PageNumber


class ShowPrivacy(Button, frozen=True, tag="privacy"):
    """A page of what is stored."""

    page: PageNumber


class ExportData(Button, frozen=True, tag="mydata"):
    """Everything about the reader, as a file."""


class AskAgain(Button, frozen=True, tag="delete-me"):
    """Asks once more whether all of that is to be deleted; `matches`: what becomes of those under way."""

    matches: Literal["resign", "abort"]


class DeleteData(Button, frozen=True, tag="deleted-me"):
    """Deletes it."""

    acts = True
    matches: Literal["resign", "abort"]


class KeepData(Button, frozen=True, tag="keep-me"):
    """Deletes nothing."""
