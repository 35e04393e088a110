"""A message as it is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui


@dataclass(frozen=True)
class Screen:
    """A message as it is sent: its layout and its files."""

    view: ui.LayoutView
    files: list[discord.File] = field(default_factory=list)

    def as_new(self) -> dict[str, Any]:
        """Arguments of a send."""
        return {"view": self.view, "files": self.files}

    def as_edit(self) -> dict[str, Any]:
        """Arguments of an edit; what was attached before is taken away."""
        return {"view": self.view, "attachments": self.files}
