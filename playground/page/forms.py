"""Checks of the control API's request bodies. Failed checks raise ControlError."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from playground.model.errors import ControlError
from playground.model.payload import Json, decode


async def body_of(request: web.Request) -> Json:
    """Return the request's JSON object, empty without a body; raise ControlError if it isn't one."""
    try:
        body = decode(await request.read() or b"{}")
    except ValueError as error:
        raise ControlError("The body isn't JSON.") from error
    if not isinstance(body, dict):
        raise ControlError("The body has to be a JSON object.")
    return body


def text_of(body: Json, name: str) -> str:
    """Return a field's text; raise ControlError if it is missing or not a text."""
    value: Any = body.get(name)
    if not isinstance(value, str):
        raise ControlError(f'Give "{name}" as text.')
    return value


def options_of(body: Json) -> list[Json]:
    """Return Discord's nested command options, checked for their form only; raise ControlError if wrong."""
    options: Any = body.get("options") or []
    if not isinstance(options, list) or not all(isinstance(option, dict) for option in options):
        raise ControlError('Give "options" as a list of objects.')
    for option in options:
        options_of(option)
    return options


def check_overwrites(overwrites: object) -> None:
    """Raise ControlError unless the value is None, a permission overwrite, or a list of them."""
    listed = overwrites if isinstance(overwrites, list) else [overwrites] if overwrites is not None else []
    if not all(isinstance(overwrite, dict) and {"id", "type"} <= overwrite.keys() for overwrite in listed):
        raise ControlError('Give "permission_overwrites" as a list of objects with "id" and "type".')


def are_texts(values: object) -> bool:
    """Return whether the value is a list of texts."""
    return isinstance(values, list) and all(isinstance(value, str) for value in values)
