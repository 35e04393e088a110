"""`slowplay serve`: run the bot on Discord, or on the server that the settings name instead."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import discord

from bot.app import Slowplay, make_bot
from bot.core.randomness import SystemRandomness
from bot.operations.backups.restoring import before_update
from bot.operations.health.checks import folder_of
from bot.operations.health.ui.monitoring import run_monitoring
from bot.play.ai.ai_pool import AiPool
from bot.play.ai.external_engines import ExternalEngines
from bot.runtime.cluster import membership
from bot.runtime.exit_reason import TokenReset, is_damage, sentence_about
from bot.runtime.logs import open_log
from bot.runtime.memory import limit_free_memory
from bot.runtime.retrying import persistently
from bot.runtime.settings import Settings, SettingsError, read_settings
from bot.runtime.system_clock import SystemClock
from storage.engine.database import Database
from storage.engine.opening import open_database

log = logging.getLogger(__name__)

_CLOCK_PATIENCE_SECONDS = 5
_AUTHENTICATION_FAILED = 4004
COLLECTED_AFTER = 10_000
"""Number of new objects after which the garbage collector searches the youngest generation."""


async def serve(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT, then close in order; raise `CancelledError` for a SIGTERM at the start."""
    starting = asyncio.current_task()
    assert starting is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, starting.cancel)
    clock, ai_pool = SystemClock(), AiPool()
    players = ExternalEngines(ai_pool, settings.external_engines(), settings.slowplay_player_seconds)
    following = (
        asyncio.create_task(clock.follow(settings.playground_clock)) if settings.playground_clock else None
    )
    if following is not None:
        # What's written before the playground's clock is known would get a wrong time.
        await asyncio.wait([asyncio.create_task(clock.is_set.wait())], timeout=_CLOCK_PATIENCE_SECONDS)
    async with await _open_database(settings, clock) as database, players:
        if following is None:
            await membership.check_clock(database, clock)
        bot = make_bot(settings, database, clock, SystemRandomness(), players)
        backups = folder_of(str(settings.slowplay_database), settings.slowplay_backups)
        # What's loaded by now stays, so the garbage collector needn't search it; and most objects that a tap
        # creates are freed before the threshold is reached.
        gc.freeze()
        gc.set_threshold(COLLECTED_AFTER)
        async with run_monitoring(bot, settings.slowplay_health, backups):
            await run(bot, settings.discord_token)
    if following is not None:
        following.cancel()


async def _open_database(settings: Settings, clock: SystemClock) -> Database:
    """Open the database, waiting while its server is unreachable."""
    where = settings.slowplay_database
    before = before_update(where, settings.slowplay_backups)
    return await persistently(
        "opening the database", lambda: open_database(where, before=before, check_meanwhile=True), clock
    )


async def run(bot: Slowplay, token: str) -> None:
    """Run the bot until a signal, an error or a fatal event, then close in order.

    Raises:
        TokenReset: Discord reset the token while the bot was online.
        DamagedDatabase: The database is damaged.
        Exception: Another error ended the bot; after a signal nothing is raised.
    """
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with bot:
        running = asyncio.create_task(bot.start(token))
        database = bot.ctx.app.database
        events = (stop, bot.token_was_reset, database.damaged)
        ends = {asyncio.create_task(event.wait()) for event in events}
        await asyncio.wait({running, *ends}, return_when=asyncio.FIRST_COMPLETED)
        ended = running.done()
        bot.leaving.set()
        if not bot.begun:
            await _cancel(running)
        if stop.is_set() and not ended:
            await bot.drain()
        await bot.close()
        # It may be waiting for a gateway that doesn't come back.
        await _cancel(running, *ends)
    database.check_sound()
    if ended:
        _raise_why(running, bot)
    if bot.token_was_reset.is_set():
        raise TokenReset


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


def _raise_why(running: asyncio.Task[None], bot: Slowplay) -> None:
    """Raise the error that ended the bot, if there is one.

    Close code 4004 means a rejected token: TokenReset if the bot was online, else LoginFailure.
    """
    try:
        running.result()
    except discord.ConnectionClosed as error:
        if error.code != _AUTHENTICATION_FAILED:
            raise
        raise (TokenReset if bot.on_line.is_set() else discord.LoginFailure) from error


def main() -> int:
    """Run the bot and return the exit status.

    It is 0 after a regular stop, 1 for a fault of the bot, 2 for a problem that only the operator can solve,
    reported in one sentence, and 130 after a keyboard interrupt.
    """
    try:
        settings = read_settings()
    except SettingsError as error:
        return _say(str(error))
    limit_free_memory()
    open_log(settings.slowplay_log, settings.slowplay_log_format)
    for warning in settings.warnings():
        log.warning(warning)
    try:
        with asyncio.Runner(loop_factory=event_loop()) as runner:
            runner.run(serve(settings))
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except asyncio.CancelledError:
        log.info("stopped during the start")
    except Exception as error:
        sentence = sentence_about(error, settings)
        if is_damage(error):
            log.critical("%s", sentence)
            return 2
        if sentence is None:
            log.critical("the bot ended by a fault of its own; please report this", exc_info=True)
            return 1
        return _say(sentence)
    return 0


def event_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's function that creates an event loop, which is faster, or None without uvloop."""
    with suppress(ImportError):
        made: Callable[[], asyncio.AbstractEventLoop] = import_module("uvloop").new_event_loop
        return made
    return None


def _say(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2
