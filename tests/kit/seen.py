"""A message as a person sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

_COMMAND = re.compile(r"</([^:>]+):\d+>")
_EPHEMERAL, _SILENT = 64, 1 << 12
_FOOT = "Pinned here and kept up to date automatically."
_NOTES = (1, 2, 6, 21)
"""What Discord itself tells: who was added or removed, a pin, on which message a thread began."""


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
        """Whether nobody said it aloud: sent silently, or told by Discord itself."""
        return self.is_home or self.payload.get("type") in _NOTES

    @property
    def is_home(self) -> bool:
        """Whether it is a home message: it's sent silently, and says what becomes of it."""
        return bool(self.payload.get("flags", 0) & _SILENT) and _FOOT in self.written

    @property
    def text(self) -> str:
        """All its words; links to commands as they are read, “/decoy play”."""
        return _COMMAND.sub(r"/\1", self.written).strip()

    @property
    def written(self) -> str:
        """All its words as they were sent."""
        texts = [c["content"] for c in self.parts() if c["type"] == 10]
        embedded = [one.get("description") or "" for one in self.payload.get("embeds") or ()]
        return "\n".join([self.payload.get("content") or "", *texts, *embedded])

    @property
    def alt_texts(self) -> list[str]:
        return [one.get("description") or "" for one in self._shown()]

    @property
    def pictures(self) -> dict[str, dict[str, Any]]:
        """File name → media of the pictures shown."""
        media = [one.get("media") or one for one in self._shown()]
        return {urlsplit(one["url"]).path.rpartition("/")[2]: one for one in media}

    def _shown(self) -> list[dict[str, Any]]:
        """The pictures in galleries and in embeds."""
        galleries = [item for c in self.parts() if c["type"] == 12 for item in c["items"]]
        return [*galleries, *(one["image"] for one in self.payload.get("embeds") or () if "image" in one)]

    @property
    def attachments(self) -> list[dict[str, Any]]:
        return list(self.payload.get("attachments") or [])

    @property
    def buttons(self) -> dict[str, dict[str, Any]]:
        """Label → button, those that can be tapped."""
        return {c["label"]: c for c in self.parts() if c["type"] == 2 and not c.get("disabled")}

    @property
    def answers(self) -> set[str]:
        """The labels of its buttons but for those that are beside every question of a panel."""
        return set(self.buttons) - {"Rules", "Hint"}

    @property
    def selects(self) -> list[dict[str, Any]]:
        return [c for c in self.parts() if c["type"] == 3]

    def parts(self) -> Iterator[dict[str, Any]]:
        """All components, at any depth."""
        waiting = list(self.payload.get("components") or [])
        while waiting:
            part = waiting.pop(0)
            yield part
            waiting = [
                *part.get("components", []),
                *([part["accessory"]] if "accessory" in part else []),
                *waiting,
            ]
