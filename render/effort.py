"""A limit of the new pixels drawn while others wait, e.g. on the event loop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LEFT: ContextVar[int | None] = ContextVar("_LEFT", default=None)


class TooMuch(Exception):
    """The limit was exceeded. Finished parts stay cached, so that a second attempt continues from there."""


@contextmanager
def at_most(pixels: int) -> Iterator[None]:
    """Keep this context from drawing more than `pixels` new pixels; beyond them, `spend` raises TooMuch."""
    token = _LEFT.set(pixels)
    try:
        yield
    finally:
        _LEFT.reset(token)


def spend(pixels: int) -> None:
    """Take pixels from the current limit before drawing them; raise TooMuch if too few are left."""
    left = _LEFT.get()
    if left is None:
        return
    if left < pixels:
        raise TooMuch
    _LEFT.set(left - pixels)
