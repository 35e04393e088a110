"""The messages that the probe sends: like the bot's own, but without a match."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Sequence
from typing import Any

import discord

Json = dict[str, Any]

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
"""A PNG of one pixel."""
FILE = "board.png"
PREFIX = "doctor:"
"""The beginning of the custom_ids of the probe's buttons."""
HERE, BEGIN, YES, NO, DONE = (f"{PREFIX}{name}" for name in ("here", "begin", "yes", "no", "done"))
LABELS = {HERE: "I'm here", BEGIN: "Begin", YES: "Yes", NO: "No", DONE: "Done"}
_EPHEMERAL, _COMPONENTS = 1 << 6, 1 << 15
_NO_PINGS: Json = {"parse": []}
_TEXT, _GALLERY, _ROW, _BUTTON = 10, 12, 1, 2
_REPLY, _NOTHING, _UPDATE = 4, 6, 7
_FORWARD = 1
HEARD: Json = {"type": _NOTHING}
"""The response to a tap that changes nothing."""
NOTE = "This is a test by `slowplay doctor`. It disappears when the test is over."


def board(text: str) -> Json:
    """Return a message of components with a picture, like a board."""
    gallery = {
        "type": _GALLERY,
        "items": [{"media": {"url": f"attachment://{FILE}"}, "description": "A dot."}],
    }
    components = [{"type": _TEXT, "content": text}, gallery]
    return {"components": components, "flags": _COMPONENTS, "allowed_mentions": _NO_PINGS}


def board_again(text: str) -> Json:
    """Return an edit of a board that names the existing picture instead of uploading one."""
    return {"components": board(text)["components"], "allowed_mentions": _NO_PINGS}


def words(text: str) -> Json:
    """Return a message of text without a ping."""
    return {"content": text, "allowed_mentions": _NO_PINGS}


def components_alone(text: str) -> Json:
    """Return a message of components without a picture."""
    return {"components": [{"type": _TEXT, "content": text}], "flags": _COMPONENTS}


def please_press(person: str, text: str) -> Json:
    """Return a message that pings the person and has a button."""
    allowed = {"allowed_mentions": {"users": [person]}}
    return {"content": f"<@{person}>, {text}", "components": _rows(HERE), **allowed}


def panel(text: str) -> Json:
    """Return an ephemeral response with a picture."""
    return {"type": _REPLY, "data": {**board(text), "flags": _EPHEMERAL | _COMPONENTS}}


def panel_with_buttons(text: str, *buttons: str) -> Json:
    """Return an edit that gives a panel a text and buttons."""
    return {"components": [{"type": _TEXT, "content": text}, *_rows(*buttons)]}


def board_with_buttons(text: str, *buttons: str) -> Json:
    """Return an edit that names a picture and has buttons."""
    return {"components": [*board(text)["components"], *_rows(*buttons)]}


def as_update(body: Json) -> Json:
    """Return an edit as the response to a tap."""
    return {"type": _UPDATE, "data": body}


def with_buttons(text: str, *buttons: str) -> Json:
    """Return a message that has buttons and no ping."""
    return {**words(text), "components": _rows(*buttons)}


def forward(channel: str, message: str) -> Json:
    """Return the body with which a message is forwarded."""
    return {"message_reference": {"type": _FORWARD, "channel_id": channel, "message_id": message}}


def with_nonce(body: Json, nonce: str) -> Json:
    """Return the message with a nonce that Discord enforces."""
    return {**body, "nonce": nonce, "enforce_nonce": True}


def with_picture(body: Json) -> dict[str, Any]:
    """Return the arguments of a request that uploads the picture."""
    file = discord.File(io.BytesIO(PICTURE), FILE)
    payload = json.dumps(_listing(body))
    form: Sequence[dict[str, Any]] = [
        {"name": "payload_json", "value": payload, "content_type": "application/json"},
        {"name": "files[0]", "value": file.fp, "filename": FILE, "content_type": "image/png"},
    ]
    return {"files": [file], "form": form}


def _listing(body: Json) -> Json:
    listed = {"attachments": [{"id": "0", "filename": FILE}]}
    return {**body, "data": {**body["data"], **listed}} if "data" in body else {**body, **listed}


def _rows(*custom_ids: str) -> list[Json]:
    buttons = [
        {"type": _BUTTON, "style": 1, "label": LABELS.get(custom_id, "Press this"), "custom_id": custom_id}
        for custom_id in custom_ids
    ]
    return [{"type": _ROW, "components": buttons}] if buttons else []
