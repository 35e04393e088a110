"""Use cases that crash halfway."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest

from storage.engine.handle import Writer


class Crash(Exception):
    """Simulated death of the process."""


@contextmanager
def crashing(monkeypatch: pytest.MonkeyPatch, before: int) -> Iterator[None]:
    """Crash every transaction that reaches the statement with this number."""
    usable, numbers = Writer._usable, count(1)

    def counted(self: Writer, text: str) -> Any:
        if next(numbers) >= before:
            raise Crash
        return usable(self, text)

    with monkeypatch.context() as patched:
        patched.setattr(Writer, "_usable", counted)
        yield
