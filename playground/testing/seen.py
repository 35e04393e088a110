"""A message as a person sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from playground.limits.components import BUTTON, GALLERY, SELECTS, TEXT, walk
from playground.model.payload import Json
from playground.model.shapes import EPHEMERAL, LOADING

_COMMAND = re.compile(r"</([^:>]+):\d+>")


class Seen:
    """A message as a person sees it; `payload` is Discord's message object."""

    def __init__(self, payload: Json) -> None:
        self.payload = payload
        self.id: str = payload["id"]
        self.channel: str = payload["channel_id"]

    @property
    def author(self) -> str:
        """The user name of the author."""
        return str(self.payload["author"]["username"])

    @property
    def ephemeral(self) -> bool:
        """Whether one person alone sees the message."""
        return bool(self.payload.get("flags", 0) & EPHEMERAL)

    @property
    def is_loading(self) -> bool:
        """Whether the bot has deferred this answer and hasn't given it yet."""
        return bool(self.payload.get("flags", 0) & LOADING)

    @property
    def text(self) -> str:
        """All text of the message, with command links as they are displayed (“/dice roll”)."""
        return _COMMAND.sub(r"/\1", self.written).strip()

    @property
    def written(self) -> str:
        """All text of the message as it was sent: content, text components, and embeds."""
        texts = [part["content"] for part in self.parts() if part["type"] == TEXT]
        embedded = [text for embed in self.embeds for text in _texts_of(embed)]
        return "\n".join([self.payload.get("content") or "", *texts, *embedded])

    @property
    def embeds(self) -> list[Json]:
        """The embeds, as Discord's objects."""
        return list(self.payload.get("embeds") or ())

    @property
    def attachments(self) -> list[Json]:
        """The attached files, as Discord's objects."""
        return list(self.payload.get("attachments") or ())

    @property
    def pictures(self) -> dict[str, Json]:
        """The displayed pictures' media by file name."""
        media = [picture.get("media") or picture for picture in self._pictures()]
        return {urlsplit(medium["url"]).path.rpartition("/")[2]: medium for medium in media}

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of the displayed pictures, "" for a picture without one."""
        return [picture.get("description") or "" for picture in self._pictures()]

    def _pictures(self) -> list[Json]:
        """Return the pictures in galleries and embeds."""
        galleries = [item for part in self.parts() if part["type"] == GALLERY for item in part["items"]]
        return [*galleries, *(embed["image"] for embed in self.embeds if "image" in embed)]

    @property
    def buttons(self) -> dict[str, Json]:
        """The enabled buttons by label, or by emoji without one."""
        return {
            _label_of(part): part
            for part in self.parts()
            if part["type"] == BUTTON and not part.get("disabled")
        }

    @property
    def selects(self) -> list[Json]:
        """The selects of every kind."""
        return [part for part in self.parts() if part["type"] in SELECTS]

    def parts(self) -> Iterator[Json]:
        """Return an iterator over all components at any depth."""
        return (part for _, part in walk(self.payload.get("components") or []))

    def describe(self) -> str:
        """Return the author, the text, and what can be used on the message, as text."""
        off = [_label_of(part) for part in self.parts() if part["type"] == BUTTON and part.get("disabled")]
        parts = {
            "buttons": list(self.buttons),
            "turned off": off,
            "selects": [_choices_of(select) for select in self.selects],
            "files": [file["filename"] for file in self.attachments],
        }
        lines = [f"    {name}: {', '.join(found)}" for name, found in parts.items() if found]
        hidden = " (only you see this)" if self.ephemeral else ""
        return "\n".join([f"{self.author}{hidden}: {self.text}", *lines])


def _texts_of(embed: Json) -> list[str]:
    fields = [text for field in embed.get("fields") or () for text in (field["name"], field["value"])]
    found = [embed.get("title"), embed.get("description"), *fields, (embed.get("footer") or {}).get("text")]
    return [text for text in found if text]


def _label_of(button: Json) -> str:
    return str(button.get("label") or (button.get("emoji") or {}).get("name"))


def _choices_of(select: Json) -> str:
    """Return what a select offers, or its custom id where Discord fills in the choices."""
    offered = [option["value"] for option in select.get("options") or ()]
    return f"[{' | '.join(offered) or select['custom_id']}]"
