"""Forwarded messages: copies of a message's current state in another channel, without its author.

Sources: Discord's documentation of message references and snapshots, and its table of error codes. The code
for a message of a type that can't be forwarded isn't documented.
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
    """Raise DiscordError 160011 if a forward comes with text, files or other content."""
    if uploads or any(sent.get(name) for name in OWN_CONTENT):
        raise DiscordError(400, 160011, "Forward messages cannot have additional content")


def check_forwardable(message: Message) -> None:
    """Raise DiscordError 50021 for a system message, which can't be forwarded."""
    if message.payload["type"] not in FORWARDABLE:
        raise DiscordError(403, 50021, "Cannot execute action on a system message")


def snapshots(store: FileStore, channel_id: str, original: Message) -> tuple[list[Json], Files]:
    """Return `message_snapshots` of a message, and copies of its files, since the original may be deleted.

    The snapshots of a forward are those that it contains, so that they're never nested.
    """
    files, names = _copy_files(store, channel_id, original.files)
    payload = original.payload
    found = payload.get("message_snapshots") or [{"message": {name: payload[name] for name in FIELDS}}]
    made: list[Json] = _replace_strings(found, names)
    return made, files


def _copy_files(store: FileStore, channel_id: str, files: Files) -> tuple[Files, dict[str, str]]:
    """Return copies of files by new id, and a mapping from old to new ids and addresses."""
    made: Files = {}
    names: dict[str, str] = {}
    for old in files.values():
        if (kept := store.get(old["id"])) is not None:
            upload = Upload("", kept.name, kept.data)
            new = store.put(channel_id, upload, old.get("description"), ephemeral=False)
            made[new["id"]] = new
            names |= {old["id"]: new["id"], old["url"]: new["url"]}
    return made, names


def _replace_strings(value: Any, names: dict[str, str]) -> Any:
    """Return a JSON value in which every string that is a key of `names` is replaced."""
    if isinstance(value, dict):
        return {name: _replace_strings(item, names) for name, item in value.items()}
    if isinstance(value, list):
        return [_replace_strings(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value
