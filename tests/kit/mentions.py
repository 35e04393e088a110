"""Finding mentions whose name some readers can't see."""

from __future__ import annotations

import re
from typing import Any

from playground.model.events import Event
from tests.kit.seen import Seen

_USER = re.compile(r"<@!?(-?\d+)>")


class Mentions:
    """A listener of a playground's world that collects mentions which may not ping or are in an embed."""

    def __init__(self) -> None:
        self.unnamed: list[str] = []

    def __call__(self, event: Event) -> None:
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and event.data["author"].get("bot"):
            self.unnamed += unnamed(event.data)


def unnamed(payload: dict[str, Any]) -> list[str]:
    """Return each text of a message that mentions a user missing from the message's `mentions`."""
    named = {user["id"] for user in payload["mentions"]}
    texts = [payload["content"], *(part["content"] for part in Seen(payload).parts() if part["type"] == 10)]
    embedded = [embed.get("description") or "" for embed in payload["embeds"]]
    found = [text for text in texts if set(_USER.findall(text)) - named]
    return [*found, *(text for text in embedded if _USER.search(text))]
