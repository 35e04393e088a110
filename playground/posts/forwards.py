"""Forwards: what a message is at one moment, copied to another place without its author.

Sources: Discord's documentation of message references and snapshots and its table of error codes. Which code
refuses a message of a type that cannot be forwarded is not documented.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.model.errors import DiscordError
from playground.model.media import Files, FileStore
from playground.model.payload import Json
from playground.model.records import Message, Upload

FORWARD = 1
HAS_SNAPSHOT = 1 << 14
FORWARDABLE = (0, 19, 20, 23)
OWN_CONTENT = ("content", "embed", "embeds", "components", "attachments", "poll", "sticker_ids")
FIELDS = (
    "type",
    "content",
    "mentions",
    "mention_roles",
    "attachments",
    "embeds",
    "timestamp",
    "edited_timestamp",
    "flags",
    "components",
)


def check_bare(sent: Json, uploads: Sequence[Upload]) -> None:
    """Refuse words, pictures or anything else that comes along with a forward (160011)."""
    if uploads or any(sent.get(name) for name in OWN_CONTENT):
        raise DiscordError(400, 160011, "Forward messages cannot have additional content")


def check_forwardable(message: Message) -> None:
    """Refuse what nobody said (50021)."""
    if message.payload["type"] not in FORWARDABLE:
        raise DiscordError(403, 50021, "Cannot execute action on a system message")


def snapshots(store: FileStore, channel_id: str, original: Message) -> tuple[list[Json], Files]:
    """What `message_snapshots` holds of a message, with copies of its files: the original may be deleted.

    Of a forward its own snapshots are taken: they are never nested.
    """
    files, names = _copied(store, channel_id, original.files)
    payload = original.payload
    found = payload.get("message_snapshots") or [{"message": {name: payload[name] for name in FIELDS}}]
    made: list[Json] = _renamed(found, names)
    return made, files


def _copied(store: FileStore, channel_id: str, files: Files) -> tuple[Files, dict[str, str]]:
    """The same files once more, and old id or address → new one."""
    made: Files = {}
    names: dict[str, str] = {}
    for old in files.values():
        if (kept := store.get(old["id"])) is not None:
            upload = Upload("", kept.name, kept.data)
            new = store.put(channel_id, upload, old.get("description"), ephemeral=False)
            made[new["id"]] = new
            names |= {old["id"]: new["id"], old["url"]: new["url"]}
    return made, names


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """A JSON value with every text that is one of `names` replaced."""
    if isinstance(value, dict):
        return {name: _renamed(one, names) for name, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value
