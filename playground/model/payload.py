"""JSON in Discord's format: plain dictionaries, ids as strings, times in ISO 8601."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

import msgspec

Json = dict[str, Any]


def encode(value: object) -> bytes:
    """Return plain data as JSON bytes."""
    return msgspec.json.encode(value)


def decode(data: bytes | str) -> Any:
    """Return the value of a JSON text; raise ValueError if it is invalid."""
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error


def timestamp(moment: float) -> str:
    """Return a time in epoch seconds as Discord's text.

    Returns:
        ISO 8601 in UTC with microseconds, such as “2026-01-01T00:00:00.000000+00:00”.
    """
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


def moment_of(text: str) -> float:
    """Return the epoch seconds of a time in Discord's text."""
    return datetime.fromisoformat(text).timestamp()


def without_nulls(value: Any, kept: Collection[str] = ()) -> Any:
    """Return a value without its nulls at any depth, except in fields named in `kept`.

    Discord treats a null field like a missing one.
    """
    if isinstance(value, list):
        return [without_nulls(item, kept) if isinstance(item, list | dict) else item for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: without_nulls(item, kept) if isinstance(item, list | dict) else item
        for name, item in value.items()
        if item is not None or name in kept
    }
