"""Values held against schemas of the description, as Discord sends them and as clients may."""

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
"""Forwards are in Discord's documentation of message references; the description names type 0 alone."""
_LENGTH = 300
_PASSED_OVER = {"nsfw", "tts", "file_types"}
"""Fields of requests that the description doesn't name: `nsfw` of commands and `file_types`
are in the documentation, and `tts` comes with every edit of discord.py, where Discord passes it over."""


@cache
def _components(lenient: bool) -> Any:
    """All schemas; `lenient` for what clients send.

    Clients may give a snowflake as an integer. What a schema doesn't know, Discord passes over, so that a
    misspelt field would do nothing: in a request it is a fault here.
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
"""The formats of texts that the description names; those of numbers are bounds."""


def _is_moment(text: str) -> bool:
    """Tell whether a text is a moment with its time zone."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _bounded(schema: Any) -> Any:
    """Give the bounds of its format to every number that has none."""
    if isinstance(schema, list):
        return [_bounded(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _bounded(one) for name, one in schema.items()}
    most = _BOUNDS.get(schema["format"]) if isinstance(schema.get("format"), str) else None
    return made if most is None else {"minimum": -most, "maximum": most - 1} | made


def _closed(schema: Any) -> Any:
    """The schema with no room for fields that it doesn't name."""
    if isinstance(schema, list):
        return [_closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _closed(one) for name, one in schema.items()}
    if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema:
        made["properties"] = {key: {} for key in _PASSED_OVER} | made["properties"]
        made["additionalProperties"] = False
    return made


@cache
def _validator(schema: str, lenient: bool) -> jsonschema_rs.Draft202012Validator:
    whole = {**_bounded(json.loads(schema)), "components": _components(lenient)}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True, formats=_FORMATS)


def faults(value: object, schema: Schema, *, lenient: bool = False) -> list[str]:
    """Where a value isn't what the schema says, in short; `lenient` for what clients send."""
    validator = _validator(json.dumps(schema), lenient)
    if validator.is_valid(value):
        return []
    return [_told(error)[:_LENGTH] for error in validator.iter_errors(value)]


def schema_named(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _told(error: Any) -> str:
    """The fault of the alternative that comes nearest: of the right type, with the fewest faults."""
    while alternatives := getattr(error.kind, "context", None):
        place = error.instance_path
        error = min(alternatives, key=lambda errors: _distance(errors, place))[0]
    return f"{'/'.join(map(str, error.instance_path))}: {error.message}"


def _distance(errors: list[Any], place: list[Any]) -> tuple[bool, int]:
    """How far an alternative for the value at `place` is off: of another type altogether, and in how much."""
    elsewhere = any(one.instance_path in (place, [*place, "type"]) and _is_of_type(one) for one in errors)
    return elsewhere, len(errors)


def _is_of_type(error: Any) -> bool:
    return error.kind.name in ("type", "const", "enum")
