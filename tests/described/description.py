"""Discord's published OpenAPI description: which schema fits which request, answer and event."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.paths import ROOT

DESCRIPTION = Path(
    os.environ.get("DISCORD_DESCRIPTION") or ROOT.parent / "shared" / "reference" / "discord-openapi.json"
)
JSON_BODY = "application/json"
Schema = dict[str, Any]
ELSEWHERE = re.compile(r"POST /attachments/refresh-urls|GET /applications/\d+/skus")
"""Routes in Discord's documentation that its description lacks."""


@dataclass(frozen=True)
class Operation:
    """Discord's description of one method of one path."""

    name: str
    """The name, such as “GET /users/@me”, with Discord's names for path parameters."""
    described: Schema

    def request(self) -> Schema | None:
        """The schema of the JSON body, or None if there is none."""
        content = self.described.get("requestBody", {}).get("content", {})
        found = content.get(JSON_BODY) or content.get("multipart/form-data") or {}
        schema: Schema | None = found.get("schema")
        return schema

    def content_types(self) -> set[str]:
        """Return the described media types of the body."""
        return set(self.described.get("requestBody", {}).get("content", {}))

    def response(self, status: int) -> Schema | None:
        """Return the schema of an answer's body, or None if there is none."""
        responses = self.described["responses"]
        found = responses.get(str(status)) or responses.get(f"{status // 100}XX") or {}
        if "$ref" in found:
            found = description()["components"]["responses"][_last(found["$ref"])]
        schema: Schema | None = found.get("content", {}).get(JSON_BODY, {}).get("schema")
        return schema

    def statuses(self) -> set[str]:
        """Return the described successful statuses."""
        return {status for status in self.described["responses"] if status.startswith("2")}

    def queries(self) -> dict[str, Schema]:
        """Return the query parameters with their schemas."""
        given = [_resolved(parameter) for parameter in self.described.get("parameters", [])]
        return {parameter["name"]: parameter["schema"] for parameter in given if parameter["in"] == "query"}


def _last(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]


def _resolved(parameter: Schema) -> Schema:
    if "$ref" not in parameter:
        return parameter
    found: Schema = description()["components"]["parameters"][_last(parameter["$ref"])]
    return found


@cache
def description() -> Any:
    return json.loads(DESCRIPTION.read_text())


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    """Return paths as patterns, those with the fewest path parameters first."""
    paths = sorted(description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in paths]


_LONG_PART = re.compile(r"/(\d{15,}|[\w.-]{40,})")
"""An id or a token in a path, which no operation depends on."""


def operation(method: str, path: str) -> Operation | None:
    """Return the described operation for a path below /api/v10, or None if Discord describes none."""
    return _operation(method, _LONG_PART.sub("/1", path))


@cache
def _operation(method: str, path: str) -> Operation | None:
    for pattern, template in _templates():
        if pattern.fullmatch(path) and method.lower() in description()["paths"][template]:
            return Operation(f"{method} {template}", description()["paths"][template][method.lower()])
    return None


def operations() -> Iterator[Operation]:
    """Yield every described operation."""
    for template, methods in description()["paths"].items():
        for method, described in methods.items():
            if method != "parameters":
                yield Operation(f"{method.upper()} {template}", described)
