"""The log: text or JSON, for the bot and its libraries, with short and rare lines about outside troubles."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

import aiohttp
import discord

from bot.core.looping import ALIKE
from bot.runtime.retrying import describe_error
from storage.engine.errors import cause_of

_TALKATIVE = ("discord", "aiosqlite")
"""Loggers whose DEBUG lines hold whole messages and rows: secrets."""

QUIET_SECONDS = 60
"""Seconds during which the same trouble with the disk isn't logged again."""
ALIKE_SECONDS = 3600
"""Seconds during which a line that `bot.core.looping` marks as alike isn't logged again."""
_GATEWAY = ("discord.client", "discord.shard")
_UNRETRIEVED = "exception was never retrieved"
_DISCORD = (aiohttp.ClientError, discord.ConnectionClosed, discord.HTTPException, OSError)


def open_log(level: str, shape: str) -> None:
    """Log everything from this level on to standard error, in a shape that is one of `FORMATS`."""
    handler = logging.StreamHandler()
    handler.addFilter(Troubles())
    handler.setFormatter(formatter(shape))
    logging.basicConfig(level=level, handlers=[handler])
    logging.captureWarnings(True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


def formatter(shape: str) -> logging.Formatter:
    """Return the formatter of log lines for a shape: "text" or "json"."""
    return _LineFormatter(_SHAPES[shape])


class _LineFormatter(logging.Formatter):
    """A formatter that makes a line of a record's time, level, logger, message, and exception, if any."""

    def __init__(self, shape: Callable[[Mapping[str, str]], str]) -> None:
        super().__init__()
        self._shape = shape

    def format(self, record: logging.LogRecord) -> str:
        parts = {
            "time": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        # As text and not as its parts, which would hold the values of variables: secrets.
        failed = {"exception": self.formatException(record.exc_info)} if record.exc_info else {}
        return self._shape({**parts, **failed})


def _as_text(parts: Mapping[str, str]) -> str:
    """Return a line as text; escaped line breaks keep a name or text in it from looking like another line."""
    message = "".join(char if char.isprintable() else _code(char) for char in parts["message"])
    line = f"{parts['time']} {parts['level'].upper()} {parts['logger']}: {message}"
    return "\n".join([line, *([parts["exception"]] if "exception" in parts else [])])


def _code(char: str) -> str:
    return char.encode("unicode_escape").decode()


_SHAPES: Mapping[str, Callable[[Mapping[str, str]], str]] = MappingProxyType(
    {"text": _as_text, "json": json.dumps}
)


class Troubles(logging.Filter):
    """A filter for a handler that shortens lines about outside troubles and limits how often they appear.

    What the disk does to the database is logged once a minute for each cause, with the number of times it has
    happened since; lines marked as alike once an hour; what keeps discord.py from its gateway in one line.
    Faults of the bot stay whole. `now` returns seconds from any beginning, which never step back.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._told: dict[str, float] = {}
        self._untold: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten a log line if possible, and return whether to write it."""
        of: str | None = getattr(record, ALIKE, None)
        if of is not None:
            return self._is_first(record, of)
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            return True
        if isinstance(error, discord.RateLimited) and _UNRETRIEVED in record.getMessage():
            # discord.py gives it to futures of which it only looks whether they are done.
            return False
        for link in _chain(error):
            cause = cause_of(link)
            if cause is not None:
                return self._is_news(record, cause, link)
        if record.name in _GATEWAY and isinstance(error, _DISCORD):
            _shorten(record, describe_error(error))
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
        """Return how many lines like this were suppressed since the last one, or None to suppress it, too."""
        if cause in self._told and self._now() - self._told[cause] < seconds:
            self._untold[cause] = self._untold.get(cause, 0) + 1
            return None
        self._told[cause] = self._now()
        return self._untold.pop(cause, 0)


def _untold(again: int) -> str:
    return f"; {again} more like this weren't logged" if again else ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _shorten(record: logging.LogRecord, why: str) -> None:
    record.msg, record.args = "%s: %s", (record.getMessage(), why)
    record.exc_info = record.exc_text = None
