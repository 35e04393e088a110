"""How much of a picture may be drawn anew where others wait for it to be done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LEFT: ContextVar[int | None] = ContextVar("_LEFT", default=None)


class TooMuch(Exception):
    """More is to be drawn than may be. What has been drawn is kept, so who goes on elsewhere begins there."""


@contextmanager
def at_most(pixels: int) -> Iterator[None]:
    """Within, no more pixels are drawn anew than these, in this thread: else TooMuch."""
    token = _LEFT.set(pixels)
    try:
        yield
    finally:
        _LEFT.reset(token)


def spend(pixels: int) -> None:
    """Something as large as this is about to be drawn. Raises TooMuch."""
    left = _LEFT.get()
    if left is None:
        return
    if left < pixels:
        raise TooMuch
    _LEFT.set(left - pixels)
