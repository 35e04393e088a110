"""Checks of JSON types, which Discord makes before it looks at the values of a body."""

from __future__ import annotations

from typing import Any

from playground.model.errors import Form, Path

LISTS = ("embeds", "components", "attachments", "options", "choices", "permission_overwrites")
OBJECTS = ("allowed_mentions", "message_reference", "data")
TEXTS = ("name", "description", "title")
_ASKED = frozenset((*LISTS, *OBJECTS, *TEXTS))
NUMBERS = ("type", "flags", "auto_archive_duration", "rate_limit_per_user")


def check_kinds(body: Any, of: type[Any]) -> None:
    """Refuse a body that isn't an `of`, or that has a field of the wrong type at any depth (50035)."""
    form = Form()
    if of is list and not isinstance(body, list):
        form.add((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    elif of is dict and not isinstance(body, dict):
        form.add((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    else:
        _check_numbers(form, (), body)
        _check_numbers(form, ("data",), body.get("data") if isinstance(body, dict) else None)
        _check(form, (), body)
    form.refuse()


def _check_numbers(form: Form, path: Path, body: Any) -> None:
    """Check the number fields of a body or an answer's data only; deeper down, `type` may be text."""
    for name in NUMBERS if isinstance(body, dict) else ():
        value = body.get(name)
        if not (value is None or isinstance(value, int) or (isinstance(value, str) and value.isdecimal())):
            form.add((*path, name), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')


def _check(form: Form, path: Path, value: list[Any] | dict[str, Any]) -> None:
    if isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, list | dict):
                _check(form, (*path, index), item)
        return
    for name, item in value.items():
        asked = name in _ASKED and item is not None
        fits = not asked or _fits(form, (*path, name), name, item)
        if fits and isinstance(item, list | dict):
            _check(form, (*path, name), item)


def _fits(form: Form, path: Path, name: str, value: Any) -> bool:
    """Return whether a field's value has the right type; add a fault if not."""
    objects = value if name in LISTS else [value] if name in OBJECTS else []
    if not isinstance(objects, list):
        form.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    elif not all(isinstance(item, dict) for item in objects):
        form.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
    elif name in TEXTS and not isinstance(value, str):
        form.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
    else:
        return True
    return False
