"""`python -m bot`: the bot on Discord, or wherever the settings say Discord is."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys

import aiohttp
import discord

from bot.app import make_bot
from bot.chance import SystemChance
from bot.clock import SystemClock
from bot.programs import Programs
from bot.settings import Settings, SettingsError, read_settings
from bot.thinkers import Thinkers
from storage.database import open_database
from storage.errors import StorageError

_TALKATIVE = ("discord", "aiosqlite")
"""Their DEBUG lines hold whole messages and rows: secrets."""
_CLOCK_PATIENCE_SECONDS = 5
LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


async def serve(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT, then close in order."""
    clock, thinkers = SystemClock(), Thinkers()
    players = Programs(thinkers, settings.programs(), settings.slowplay_player_seconds)
    following = (
        asyncio.create_task(clock.follow(settings.slowplay_clock)) if settings.slowplay_clock else None
    )
    if following is not None:
        # What is written before the clock is known would stand at a wrong time.
        await asyncio.wait([asyncio.create_task(clock.is_set.wait())], timeout=_CLOCK_PATIENCE_SECONDS)
    async with await open_database(settings.slowplay_database) as database, players:
        bot = make_bot(settings, database, clock, SystemChance(), players)
        warming = asyncio.create_task(thinkers.warm_up())
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        async with bot:
            running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            await bot.close()
            await running
    warming.cancel()
    if following is not None:
        following.cancel()


def main() -> int:
    """The exit status: 2 for settings or data that cannot be used, with one sentence why."""
    try:
        settings = read_settings()
        logging.basicConfig(
            level=settings.slowplay_log, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
        )
        for name in _TALKATIVE:
            logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
        asyncio.run(serve(settings))
    except (SettingsError, StorageError) as error:
        return _say(str(error))
    except discord.LoginFailure:
        return _say(
            "Discord does not accept DISCORD_TOKEN: reset it on the Bot page and put the new one into .env."
        )
    except aiohttp.ClientConnectionError as error:
        return _say(f"Discord cannot be reached ({error}). Check the network and start again.")
    return 0


def _say(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main())
