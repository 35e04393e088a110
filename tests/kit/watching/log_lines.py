"""Waiting for what the bot says in its log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.runtime.logs import Troubles
from tests.kit.inputs import PATIENCE_SECONDS


class Lines(logging.Handler):
    """Waits for lines of the log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: asyncio.Queue[str] = asyncio.Queue()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.put_nowait(record.getMessage())

    async def told(self, text: str) -> str:
        """The next line with this text."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while text not in (line := await self.lines.get()):
                pass
        return line


@contextmanager
def hear_log() -> Iterator[Lines]:
    """The warnings of the bot from now on."""
    made = Lines()
    logging.getLogger("bot").addHandler(made)
    try:
        yield made
    finally:
        logging.getLogger("bot").removeHandler(made)


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
