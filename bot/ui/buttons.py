"""What a button remembers: everything, in its custom_id, so that it works after a restart.

A kind of button is one frozen struct: its tag is the verb, its fields are what the verb is about. The text is
the verb and the fields, parted by bars; the parser is the struct's own types, checked by msgspec."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta

from bot.ui import custom_ids

Name = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}\Z")]
"""A key of ours: a match, a challenge, a game, a document."""
Number = Annotated[int, Meta(ge=0, le=999_999)]
"""A version, a number of actions, an offer."""
Page = Annotated[int, Meta(ge=-9999, le=9999)]
Draft = tuple[str, ...]
"""The keys chosen so far."""
_NONE = "-"


class Button(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A button or a select, by what it remembers; give a kind its verb as `tag`."""

    @property
    def custom_id(self) -> str:
        """The text by which Discord gives it back; ValueError when it would be too long."""
        verb, *fields = msgspec.to_builtins(self)
        return custom_ids.make(verb, *map(_written, fields))


B = TypeVar("B", bound=Button)


def verb_of(kind: type[Button]) -> str:
    """What the custom_ids of this kind begin with."""
    return str(kind.__struct_config__.tag)


def read(kind: type[B], parts: tuple[str, ...]) -> B | None:
    """The button that these parts of a custom_id are; None where they are none of this kind, or written in
    another way than we write them. Fields with defaults may be missing at the end."""
    hints = _hints(kind)
    fields = [_read(part, hint) for part, hint in zip(parts, hints, strict=False)] + list(parts[len(hints) :])
    try:
        found = msgspec.convert([verb_of(kind), *fields], kind, strict=False)
    except msgspec.ValidationError:
        return None
    _, written = custom_ids.read(found.custom_id)
    return found if written[: len(parts)] == parts else None


@cache
def _hints(kind: type[Button]) -> tuple[Any, ...]:
    return tuple(get_type_hints(kind, include_extras=True)[name] for name in kind.__struct_fields__)


def _written(field: Any) -> str | int:
    if field is None:
        return _NONE
    return custom_ids.join_draft(tuple(field)) if isinstance(field, list | tuple) else field


def _read(part: str, hint: Any) -> Any:
    if hint == Draft:
        return custom_ids.split_draft(part)
    return None if part == _NONE and type(None) in get_args(hint) else part


class Nothing(Button, frozen=True, tag="blank"):
    """A button that cannot be tapped; Discord wants each one to have an id of its own."""

    what: Literal["page", "tab"] | str
