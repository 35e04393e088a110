"""Forms with files, encoded at once: aiohttp's writer takes twice the time of the whole request."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from uuid import uuid4


class Body(NamedTuple):
    """The content of a request or response."""

    content_type: str
    content: bytes


def encode_form(parts: Iterable[Mapping[str, Any]]) -> Body:
    """Return discord.py's parts of a message as multipart/form-data. Source: RFC 7578.

    Args:
        parts: The name and value of each part. That of a file, which is read to its end, has a `filename` and
            a `content_type`, too.
    """
    boundary = uuid4().hex
    found = list[bytes]()
    for part in parts:
        value, named = part["value"], f'name="{_escape(part["name"])}"'
        if "filename" in part:
            named += f'; filename="{_escape(part["filename"])}"'
        kind = part.get("content_type", "text/plain; charset=utf-8")
        head = f"--{boundary}\r\nContent-Disposition: form-data; {named}\r\nContent-Type: {kind}\r\n\r\n"
        found += [head.encode(), value.encode() if isinstance(value, str) else value.read(), b"\r\n"]
    found.append(f"--{boundary}--\r\n".encode())
    return Body(f"multipart/form-data; boundary={boundary}", b"".join(found))


def _escape(name: str) -> str:
    """Escape a name as browsers do (HTML, section “Multipart form data”)."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
