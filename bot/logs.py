"""What the log says of troubles that are nobody's fault: a clear line each, no traceback, not too often."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator

import aiohttp
import discord

from bot.core.alike import ALIKE
from bot.retrying import described
from storage.errors import cause_of

QUIET_SECONDS = 60
"""So long a trouble with the disk is not told again."""
ALIKE_SECONDS = 3600
"""So long a line isn't written again that `bot.core.alike` marks."""
_GATEWAY = ("discord.client", "discord.shard")
_DISCORD = (aiohttp.ClientError, discord.ConnectionClosed, discord.HTTPException, OSError)


class Troubles(logging.Filter):
    """On a handler: what the disk does to the database is told once a minute for each cause, with how often
    it has happened since, and lines marked as alike once an hour; what keeps discord.py from its gateway in
    one line. Faults of ours stay whole.

    now: seconds from any beginning, which never step back."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._told: dict[str, float] = {}
        self._untold: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is to be written; it is made short where it can be."""
        of: str | None = getattr(record, ALIKE, None)
        if of is not None:
            return self._is_first(record, of)
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
        again = self._again(cause, QUIET_SECONDS)
        if again is None:
            return False
        _shorten(record, f"{cause} ({error})" + _untold(again))
        return True

    def _is_first(self, record: logging.LogRecord, of: str) -> bool:
        again = self._again(of, ALIKE_SECONDS)
        if again:
            record.msg, record.args = "%s%s", (record.getMessage(), _untold(again))
        return again is not None

    def _again(self, cause: str, seconds: float) -> int | None:
        """How often something has not been told since it was told last; None: it's not to be told now."""
        if cause in self._told and self._now() - self._told[cause] < seconds:
            self._untold[cause] = self._untold.get(cause, 0) + 1
            return None
        self._told[cause] = self._now()
        return self._untold.pop(cause, 0)


def _untold(again: int) -> str:
    return f"; {again} more like this weren't logged" if again else ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it came from."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _shorten(record: logging.LogRecord, why: str) -> None:
    record.msg, record.args = "%s: %s", (record.getMessage(), why)
    record.exc_info = record.exc_text = None
