"""Discord's errors, and what each means for the outbox.

discord.py waits by itself for short rate limits and tries 500, 502, 504 and 524 five times. The bot gets
RateLimited for a wait of more than LONGEST_WAIT_SECONDS (nothing was sent), HTTPException for a limit that
five attempts didn't outlast, DiscordServerError for 503 at once, and aiohttp's errors without a connection.
"""

from __future__ import annotations

import aiohttp
import discord

from bot.core.sending import RetryAfter, Unavailable, Undeliverable

LONGEST_WAIT_SECONDS = 30.0
"""Longest wait left to discord.py, and the least that it accepts; the outbox does longer ones."""
_A_WHILE_SECONDS = 60.0

CLOSED = {50007, 50278, 50033, 10013}
"""Codes for a person who takes no DMs, shares no server with the bot, or no longer exists."""
MISSING_PERMISSIONS = 50013
THREAD_IS_ARCHIVED = 50083
PLACE_IS_SHUT = {10003, 50001, MISSING_PERMISSIONS, THREAD_IS_ARCHIVED, 160005}
"""Codes for a channel that is deleted, hidden or without permission, or a thread archived or locked."""
STALE = {10003, 50001}
"""In a DM: the channel has stopped working; opening the DM makes a new one (api-docs#7666, believed)."""
QUARANTINED = 20026
"""The bot may neither open a DM with, nor send one to, a person it hasn't written to before."""
OPENING_TOO_FAST = 40003
UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
UNKNOWN_MESSAGE = 10008
"""Also the answer to a resend with a nonce whose first message was deleted (api-docs#6647)."""
THREAD_IS_THERE = 160004
THREADS_ARE_FULL = {160006, 160007}
"""The server has its maximum number of active threads; there is room again once one is archived."""
NO_UPLOADS = 400001
"""The server takes no files, so no pictures either."""
NO_FILES = {NO_UPLOADS, MISSING_PERMISSIONS}
"""Codes that refuse a message for its files alone; the second one if *Attach Files* is missing."""
NO_NEW_PICTURE = 50035
"""Refusal of a new picture for a message of components (api-docs#7529, believed), else of a bad request."""
BLOCKED = 200000
"""Blocked by AutoMod, which applies only to an app that isn't on the server and acts as its user there."""
_TOKEN_IS_OVER = 50027
"""An interaction's token has expired after its quarter of an hour; no later attempt can succeed."""
_TOO_OFTEN = {20016, 20028, 30046, OPENING_TOO_FAST}
"""Slow mode, too many messages, too many edits of old messages, too many new conversations."""
_FOR_NOW = {20022, 20029, 40004, 40006, 40062, 130000}
"""Temporarily off or too busy: edits of announcements, writes to a server, sending, a feature, a service."""
_UNAUTHORIZED = 401
_NOT_ABOUT_US = {_UNAUTHORIZED, 408}
"""The token was revoked, or the request didn't arrive in time; the message itself isn't at fault."""

NETWORK = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError)
"""All exceptions that a request to Discord may raise, apart from OSError."""


def classify_error(error: Exception) -> Exception:
    """Return what an error of Discord means for the outbox, or any other error unchanged.

    Returns:
        RetryAfter: For a rate limit or something temporarily off; it says for how many seconds.
        Unavailable: If Discord can't be reached, fails (5xx), or rejects the bot's token.
        Undeliverable: For any other refusal, which is final.
    """
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
        # A 403 without a code comes from the network in front of Discord.
        return Unavailable(said)
    return Undeliverable(said)


def is_unauthorized(error: BaseException | None) -> bool:
    """Return whether Discord rejected the bot's token; an expired interaction token has another code."""
    return isinstance(error, discord.HTTPException) and error.status == _UNAUTHORIZED and not error.code


def _wait_of(error: discord.HTTPException) -> float:
    """Return the seconds of the answer's Retry-After header, or a minute without one."""
    try:
        return float(error.response.headers["Retry-After"])
    except (KeyError, ValueError):
        return _A_WHILE_SECONDS
