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
HERE, BEGIN, YES, NO, DONE = (f"{PREFIX}{name}" for name in ("here", "begin", "yes", "no", "done"))
LABELS = {HERE: "I'm here", BEGIN: "Begin", YES: "Yes", NO: "No", DONE: "Done"}
_EPHEMERAL, _COMPONENTS = 1 << 6, 1 << 15
_NO_PINGS: Json = {"parse": []}
_TEXT, _GALLERY, _ROW, _BUTTON = 10, 12, 1, 2
_REPLY, _NOTHING, _UPDATE = 4, 6, 7
_FORWARD = 1
HEARD: Json = {"type": _NOTHING}
"""The answer to a tap that changes nothing."""
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
    allowed = {"allowed_mentions": {"users": [person]}}
    return {"content": f"<@{person}>, {text}", "components": _rows(HERE), **allowed}


def panel(text: str) -> Json:
    """An ephemeral answer with a picture."""
    return {"type": _REPLY, "data": {**board(text), "flags": _EPHEMERAL | _COMPONENTS}}


def panel_with_buttons(text: str, *buttons: str) -> Json:
    """An edit that makes a panel say something, with these buttons."""
    return {"components": [{"type": _TEXT, "content": text}, *_rows(*buttons)]}


def board_with_buttons(text: str, *buttons: str) -> Json:
    """Return an edit that names a picture and has buttons."""
    return {"components": [*board(text)["components"], *_rows(*buttons)]}


def as_update(body: Json) -> Json:
    """An edit as the answer to a tap."""
    return {"type": _UPDATE, "data": body}


def with_buttons(text: str, *buttons: str) -> Json:
    """A message that pings no one and has buttons."""
    return {**words(text), "components": _rows(*buttons)}


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


def _rows(*custom_ids: str) -> list[Json]:
    buttons = [
        {"type": _BUTTON, "style": 1, "label": LABELS.get(one, "Press this"), "custom_id": one}
        for one in custom_ids
    ]
    return [{"type": _ROW, "components": buttons}] if buttons else []
