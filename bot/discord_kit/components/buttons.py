"""Buttons as structs, stored whole in their custom_id so that they work after a restart.

A kind of button is one frozen struct: its tag is the verb, its fields are the arguments. The custom_id joins
the verb and the fields with bars; msgspec checks a parsed custom_id against the struct's types.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta

LONGEST = 100
"""Discord's maximum length of a custom_id, in characters."""
_PREFIX, _BETWEEN, _KEYS, _NONE = "sp", "|", "~", "-"
OURS = _PREFIX + _BETWEEN
"""The beginning of every custom_id of this bot."""

Name = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}\Z")]
"""A short key: of a match, a challenge, a game, or a document."""
Number = Annotated[int, Meta(ge=0, le=999_999)]
"""A small count: a version, a number of actions, an offer's number."""
PageNumber = Annotated[int, Meta(ge=-9999, le=9999)]
RowId = Annotated[int, Meta(ge=0, le=2**53)]
"""The id of a database row."""
Draft = tuple[str, ...]
"""The keys chosen so far for an unfinished action."""


class Button(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A button or select, described by the data in its custom_id; subclasses set the verb as `tag`.

    Attributes:
        keeps_message: Whether a tap leaves the button's message as it is, even an ephemeral one.
        acts: Whether a tap plays or ends a match at once; a tap just after the button appeared is ignored.
    """

    keeps_message: ClassVar[bool] = False
    acts: ClassVar[bool] = False

    @property
    def custom_id(self) -> str:
        """The custom_id that encodes this button.

        Raises:
            ValueError: If it is longer than 100 characters, Discord's limit.
        """
        fields = map(_format_field, msgspec.structs.astuple(self))
        text = _BETWEEN.join((_PREFIX, verb_of(type(self)), *fields))
        if len(text) > LONGEST:
            raise ValueError(f"custom_id is longer than {LONGEST}: {text}")
        return text

    @property
    def is_whole(self) -> bool:
        """Whether the custom_id parses back to an equal button: not too long, and without bars in fields."""
        try:
            return read(type(self), split_custom_id(self.custom_id)[1]) == self
        except ValueError:
            return False


B = TypeVar("B", bound=Button)


class Nothing(Button, frozen=True, tag="blank"):
    """A disabled button; `what` makes its custom_id unique in the message, as Discord requires."""

    what: str


def verb_of(kind: type[Button]) -> str:
    """Return the verb with which the custom_ids of a kind of button begin."""
    return str(kind.__struct_config__.tag)


def split_custom_id(custom_id: str) -> tuple[str, tuple[str, ...]]:
    """Split a custom_id into verb and fields; the verb is empty if it isn't this bot's."""
    prefix, *parts = custom_id.split(_BETWEEN)
    return (parts[0], tuple(parts[1:])) if prefix == _PREFIX and parts else ("", ())


def read(kind: type[B], parts: tuple[str, ...]) -> B | None:
    """Parse a custom_id's fields as a button of this kind; return None unless it would write them the same.

    Fields with defaults may be missing at the end, as in ids from before those fields existed.

    Raises:
        ValueError: If the custom_id would be too long with the missing fields filled in.
    """
    hints = _hints(kind)
    fields = [_read(part, hint) for part, hint in zip(parts, hints, strict=False)]
    try:
        found = msgspec.convert([verb_of(kind), *fields, *parts[len(hints) :]], kind, strict=False)
    except msgspec.ValidationError:
        return None
    _, written = split_custom_id(found.custom_id)
    return found if written[: len(parts)] == parts else None


@cache
def _hints(kind: type[Button]) -> tuple[Any, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(hints[name] for name in kind.__struct_fields__)


def _format_field(field: Any) -> str:
    if field is None:
        return _NONE
    return _KEYS.join(field) if isinstance(field, list | tuple) else str(field)


def _read(part: str, hint: Any) -> Any:
    if hint == Draft:
        return tuple(part.split(_KEYS)) if part else ()
    return None if part == _NONE and type(None) in get_args(hint) else part
