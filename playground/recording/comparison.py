"""What differs between two recordings, apart from what differs by nature: ids, tokens, and times.

Ids are numbered as they come, so that the same object has the same number in both. The steps, the files, the
bots' requests, and the events sent to them are compared apart, since which of two programs is faster differs,
too.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

from playground.model.payload import Json, decode
from playground.recording.recorder import without_token

KINDS = {
    "session": "the header",
    "start": "the start",
    "step": "step",
    "file": "file",
    "request": "request",
    "dispatch": "event to the bot",
}
BY_NATURE = (
    "when",
    "base",
    "playground",
    "at",
    "token",
    "verify_key",
    "session_id",
    "nonce",
    "retry_after",
    "reset_after",
)
"""The fields whose values aren't compared."""
ID = re.compile(r"(?<!\d)\d{17,20}(?!\d)|\b[0-9a-f]{32}\b")
"""A snowflake, or a custom id that a library has drawn."""
LARGE = 10**16
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)|(?<=<t:)-?\d+")
ADDRESS = re.compile(r"(?:http|ws)://(?:127\.0\.0\.1|localhost):\d+")
SIGNATURE = re.compile(r"\?ex=[0-9a-f]+&is=[0-9a-f]+&hm=[0-9a-f]+&?")
BOUNDARY = re.compile(r"boundary=\"?([^\";]+)")
LONGEST = 300
MISSING = ...
"""A field that only the other object has."""


def compare(one: list[Json], other: list[Json]) -> list[str]:
    """Return a text about the first difference of each kind of line; none if the recordings are alike."""
    left, right = _Leveler(), _Leveler()
    found = []
    for kind, name in KINDS.items():
        pair = [
            [leveler.level_line(line) for line in lines if line.get("kind") == kind]
            for leveler, lines in ((left, one), (right, other))
        ]
        found += _describe_first(name, *pair)
    return found


def _describe_first(name: str, one: list[Json], other: list[Json]) -> list[str]:
    for number, (left, right) in enumerate(zip(one, other, strict=False), 1):
        for path, a, b in _find_differences(left, right):
            told = f"{name} {number}{_describe_line(left)} differs at {path}"
            return [f"{told}:\n- {_shorten(a)}\n+ {_shorten(b)}"]
    if len(one) == len(other):
        return []
    sign, more = ("-", one) if len(one) > len(other) else ("+", other)
    number = min(len(one), len(other))
    line = more[number]
    told = f"{name} {number + 1}{_describe_line(line)} is only in one of them"
    return [f"{told}:\n{sign} {_shorten(line)}"]


def _describe_line(line: Json) -> str:
    told = line.get("event") or f"{line.get('method', '')} {line.get('path', '')}".strip()
    return f" ({told})" if told else ""


def _shorten(value: Any) -> str:
    text = "nothing" if value is MISSING else repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _find_differences(one: Any, other: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the places at which two values differ, as deep as possible, with what's there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            yield from _find_differences(
                one.get(name, MISSING), other.get(name, MISSING), f"{path}.{name}".lstrip(".")
            )
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _find_differences(left, right, f"{path}.{index}")
    elif one != other:
        yield path, one, other


class _Leveler:
    """What removes from the lines of one recording all that differs by nature; it numbers the ids."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}

    def level_line(self, line: Json) -> Json:
        """Return a line to compare, with a request's body as a value or a text."""
        if line["kind"] == "request":
            boundary = BOUNDARY.search(line["content_type"])
            line = {
                **line,
                "path": without_token(line["path"]),
                "content_type": line["content_type"].partition(";")[0],
                "body": _decode_body(base64.b64decode(line["body"]), boundary and boundary[1]),
            }
        return {name: self._level(name, value) for name, value in line.items() if name not in BY_NATURE}

    def _level(self, name: str, value: Any) -> Any:
        if name in BY_NATURE and value is not None:
            return "…"
        if isinstance(value, str):
            return value if name == "data" else self._level_text(value)
        if isinstance(value, list):
            return [self._level("", item) for item in value]
        if isinstance(value, dict):
            return {self._level_text(key): self._level(key, item) for key, item in value.items()}
        is_id = isinstance(value, int) and value >= LARGE
        return self._number(str(value)) if is_id else value

    def _level_text(self, text: str) -> str:
        text = TIME.sub("…", SIGNATURE.sub("", ADDRESS.sub("", text)))
        return ID.sub(lambda found: self._number(found[0]), text)

    def _number(self, id: str) -> str:
        return self._numbers.setdefault(id, f"#{len(self._numbers) + 1}")


def _decode_body(data: bytes, boundary: str | None) -> Any:
    """Return the value of a JSON body, or the text of another one with its boundary left out."""
    if boundary is not None:
        return data.replace(boundary.encode(), b"").decode("latin-1")
    try:
        return decode(data) if data else None
    except ValueError:
        return data.decode("latin-1")
