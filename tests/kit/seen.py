"""A message as a person sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from bot.discord_kit.components.items import Screen

_COMMAND = re.compile(r"</([^:>]+):\d+>")
_EPHEMERAL, _SILENT = 64, 1 << 12
_FOOT = "Pinned here and kept up to date automatically."
_NOTES = (1, 2, 6, 21)
"""Discord's own message types: member added, member removed, pin, thread started."""


class Seen:
    """A message as a person sees it."""

    def __init__(self, payload: dict[str, Any]) -> None:
        self.payload = payload
        self.id: str = payload["id"]
        self.channel: str = payload["channel_id"]

    @property
    def ephemeral(self) -> bool:
        return bool(self.payload.get("flags", 0) & _EPHEMERAL)

    @property
    def silent(self) -> bool:
        """Whether the message was sent silently or by Discord itself."""
        return self.is_home or self.payload.get("type") in _NOTES

    @property
    def is_quiet(self) -> bool:
        """Whether the message was sent so that it pushes to no one."""
        return bool(self.payload.get("flags", 0) & _SILENT)

    @property
    def is_home(self) -> bool:
        """Whether this is a home message, which is silent and has a fixed footer."""
        return self.is_quiet and _FOOT in self.written

    @property
    def text(self) -> str:
        """All text of the message, with command links as they are displayed (“/decoy play”)."""
        return _COMMAND.sub(r"/\1", self.written).strip()

    @property
    def written(self) -> str:
        """All text of the message as it was sent."""
        texts = [c["content"] for c in self.parts() if c["type"] == 10]
        embedded = [embed.get("description") or "" for embed in self.payload.get("embeds") or ()]
        return "\n".join([self.payload.get("content") or "", *texts, *embedded])

    @property
    def alt_texts(self) -> list[str]:
        return [picture.get("description") or "" for picture in self._shown()]

    @property
    def pictures(self) -> dict[str, dict[str, Any]]:
        """The displayed pictures' media by file name."""
        media = [picture.get("media") or picture for picture in self._shown()]
        return {urlsplit(medium["url"]).path.rpartition("/")[2]: medium for medium in media}

    def _shown(self) -> list[dict[str, Any]]:
        """Return the pictures in galleries and embeds."""
        galleries = [item for c in self.parts() if c["type"] == 12 for item in c["items"]]
        return [
            *galleries,
            *(embed["image"] for embed in self.payload.get("embeds") or () if "image" in embed),
        ]

    @property
    def attachments(self) -> list[dict[str, Any]]:
        return list(self.payload.get("attachments") or [])

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """The enabled buttons by label."""
        return {c["label"]: c for c in self.parts() if c["type"] == 2 and not c.get("disabled")}

    @property
    def answers(self) -> set[str]:
        """The labels of the buttons, without those that every question of a panel has."""
        return set(self.buttons) - {"Rules", "Hint", "Take back", "Conditional moves"}

    @property
    def selects(self) -> list[dict[str, Any]]:
        return [c for c in self.parts() if c["type"] == 3]

    def parts(self) -> Iterator[dict[str, Any]]:
        """Yield all components at any depth."""
        waiting = list(self.payload.get("components") or [])
        while waiting:
            part = waiting.pop(0)
            yield part
            waiting = [
                *part.get("components", []),
                *([part["accessory"]] if "accessory" in part else []),
                *waiting,
            ]


def seen(screen: Screen) -> Seen:
    """Return a screen's layout as its reader sees it, without sending it."""
    return Seen({"id": "", "channel_id": "", "components": screen.view.to_components()})
