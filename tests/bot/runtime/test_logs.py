"""Log lines: text or JSON, one for each event, and without the values of variables."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
from collections.abc import Iterator

import discord
import pytest

from bot import program
from bot.core.looping import alike
from bot.runtime.logs import Troubles, formatter
from bot.runtime.settings import Settings

SECRET = "a secret in a variable"


class Log:
    """A separate logger and all that it writes."""

    def __init__(self, shape: str) -> None:
        self._stream = io.StringIO()
        handler = logging.StreamHandler(self._stream)
        handler.addFilter(Troubles(lambda: 0.0))
        handler.setFormatter(formatter(shape))
        self.logger = logging.Logger("bot.somewhere", logging.INFO)
        self.logger.addHandler(handler)

    def lines(self) -> list[str]:
        return self._stream.getvalue().splitlines()


def fail(log: Log) -> None:
    hidden = SECRET[::-1]
    try:
        raise KeyError("oh") if hidden else AssertionError
    except KeyError:
        log.logger.exception("an interaction of %s failed", "somebody")


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[Log]:
    return Log(request.param)


def test_as_text_a_line_begins_with_its_time_level_and_place() -> None:
    log = Log("text")
    log.logger.warning("%d taps came too late", 3)
    time, rest = log.lines()[0].split(" ", 1)
    assert time.endswith("Z")
    assert rest == "WARNING bot.somewhere: 3 taps came too late"


def test_as_json_a_line_has_the_same_as_fields_and_nothing_else() -> None:
    log = Log("json")
    log.logger.warning("%d taps came too late", 3, extra=alike("taps"))
    line = json.loads(log.lines()[0])
    assert line.pop("time").endswith("Z")
    assert line == {"level": "warning", "logger": "bot.somewhere", "message": "3 taps came too late"}


def test_as_json_a_fault_is_one_line_with_its_traceback() -> None:
    log = Log("json")
    fail(log)
    (line,) = map(json.loads, log.lines())
    assert line["message"] == "an interaction of somebody failed"
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith("KeyError: 'oh'")


def test_a_traceback_has_no_values_of_variables(log: Log) -> None:
    fail(log)
    told = "\n".join(log.lines())
    assert "KeyError" in told
    assert SECRET[::-1] not in told


def test_a_name_with_a_line_break_cannot_pretend_to_be_a_line(log: Log) -> None:
    log.logger.warning("%s said something", "Mara\n2026 CRITICAL bot: all is lost\x1b[2J\u2028\ud800")
    (line,) = log.lines()
    assert "\x1b" not in line


def test_what_the_filters_shorten_and_hold_back_stays_so(log: Log) -> None:
    for _ in range(3):
        try:
            raise OSError(28, "No space left on device")
        except OSError:
            log.logger.exception("couldn't write")
    (line,) = log.lines()
    assert "Traceback" not in line
    assert "couldn't write: " in line


async def test_requests_that_discord_py_wakes_with_an_error_it_ignores_are_no_line(
    log: Log, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("asyncio.base_events.logger", log.logger)
    bucket = discord.http.Ratelimit(max_ratelimit_timeout=30.0)
    bucket.remaining, bucket.reset_after = 0, 3000.0
    waiting = asyncio.create_task(bucket.acquire())
    await asyncio.sleep(0)
    await bucket._refresh()
    await waiting
    fault = asyncio.get_running_loop().create_future()
    fault.set_exception(KeyError("ours"))
    del waiting, fault
    gc.collect()
    assert len([line for line in log.lines() if "never retrieved" in line]) == 1
    assert "KeyError: 'ours'" in "".join(log.lines())


def test_what_ends_the_bot_by_a_fault_of_its_own_is_logged_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(settings: Settings) -> None:
        raise KeyError("oh")

    monkeypatch.setattr(program, "read_settings", Settings)
    monkeypatch.setattr(program, "serve", fails)
    assert program.main() == 1
    (record,) = caplog.records
    assert record.levelno == logging.CRITICAL
    assert record.exc_info is not None
    caplog.clear()
