"""Discord's published OpenAPI description, read: which schema fits which request, answer and event."""

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
"""What Discord's documentation tells of and its description doesn't."""


@dataclass(frozen=True)
class Operation:
    """What Discord describes of one method of one path."""

    name: str
    """As “GET /users/@me”, with Discord's names for what varies."""
    described: Schema

    def request(self) -> Schema | None:
        """The schema of the JSON body; None where none is described."""
        content = self.described.get("requestBody", {}).get("content", {})
        found = content.get(JSON_BODY) or content.get("multipart/form-data") or {}
        schema: Schema | None = found.get("schema")
        return schema

    def content_types(self) -> set[str]:
        """The media types in which the body may come; none where none is described."""
        return set(self.described.get("requestBody", {}).get("content", {}))

    def response(self, status: int) -> Schema | None:
        """The schema of an answer's body; None where none is described."""
        responses = self.described["responses"]
        found = responses.get(str(status)) or responses.get(f"{status // 100}XX") or {}
        if "$ref" in found:
            found = description()["components"]["responses"][_last(found["$ref"])]
        schema: Schema | None = found.get("content", {}).get(JSON_BODY, {}).get("schema")
        return schema

    def statuses(self) -> set[str]:
        """The successful statuses described."""
        return {status for status in self.described["responses"] if status.startswith("2")}

    def queries(self) -> dict[str, Schema]:
        """The query parameters with their schemas."""
        given = [_resolved(one) for one in self.described.get("parameters", [])]
        return {one["name"]: one["schema"] for one in given if one["in"] == "query"}


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
    """Paths as patterns, those with the fewest variable parts first."""
    paths = sorted(description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in paths]


def operation(method: str, path: str) -> Operation | None:
    """What's described for a path below /api/v10; None for what Discord doesn't describe."""
    for pattern, template in _templates():
        if pattern.fullmatch(path) and method.lower() in description()["paths"][template]:
            return Operation(f"{method} {template}", description()["paths"][template][method.lower()])
    return None


def operations() -> Iterator[Operation]:
    """Everything that is described."""
    for template, methods in description()["paths"].items():
        for method, described in methods.items():
            if method != "parameters":
                yield Operation(f"{method.upper()} {template}", described)
