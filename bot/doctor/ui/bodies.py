"""What the probe sends: messages like the bot's own, with nothing of a match in them."""

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
"""What the ids of the probe's buttons begin with."""
HERE, YES, NO = (f"{PREFIX}{name}" for name in ("here", "yes", "no"))
_EPHEMERAL, _COMPONENTS = 1 << 6, 1 << 15
_NO_PINGS: Json = {"parse": []}
_TEXT, _GALLERY, _ROW, _BUTTON = 10, 12, 1, 2
_REPLY, _UPDATE = 4, 7
_FORWARD = 1
NOTE = "This is a test by `slowplay doctor`. It disappears when the test is over."


def board(text: str) -> Json:
    """A message of components with a picture, as a board is."""
    gallery = {
        "type": _GALLERY,
        "items": [{"media": {"url": f"attachment://{FILE}"}, "description": "A dot."}],
    }
    components = [{"type": _TEXT, "content": text}, gallery]
    return {"components": components, "flags": _COMPONENTS, "allowed_mentions": _NO_PINGS}


def board_again(text: str) -> Json:
    """An edit of it that brings no picture and names the one that's there."""
    return {"components": board(text)["components"], "allowed_mentions": _NO_PINGS}


def words(text: str) -> Json:
    return {"content": text, "allowed_mentions": _NO_PINGS}


def components_alone(text: str) -> Json:
    return {"components": [{"type": _TEXT, "content": text}], "flags": _COMPONENTS}


def please_press(person: str, text: str) -> Json:
    """A message that pings somebody and has a button."""
    row = {"type": _ROW, "components": [_button("I'm here", HERE)]}
    return {"content": f"<@{person}>, {text}", "components": [row], "allowed_mentions": {"users": [person]}}


def panel(text: str) -> Json:
    """An ephemeral answer with a picture."""
    return {"type": _REPLY, "data": {**board(text), "flags": _EPHEMERAL | _COMPONENTS}}


def question(text: str) -> Json:
    """An edit that makes a panel ask something."""
    row = {"type": _ROW, "components": [_button("Yes", YES), _button("No", NO)]}
    return {"components": [{"type": _TEXT, "content": text}, row]}


def next_question(text: str) -> Json:
    """The same as the answer to a tap."""
    return {"type": _UPDATE, "data": question(text)}


def thanks() -> Json:
    """The answer to the last tap."""
    return {"type": _UPDATE, "data": {"components": [{"type": _TEXT, "content": "Thank you. That's all."}]}}


def forward(channel: str, message: str) -> Json:
    return {"message_reference": {"type": _FORWARD, "channel_id": channel, "message_id": message}}


def with_nonce(body: Json, nonce: str) -> Json:
    return {**body, "nonce": nonce, "enforce_nonce": True}


def with_picture(body: Json) -> dict[str, Any]:
    """Arguments of a request that brings the picture along."""
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


def _button(label: str, custom_id: str) -> Json:
    return {"type": _BUTTON, "style": 1, "label": label, "custom_id": custom_id}
