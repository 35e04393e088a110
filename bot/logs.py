"""What the log says of troubles that are nobody's fault: a clear line each, no traceback, not too often."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator

import aiohttp
import discord

from bot.retrying import described
from storage.errors import cause_of

QUIET_SECONDS = 60
"""So long a trouble with the disk is not told again."""
_GATEWAY = ("discord.client", "discord.shard")
_DISCORD = (aiohttp.ClientError, discord.ConnectionClosed, discord.HTTPException, OSError)


class Troubles(logging.Filter):
    """On a handler: what the disk does to the database is told once a minute for each cause, with how often
    it has happened since; what keeps discord.py from its gateway in one line. Faults of ours stay whole.

    now: seconds from any beginning, which never step back."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._told: dict[str, float] = {}
        self._untold: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is to be written; it is made short where it can be."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        for one in _chain(error):
            cause = cause_of(one)
            if cause is not None:
                return self._is_news(record, cause, one)
        if record.name in _GATEWAY and isinstance(error, _DISCORD):
            _shorten(record, described(error))
        return True

    def _is_news(self, record: logging.LogRecord, cause: str, error: BaseException) -> bool:
        if cause in self._told and self._now() - self._told[cause] < QUIET_SECONDS:
            self._untold[cause] = self._untold.get(cause, 0) + 1
            return False
        self._told[cause] = self._now()
        again = self._untold.pop(cause, 0)
        _shorten(record, f"{cause} ({error})" + (f"; {again} more like this weren't logged" if again else ""))
        return True


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it came from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _shorten(record: logging.LogRecord, why: str) -> None:
    record.msg, record.args = "%s: %s", (record.getMessage(), why)
    record.exc_info = record.exc_text = None
