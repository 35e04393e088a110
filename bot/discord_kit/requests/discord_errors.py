"""How Discord says no, and what each no means for what was to be said.

discord.py waits by itself where a rate limit is short, and tries 500, 502, 504 and 524 five times. What comes
to us: RateLimited for a wait of more than LONGEST_WAIT_SECONDS (nothing was sent), HTTPException for a limit
that five attempts did not outlast, DiscordServerError for 503 at once, and aiohttp's errors when there is no
connection."""

from __future__ import annotations

import aiohttp
import discord

from bot.core.sending import RetryAfter, Unavailable, Undeliverable

LONGEST_WAIT_SECONDS = 30.0
"""Longer waits are the outbox's: other lanes go on meanwhile. Not less, says discord.py."""
_A_WHILE_SECONDS = 60.0

CLOSED = {50007, 50278, 50033, 10013}
"""A person takes no private messages, has no server in common with the bot, or is no more."""
MISSING_PERMISSIONS = 50013
THREAD_IS_ARCHIVED = 50083
PLACE_IS_SHUT = {10003, 50001, MISSING_PERMISSIONS, THREAD_IS_ARCHIVED, 160005}
"""Deleted, out of sight, without permission; a thread that is archived or locked."""
STALE = {10003, 50001}
"""In a DM: its channel, which worked once, works no more; opening it again gives another one (api-docs#7666,
believed)."""
QUARANTINED = 20026
"""The bot may open no DM with, and send none to, anyone it hasn't written to before."""
OPENING_TOO_FAST = 40003
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
UNKNOWN_MESSAGE = 10008
"""Also the answer to a resend with a nonce whose first message was deleted (api-docs#6647)."""
THREAD_IS_THERE = 160004
THREADS_ARE_FULL = {160006, 160007}
"""As many threads of the server are active as can be; there is room again once one is archived."""
NO_UPLOADS = 400001
"""The server takes no files, so no pictures either."""
NO_FILES = {NO_UPLOADS, MISSING_PERMISSIONS}
"""What a message may be refused with for its files alone: the second one where *Attach Files* is missing."""
NO_NEW_PICTURE = 50035
"""Of an edit that brings a picture to a message of components (api-docs#7529, believed); else our fault."""
BLOCKED = 200000
"""AutoMod objects; of us only to an app that isn't on the server, for it follows the person who uses it."""
_TOKEN_IS_OVER = 50027
"""That of an interaction, which lasts a quarter of an hour: no later attempt can succeed."""
_TOO_OFTEN = {20016, 20028, 30046, OPENING_TOO_FAST}
"""Slow mode, too many messages, too many edits of old messages, too many new conversations."""
_FOR_NOW = {20022, 20029, 40004, 40006, 40062, 130000}
"""Edits of announcements, writes to a server, sending, a feature, a service: off or too busy for a while."""
_UNAUTHORIZED = 401
_NOT_ABOUT_US = {_UNAUTHORIZED, 408}
"""The token was taken away, or the request did not arrive in time: no fault of what was to be said."""

NETWORK = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError)
"""All that a call of Discord may raise."""


def classify_error(error: Exception) -> Exception:
    """What a call of Discord raised, as the outbox understands it."""
    if isinstance(error, discord.RateLimited):
        return RetryAfter(error.retry_after)
    if isinstance(error, aiohttp.ClientError):
        return Unavailable(f"{type(error).__name__} {error}")
    if not isinstance(error, discord.HTTPException):
        return error
    said = f"{error.status} {error.code} {error.text}"
    if error.status == 429 or error.code in _TOO_OFTEN | _FOR_NOW:
        return RetryAfter(_wait_of(error))
    if error.status >= 500 or (error.status in _NOT_ABOUT_US and error.code != _TOKEN_IS_OVER):
        return Unavailable(said)
    if error.status == 403 and error.code == 0:
        # The network in front of Discord, not Discord.
        return Unavailable(said)
    return Undeliverable(said)


def is_unauthorized(error: BaseException | None) -> bool:
    """Whether Discord does not know the bot's token; that of an interaction has a code of its own."""
    return isinstance(error, discord.HTTPException) and error.status == _UNAUTHORIZED and not error.code


def _wait_of(error: discord.HTTPException) -> float:
    """What the answer says in its header, or a while."""
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return _A_WHILE_SECONDS
