"""Waiting for lines in the bot's log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.runtime.logs import Troubles
from tests.kit.inputs import PATIENCE_SECONDS


class Lines(logging.Handler):
    """A log handler that lets a test wait for lines."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: asyncio.Queue[str] = asyncio.Queue()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.put_nowait(record.getMessage())

    async def told(self, text: str) -> str:
        """Return the next line with this text."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while text not in (line := await self.lines.get()):
                pass
        return line


@contextmanager
def hear_log() -> Iterator[Lines]:
    """Yield the bot's warnings from now on."""
    made = Lines()
    logging.getLogger("bot").addHandler(made)
    try:
        yield made
    finally:
        logging.getLogger("bot").removeHandler(made)


class Written(logging.Handler):
    """A log handler that keeps everything logged; `clock` is its time in seconds."""

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
