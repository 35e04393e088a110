"""The log of a bot at a table."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.runtime.logs import Troubles


class Written(logging.Handler):
    """What a log holds in the end; `clock` is its time in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = 0.0
        self.lines: list[str] = []
        self.addFilter(Troubles(lambda: self.clock))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def log_of(name: str) -> Iterator[tuple[logging.Logger, Written]]:
    log, written = logging.getLogger(name), Written()
    log.addHandler(written)
    log.propagate = False
    yield log, written
    log.propagate = True
    log.removeHandler(written)
