"""What a button remembers: everything, in its custom_id, so that it works after a restart."""

from __future__ import annotations

PREFIX = "sp"
TEMPLATE = r"sp\|.*"
LONGEST = 100
_BETWEEN = "|"
_KEYS = "~"


def is_ours(custom_id: str) -> bool:
    """Whether a custom_id is one that `make` made."""
    return custom_id.startswith(f"{PREFIX}{_BETWEEN}")


def make(verb: str, *parts: str | int) -> str:
    """A custom_id; ValueError when it would be longer than Discord allows."""
    custom_id = _BETWEEN.join((PREFIX, verb, *map(str, parts)))
    if len(custom_id) > LONGEST:
        raise ValueError(f"custom_id is longer than {LONGEST}: {custom_id}")
    return custom_id


def read(custom_id: str) -> tuple[str, tuple[str, ...]]:
    """The verb and its parts."""
    _, verb, *parts = custom_id.split(_BETWEEN)
    return verb, tuple(parts)


def join_draft(draft: tuple[str, ...]) -> str:
    """A draft as one part."""
    return _KEYS.join(draft)


def split_draft(part: str) -> tuple[str, ...]:
    """The draft in a part."""
    return tuple(part.split(_KEYS)) if part else ()
