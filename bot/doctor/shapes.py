"""The shape of Discord's answers, without their content, and how two of them differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

Shape = dict[str, str]
"""The type of each field by its path, such as `author.id` → `text` or `components[].type` → `number`."""
NOTHING, EMPTY, LIST, OBJECT = "nothing", "empty list", "list", "object"
_ID = re.compile(r"\d{15,}")
_OR = " or "
_KINDS = ((bool, "flag"), (str, "text"), (int | float, "number"))


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One request of the probe.

    Attributes:
        status: The HTTP status; 0 if the step was no request.
        code: Discord's error code, or 0.
        shape: The shape of the answer.
        seen: Facts about the answer's content, by names of the probe's own choice.
    """

    status: int
    code: int = 0
    shape: Shape = msgspec.field(default_factory=dict)
    seen: dict[str, str] = msgspec.field(default_factory=dict)


Steps = dict[str, Step]
"""Steps by name, in the order in which they were done."""


def shape_of(value: Any) -> Shape:
    """Return the shape of a JSON value; all entries of a list share one set of paths."""
    found: Shape = {}
    for path, kind in _fields(value, ""):
        found[path] = _both(found[path], kind) if path in found else kind
    return dict(sorted(found.items()))


def _fields(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        yield path, OBJECT
        for name, inner in value.items():
            yield from _fields(inner, f"{path}.{_ID.sub('ID', name)}" if path else _ID.sub("ID", name))
    elif isinstance(value, list):
        yield path, LIST if value else EMPTY
        for entry in value:
            yield from _fields(entry, f"{path}[]")
    else:
        yield path, next((kind for of, kind in _KINDS if isinstance(value, of)), NOTHING)


def _both(one: str, other: str) -> str:
    kinds = {*one.split(_OR), *other.split(_OR)}
    return _OR.join(sorted(kinds - {EMPTY} if LIST in kinds else kinds))


def differences(expected: Step, found: Step) -> list[str]:
    """Return how a step differs from the expected one, a line each."""
    if (expected.status, expected.code) != (found.status, found.code):
        return [f"the answer is {answer_of(found)}, not {answer_of(expected)}"]
    said = [
        f"{name}: {found.seen.get(name, NOTHING)}, not {value}"
        for name, value in expected.seen.items()
        if found.seen.get(name, NOTHING) != value
    ]
    return [*said, *_of_shapes(expected.shape, found.shape)]


def answer_of(step: Step) -> str:
    """Return the status and code, such as “404 (10008)”; a dash if the step was no request."""
    return f"{step.status} ({step.code})" if step.code else str(step.status or "–")


def _of_shapes(expected: Shape, found: Shape) -> Iterator[str]:
    for path in sorted({*expected, *found}):
        if path not in found and _parent(path) in found and _has_fields(found[_parent(path)]):
            yield f"`{path}` isn't there"
        elif path not in expected and _parent(path) in expected and _has_fields(expected[_parent(path)]):
            yield f"`{path}` is new, {found[path]}"
        elif path in found and path in expected and not _agree(expected[path], found[path]):
            yield f"`{path}` is {found[path]}, not {expected[path]}"


def _parent(path: str) -> str:
    if path.endswith("[]"):
        return path.removesuffix("[]")
    return path.rpartition(".")[0]


def _has_fields(kind: str) -> bool:
    return bool({OBJECT, LIST} & set(kind.split(_OR)))


def _agree(one: str, other: str) -> bool:
    """Return whether two kinds fit one field; “nothing” fits every kind."""
    kinds, others = set(one.split(_OR)) - {NOTHING}, set(other.split(_OR)) - {NOTHING}
    return not kinds or not others or bool(kinds & others)
