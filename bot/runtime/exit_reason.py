"""The reason why the bot has ended, as one sentence for the operator."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import aiohttp
import discord

from bot.discord_kit.requests.discord_errors import is_unauthorized
from bot.runtime.addresses import CantListen
from bot.runtime.retrying import describe_error
from bot.runtime.settings import Settings
from storage.engine.errors import DamagedDatabase, StorageError, cause_of, explain

_SHARDING_REQUIRED = 4011


class TokenReset(Exception):
    """The error of a token that Discord no longer accepts, although the bot was online with it."""


def is_damage(error: Exception) -> bool:
    """Return whether the bot has ended because its database is damaged, which the log must say."""
    return isinstance(error, DamagedDatabase)


def sentence_about(error: Exception, settings: Settings) -> str | None:
    """Return what the operator can do about the error that ended the bot, or None for a fault of the bot."""
    if isinstance(error, StorageError | CantListen):
        return str(error)
    place = settings.discord_token_file or ".env"
    if isinstance(error, TokenReset):
        return (
            "Discord no longer accepts DISCORD_TOKEN because it was reset while the bot was running: "
            f"put the new one from the Bot page into {place} and start again."
        )
    if isinstance(error, discord.LoginFailure) or is_unauthorized(error):
        told = "Discord doesn't accept DISCORD_TOKEN"
        return f"{told}: reset it on the Bot page and put the new one into {place}."
    if isinstance(error, discord.ConnectionClosed) and error.code == _SHARDING_REQUIRED:
        return (
            "The bot is in too many servers for its number of shards: remove SLOWPLAY_SHARDS from .env, or "
            "raise it, and start again."
        )
    if isinstance(error, discord.HTTPException | discord.ClientException):
        why = describe_error(error)
        return f"Discord turned the bot away ({why}): update it and start again, or report this."
    if isinstance(error, aiohttp.ClientError):
        return f"Discord can't be reached ({error}): check the network and the settings, and start again."
    file = settings.slowplay_database
    if isinstance(file, Path) and isinstance(error, sqlite3.Error | OSError) and cause_of(error) is not None:
        return str(explain(error, file))
    return None
