"""What a button remembers: everything, in its custom_id, so that it works after a restart.

A kind of button is one frozen struct: its tag is the verb, its fields are what the verb is about. The text is
the verb and the fields, parted by bars; the parser is the struct's own types, checked by msgspec."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_type_hints

import msgspec
from msgspec import Meta

LONGEST = 100
"""So many characters Discord keeps."""
_PREFIX, _BETWEEN, _KEYS, _NONE = "sp", "|", "~", "-"
OURS = _PREFIX + _BETWEEN
"""What every custom_id of ours begins with."""

Name = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}\Z")]
"""A key of ours: a match, a challenge, a game, a document."""
Number = Annotated[int, Meta(ge=0, le=999_999)]
"""A version, a number of actions, an offer."""
PageNumber = Annotated[int, Meta(ge=-9999, le=9999)]
RowId = Annotated[int, Meta(ge=0, le=2**53)]
"""The number of a row of ours."""
Draft = tuple[str, ...]
"""The keys chosen so far."""


class Button(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A button or a select, by what it remembers; give a kind its verb as `tag`.

    `keeps_message`: its message stays what it is, even where only its reader sees it; `acts`: it plays or
    ends a match at once, on a message that changes in place, so a tap that comes as it appears under the
    finger does nothing."""

    keeps_message: ClassVar[bool] = False
    acts: ClassVar[bool] = False

    @property
    def custom_id(self) -> str:
        """The text by which Discord gives it back; ValueError when that would be too long."""
        text = _BETWEEN.join((_PREFIX, *map(_written, msgspec.to_builtins(self))))
        if len(text) > LONGEST:
            raise ValueError(f"custom_id is longer than {LONGEST}: {text}")
        return text

    @property
    def is_whole(self) -> bool:
        """Whether Discord would give it back as it is: it is short enough, and no text in it has a bar."""
        try:
            return read(type(self), parted(self.custom_id)[1]) == self
        except ValueError:
            return False


B = TypeVar("B", bound=Button)


class Nothing(Button, frozen=True, tag="blank"):
    """A button that cannot be tapped; Discord wants each one to have an id of its own."""

    what: str


def verb_of(kind: type[Button]) -> str:
    """What the custom_ids of this kind begin with."""
    return str(kind.__struct_config__.tag)


def parted(custom_id: str) -> tuple[str, tuple[str, ...]]:
    """The verb of a custom_id and its parts; an empty verb where it is none of ours."""
    prefix, *parts = custom_id.split(_BETWEEN)
    return (parts[0], tuple(parts[1:])) if prefix == _PREFIX and parts else ("", ())


def read(kind: type[B], parts: tuple[str, ...]) -> B | None:
    """The button that these parts of a custom_id are; None where they are none of this kind, or written in
    another way than we write them. Fields with defaults may be missing at the end."""
    hints = _hints(kind)
    fields = [_read(part, hint) for part, hint in zip(parts, hints, strict=False)]
    try:
        found = msgspec.convert([verb_of(kind), *fields, *parts[len(hints) :]], kind, strict=False)
    except msgspec.ValidationError:
        return None
    _, written = parted(found.custom_id)
    return found if written[: len(parts)] == parts else None


@cache
def _hints(kind: type[Button]) -> tuple[Any, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(hints[name] for name in kind.__struct_fields__)


def _written(field: Any) -> str:
    if field is None:
        return _NONE
    return _KEYS.join(field) if isinstance(field, list | tuple) else str(field)


def _read(part: str, hint: Any) -> Any:
    if hint == Draft:
        return tuple(part.split(_KEYS)) if part else ()
    return None if part == _NONE and type(None) in get_args(hint) else part
