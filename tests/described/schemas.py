"""Checks of values against the description's schemas, strict for Discord and lenient for clients."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import jsonschema_rs

from tests.described.description import Schema, description

_LENIENT_SNOWFLAKE: Schema = {
    "anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer"}]
}
_REFERENCE_TYPE: Schema = {"enum": [0, 1], "type": "integer"}
"""Schema with type 1, which Discord documents for message references but doesn't describe."""
_LENGTH = 300
_PASSED_OVER = {"nsfw", "tts", "file_types"}
"""Request fields that the description doesn't name.

`nsfw` of commands and `file_types` are in the documentation, and `tts` comes with every edit by discord.py,
where Discord ignores it.
"""


@cache
def _components(lenient: bool) -> Any:
    """Return all schemas; `lenient` for what clients send.

    Clients may give a snowflake as an integer. Discord ignores unknown fields, so a misspelled field would do
    nothing; in a request it's a fault here.
    """
    components = description()["components"]
    schemas = {**_bounded(components["schemas"]), "MessageReferenceType": _REFERENCE_TYPE}
    if lenient:
        schemas = {name: _closed(schema) for name, schema in schemas.items()}
        schemas["SnowflakeType"] = _LENIENT_SNOWFLAKE
    return {**components, "schemas": schemas}


_BOUNDS = {"int32": 2**31, "int64": 2**63}
_FORMATS: dict[str, Callable[[str], bool]] = {
    "snowflake": lambda text: text.isdecimal() and int(text) < 2**64,
    "date-time": lambda text: _is_moment(text),
    "uri": lambda text: bool(urlsplit(text).scheme),
    "nonce": lambda text: len(text) <= 25,
}
"""The text formats that the description names; formats of numbers are bounds."""


def _is_moment(text: str) -> bool:
    """Return whether a text is a date and time with a time zone."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _bounded(schema: Any) -> Any:
    """Add the bounds of its format to every number schema without bounds."""
    if isinstance(schema, list):
        return [_bounded(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _bounded(part) for name, part in schema.items()}
    most = _BOUNDS.get(schema["format"]) if isinstance(schema.get("format"), str) else None
    return made if most is None else {"minimum": -most, "maximum": most - 1} | made


def _closed(schema: Any) -> Any:
    """Return the schema without room for fields that it doesn't name."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _closed(part) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema:
        made["properties"] = {key: {} for key in _PASSED_OVER} | made["properties"]
        made["additionalProperties"] = False
    return made


@cache
def _validator(schema: str, lenient: bool) -> jsonschema_rs.Draft202012Validator:
    whole = {**_bounded(json.loads(schema)), "components": _components(lenient)}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True, formats=_FORMATS)


def faults(value: object, schema: Schema, *, lenient: bool = False) -> list[str]:
    """Return short descriptions of where a value violates the schema; `lenient` for what clients send."""
    validator = _validator(json.dumps(schema), lenient)
    if validator.is_valid(value):
        return []
    return [_told(error)[:_LENGTH] for error in validator.iter_errors(value)]


def schema_named(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _told(error: Any) -> str:
    """Return the fault in the closest alternative: of the right type, with the fewest faults."""
    while alternatives := getattr(error.kind, "context", None):
        place = error.instance_path
        error = min(alternatives, key=lambda errors: _distance(errors, place))[0]
    return f"{'/'.join(map(str, error.instance_path))}: {error.message}"


def _distance(errors: list[Any], place: list[Any]) -> tuple[bool, int]:
    """Return how far an alternative for `place` is off: whether its type is wrong, and its fault count."""
    elsewhere = any(
        error.instance_path in (place, [*place, "type"]) and _is_of_type(error) for error in errors
    )
    return elsewhere, len(errors)


def _is_of_type(error: Any) -> bool:
    return error.kind.name in ("type", "const", "enum")
