"""Discord's published OpenAPI description as a checker of recorded traffic."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

DESCRIPTION = Path(__file__).parents[2].parent / "shared" / "reference" / "discord-openapi.json"


@cache
def description() -> Any:
    return json.loads(DESCRIPTION.read_text())


@cache
def validator(schema: str) -> Any:
    """A validator of one schema, given as JSON text."""
    whole = {**json.loads(schema), "components": description()["components"]}
    return jsonschema.Draft202012Validator(whole)


@cache
def templates() -> list[tuple[re.Pattern[str], str]]:
    """Paths as patterns, those with the fewest variable parts first."""
    paths = sorted(description()["paths"], key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in paths]


def response_schema(method: str, path: str, status: int) -> dict[str, Any] | None:
    """What the answer must look like; None where the description has no body for it."""
    place = next((template for pattern, template in templates() if pattern.fullmatch(path)), None)
    assert place is not None, f"Discord describes no {path}"
    operation = description()["paths"][place].get(method.lower())
    assert operation is not None, f"Discord describes no {method} {place}"
    responses = operation["responses"]
    found = responses.get(str(status)) or responses.get(f"{status // 100}XX") or {}
    if "$ref" in found:
        found = description()["components"]["responses"][found["$ref"].rsplit("/", 1)[-1]]
    return found.get("content", {}).get("application/json", {}).get("schema")


def faults(value: object, schema: dict[str, Any]) -> list[str]:
    """Where a value is not what the schema says, in short."""
    found = validator(json.dumps(schema)).iter_errors(value)
    return [f"{'/'.join(map(str, one.absolute_path))}: {deepest(one)}"[:400] for one in found]


def deepest(error: Any) -> str:
    """The fault of the alternative that comes nearest."""
    while error.context:
        error = jsonschema.exceptions.best_match(error.context)
    return f"{'/'.join(map(str, error.absolute_path))} {error.message}"
