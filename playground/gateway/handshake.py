"""Checks of what a client sends when it connects and identifies, with Discord's close codes.

The codes are those of Discord's documentation, “Gateway Close Event Codes”.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from playground.gateway.intents import ALL_INTENTS, list_names
from playground.model.errors import DiscordError
from playground.model.payload import Json
from playground.model.records import Application
from playground.model.world import World

VERSION = "10"
LARGEST_PAYLOAD = 4096
MOST_GUILDS = 2500

_log = logging.getLogger("playground")


class Close(IntEnum):
    """A close code of Discord's gateway."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


ENDING = {
    Close.UNKNOWN_OPCODE,
    Close.NOT_AUTHENTICATED,
    Close.ALREADY_AUTHENTICATED,
    Close.INVALID_SEQUENCE,
    1000,
    1001,
}
"""Close codes after which a session can't be resumed.

4009, for a client without heartbeats, is missing: the documentation tells clients to resume, and they do.
"""


class Refused(Exception):
    """An error for which the connection must be closed with this code."""

    def __init__(self, code: Close) -> None:
        super().__init__(code.name)
        self.code = code


def check_query(query: Mapping[str, str]) -> None:
    """Refuse any gateway version but 10 (4012) and an unsupported encoding (4002).

    ETF isn't supported. What Discord does with an unknown encoding is undocumented; here it is treated like
    a payload that can't be decoded.
    """
    if query.get("v") != VERSION:
        raise Refused(Close.INVALID_VERSION)
    if query.get("encoding", "json") != "json":
        raise Refused(Close.DECODE_ERROR)


def as_object(data: Any, *needed: str) -> Json:
    """Return a command's data if it is an object with all `needed` keys; raise Refused 4001 if not.

    Discord treats data of a wrong form like an unknown command.
    """
    if not isinstance(data, dict) or not all(name in data for name in needed):
        raise Refused(Close.UNKNOWN_OPCODE)
    return data


def application_of(world: World, data: Json) -> Application:
    """Return the application whose bot token was sent; raise Refused 4004 if there is none."""
    try:
        return world.application_by_token(str(data.get("token")).removeprefix("Bot "))
    except DiscordError as error:
        raise Refused(Close.AUTHENTICATION_FAILED) from error


def shard_of(data: Json) -> tuple[int, int]:
    """Return the shard's number and the shard count, by default (0, 1); raise Refused 4010 if invalid."""
    shard = data.get("shard")
    if shard is None:
        return 0, 1
    if not isinstance(shard, list) or len(shard) != 2 or not all(type(part) is int for part in shard):
        raise Refused(Close.INVALID_SHARD)
    number, count = shard
    if not 0 <= number < count:
        raise Refused(Close.INVALID_SHARD)
    return number, count


def intents_of(data: Json, app: Application) -> int:
    """Return the requested intents; raise Refused 4013 if invalid, 4014 if a privileged one is refused."""
    intents = data.get("intents")
    if type(intents) is not int or intents < 0 or intents & ~ALL_INTENTS:
        raise Refused(Close.INVALID_INTENTS)
    if refused := list_names(intents & ~app.intents):
        asked = ",".join(list_names(intents | app.intents))
        _log.warning(
            "%s asks for privileged intents that it doesn't have: %s (4014). To grant them, start the "
            "playground with --intents %s, or press the clock on the page; in a test, give it intents=%r.",
            app.name,
            ", ".join(refused),
            asked,
            asked,
        )
        raise Refused(Close.DISALLOWED_INTENTS)
    return intents


def check_guilds(count: int) -> None:
    """Refuse a session with more servers than one shard may have (4011)."""
    if count > MOST_GUILDS:
        raise Refused(Close.SHARDING_REQUIRED)
