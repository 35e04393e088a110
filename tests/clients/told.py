"""What people see, without ids, times and addresses, so that two worlds can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

Payload = dict[str, Any]
Difference = tuple[str, Any, Any]
# This includes fields about loading a picture, which no reader sees.
ADDRESSES = {
    "url",
    "proxy_url",
    "attachment_id",
    "placeholder",
    "placeholder_version",
    "loading_state",
    "flags",
}
NOTHING: tuple[Any, ...] = (None, [], {}, "")


class Everybody:
    """Names for the ids of people and the bot."""

    def __init__(self, seen: dict[str, list[Payload]]) -> None:
        users = [user for found in seen.values() for message in found for user in _users(message)]
        self.names = {user["id"]: "bot" if user.get("bot") else user["username"] for user in users}

    def in_text(self, text: str) -> str:
        named = re.sub(r"<@!?(\d+)>", lambda found: f"@{self.names.get(found[1], '?')}", text)
        return re.sub(r"</([^:>]+):\d+>", r"</\1>", named)


def _users(payload: Payload) -> list[Payload]:
    asker = (payload.get("interaction_metadata") or {}).get("user")
    return [payload["author"], *payload["mentions"], *([asker] if asker else [])]


def told(payload: Payload, everybody: Everybody) -> Payload:
    """Return a message as its reader sees it."""
    metadata, reference = payload.get("interaction_metadata") or {}, payload.get("message_reference")
    return {
        "author": everybody.names[payload["author"]["id"]],
        "content": everybody.in_text(payload["content"]),
        "type": payload["type"],
        "flags": payload["flags"],
        "edited": payload["edited_timestamp"] is not None,
        "pinned": payload["pinned"],
        "mentions": sorted(everybody.names[mention["id"]] for mention in payload["mentions"]),
        "answers": reference is not None,
        "attachments": [attachment["filename"] for attachment in payload["attachments"]],
        "files": [plain(attachment, everybody) for attachment in payload["attachments"]],
        "embeds": [plain(embed, everybody) for embed in payload["embeds"]],
        "components": [plain(component, everybody) for component in payload["components"]],
        "asked by": (metadata.get("user") or {}).get("username"),
        "asked with": (int(metadata.get("type") or 0), metadata.get("name")),
        "has a thread": "thread" in payload,
    }


def plain(value: Any, everybody: Everybody) -> Any:
    """Return a JSON value with names for people, without addresses, file ids and empty fields."""
    if isinstance(value, str):
        return everybody.in_text(value)
    if isinstance(value, list):
        return [plain(item, everybody) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {name: plain(item, everybody) for name, item in value.items() if name not in ADDRESSES}
    if "filename" in kept or "content_type" in kept:
        kept.pop("id", None)
    return {name: item for name, item in kept.items() if item not in NOTHING}


def differences(ours: Any, theirs: Any, place: str = "") -> Iterator[Difference]:
    """Yield (path, our value, their value) of each difference, at any depth."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted({*ours, *theirs}):
            yield from differences(ours.get(name), theirs.get(name), f"{place}/{name}".lstrip("/"))
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for item, other in zip(ours, theirs, strict=True):
            yield from differences(item, other, place)
    elif ours != theirs:
        yield place, ours, theirs
