"""Rate limits: buckets, the global limit, too many refused requests, and edits of old messages.

Discord publishes two numbers: 50 requests a second per bot, and 10,000 refused requests (401, 403, 429) in
ten minutes per address; interaction callbacks and webhooks don't count toward the 50. Discord announces the
others in headers only and changes them. In RULES, those marked “seen” are what clients have reported from
those headers for years; the rest are guesses of the same order.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache

from playground.model.clock import DISCORD_EPOCH, Clock
from playground.model.errors import DiscordError
from playground.model.payload import Json

GLOBAL_LIMIT, GLOBAL_SECONDS = 50, 1.0
REFUSALS_LIMIT, REFUSALS_SECONDS = 10_000, 600.0
REFUSALS = (401, 403, 429)
OLD_EDITS_LIMIT, OLD_EDITS_SECONDS = 3, 20.0
"""Maximum number of edits of old messages per channel, and the period in seconds.

Undocumented: one report saw three edits in 20 seconds. Another agrees: 120 edits, ten seconds apart, passed.
"""
OLD_SECONDS = 3600.0
VERY_OLD_SECONDS = 14 * 24 * 3600.0
DM_OPENINGS_LIMIT, DM_OPENINGS_SECONDS = 50, 60.0
"""Maximum number of new DMs per bot, and the period in seconds; a guess, as Discord publishes no number."""
ROOMY = 1000
MOST_WINDOWS = 10_000
# discord.py treats a 429 without a Via header as a ban by the network in front of Discord.
VIA = {"Via": "1.1 google"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rate limit: `limit` requests in `seconds`. Routes whose rules have the same name share a bucket.

    With `by_server`, all channels of a server share one bucket.
    """

    limit: int
    seconds: float
    name: str = ""
    by_server: bool = False


REACTIONS = Rule(1, 0.25, "reactions")
PINS = Rule(5, 4.0, "pins")
# Issue 8082 of Discord's documentation: one bucket for all threads of a server.
THREAD_MEMBERS = Rule(5, 5.0, "thread members", by_server=True)
COMMANDS = Rule(5, 20.0, "commands")
DELETE_VERY_OLD = Rule(30, 120.0, "delete old messages")
RENAME = Rule(2, 600.0, "rename")
OTHERS = Rule(50, 10.0)

_CHANNEL = "/channels/{channel}"
_MESSAGE = _CHANNEL + "/messages/{message}"
_HOOK = "/webhooks/{application}/{token}"
RULES: dict[str, Rule] = {
    "GET /users/@me": Rule(30, 30.0),  # seen
    "GET /users/{user}": Rule(30, 30.0),  # seen
    "POST /users/@me/channels": Rule(10, 10.0),
    "GET /gateway/bot": Rule(2, 5.0),  # seen
    "GET /guilds/{guild}/members": Rule(10, 10.0),  # seen
    "GET /guilds/{guild}/members/search": Rule(10, 10.0),  # seen
    "PATCH " + _CHANNEL: Rule(5, 15.0),
    "POST " + _CHANNEL + "/typing": Rule(5, 5.0),  # seen
    "POST " + _CHANNEL + "/threads": Rule(50, 300.0),
    "POST " + _MESSAGE + "/threads": Rule(50, 300.0),
    "PUT " + _CHANNEL + "/thread-members/@me": THREAD_MEMBERS,
    "DELETE " + _CHANNEL + "/thread-members/@me": THREAD_MEMBERS,
    "PUT " + _CHANNEL + "/thread-members/{user}": THREAD_MEMBERS,
    "DELETE " + _CHANNEL + "/thread-members/{user}": THREAD_MEMBERS,
    "PUT " + _CHANNEL + "/messages/pins/{message}": PINS,  # seen
    "DELETE " + _CHANNEL + "/messages/pins/{message}": PINS,  # seen
    "PUT " + _CHANNEL + "/pins/{message}": PINS,  # seen
    "DELETE " + _CHANNEL + "/pins/{message}": PINS,  # seen
    "GET " + _CHANNEL + "/messages": Rule(5, 5.0),  # seen
    "POST " + _CHANNEL + "/messages": Rule(5, 5.0),  # seen
    "POST " + _CHANNEL + "/messages/bulk-delete": Rule(1, 1.0),  # seen
    "PATCH " + _MESSAGE: Rule(5, 5.0),  # seen
    "DELETE " + _MESSAGE: Rule(5, 1.0),  # seen
    "PUT " + _MESSAGE + "/reactions/{emoji}/@me": REACTIONS,  # seen
    "DELETE " + _MESSAGE + "/reactions/{emoji}/@me": REACTIONS,  # seen
    "POST " + _HOOK: Rule(5, 2.0),  # seen
    "PATCH " + _HOOK + "/messages/{message}": Rule(5, 2.0),
    "DELETE " + _HOOK + "/messages/{message}": Rule(5, 2.0),
    **{
        f"{method} /applications/{{application}}{place}/commands{suffix}": COMMANDS
        for place in ("", "/guilds/{guild}")
        for method, suffix in (("PUT", ""), ("POST", ""), ("PATCH", "/{command}"), ("DELETE", "/{command}"))
    },
}
CALLBACK = "POST /interactions/{interaction}/{token}/callback"
MAJOR = ("channel", "guild")


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, as the rate limits see it.

    Attributes:
        caller: The token's owner.
        route: Method and path template, such as “GET /channels/{channel}”.
        params: Values for the template's placeholders.
        fields: Names in the JSON body, if the request changes a channel.
        server: Id of the server, empty if there is none.
    """

    caller: str
    route: str
    params: dict[str, str] = field(default_factory=dict)
    fields: frozenset[str] = frozenset()
    server: str = ""


class RateLimited(DiscordError):
    """A refusal with status 429, with the `headers` of the whole response.

    If `banned`, it comes from the network in front of Discord, which answers without JSON.

    Args:
        wait: Seconds until the next request can succeed.
        scope: Discord's “user”, “shared” or “global”; “banned” for the network in front of it.
        headers: Additional headers.
        code: Discord's error code, 0 if it has none.
        text: Discord's text, or empty for the usual one.
    """

    def __init__(
        self, wait: float, scope: str, headers: dict[str, str], code: int = 0, text: str = ""
    ) -> None:
        super().__init__(429, code, text or "You are being rate limited.")
        self.wait = wait
        self.scope = scope
        self.banned = scope == "banned"
        told = {"X-RateLimit-Scope": scope, **VIA}
        if scope == "global":
            told["X-RateLimit-Global"] = "true"
        self.headers = {"Retry-After": str(math.ceil(wait)), **({} if self.banned else told), **headers}

    def body(self) -> Json:
        """Return the JSON body, with the seconds to wait."""
        waiting = {"retry_after": _whole_milliseconds(self.wait), "global": self.scope == "global"}
        return {**super().body(), **waiting}


@dataclass(slots=True)
class _Window:
    """The period of a bucket from its first request to its end, with the requests counted so far."""

    ends: float
    used: int = 0


class _Windows:
    """The open windows of many buckets, by key."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, ...], _Window] = {}

    def at(self, now: float, key: tuple[str, ...], seconds: float) -> _Window:
        """Return the open window with this key, or a new one of `seconds` from now."""
        found = self._open.get(key)
        if found is not None and now < found.ends:
            return found
        if len(self._open) >= MOST_WINDOWS:
            self._open = {key: window for key, window in self._open.items() if now < window.ends}
        made = self._open[key] = _Window(now + seconds)
        return made


class RateLimits:
    """The rate limits of one playground, by its clock. Each switch can be changed at any time.

    Attributes:
        on: Whether buckets, the global limit and the limit of refused requests apply.
        old_edits: Whether edits of messages over an hour old are limited.
        dm_openings: Whether new DMs are limited.
    """

    def __init__(self, clock: Clock, on: bool) -> None:
        self.on = on
        self.old_edits = on
        self.dm_openings = on
        self._clock = clock
        self._windows = _Windows()
        self._refusals: deque[float] = deque()

    def take(self, asked: Asked) -> dict[str, str]:
        """Count a request and return its bucket's headers.

        With limits off, every bucket has room for 1000 requests a second, because a client such as discord.py
        sends one request at a time without a known limit. An interaction's callback has no bucket, and so no
        headers.

        Raises:
            RateLimited: If the request is refused; it isn't counted then.
        """
        now, has_bucket = self._clock.now(), asked.route != CALLBACK
        rule = _rule(asked, now)
        if not self.on:
            roomy = Rule(ROOMY, 1.0, rule.name)
            return _headers(roomy, now, _Window(now + 1.0, 1)) if has_bucket else {}
        self._check_refusals(now)
        counted = self._room_among_all(asked, now)
        if has_bucket:
            counted.append(self._room_in_bucket(asked, rule, now))
        for window in counted:
            window.used += 1
        return _headers(rule, now, counted[-1]) if has_bucket else {}

    def note_refusal(self, status: int, shared: bool) -> None:
        """Count a response toward the limit of refused requests, unless its rate limit is a shared one."""
        if self.on and status in REFUSALS and not shared:
            self._refusals.append(self._clock.now())

    def take_old_edit(self, channel_id: str, message_id: str) -> None:
        """Count the edit of a message over an hour old; raise RateLimited 30046 for too many per channel."""
        now = self._clock.now()
        if not self.old_edits or _age(message_id, now) <= OLD_SECONDS:
            return
        window = self._windows.at(now, ("old edits", channel_id), OLD_EDITS_SECONDS)
        if window.used >= OLD_EDITS_LIMIT:
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            raise RateLimited(window.ends - now, "shared", {}, 30046, text)
        window.used += 1

    def take_dm_opening(self, caller: str) -> None:
        """Count a new DM of a bot; raise DiscordError 40003 (400, as bots have reported) for too many."""
        if not self.dm_openings:
            return
        window = self._windows.at(self._clock.now(), ("dm openings", caller), DM_OPENINGS_SECONDS)
        if window.used >= DM_OPENINGS_LIMIT:
            raise DiscordError(400, 40003, "You are opening direct messages too fast.")
        window.used += 1

    def _check_refusals(self, now: float) -> None:
        while self._refusals and self._refusals[0] <= now - REFUSALS_SECONDS:
            self._refusals.popleft()
        if len(self._refusals) >= REFUSALS_LIMIT:
            raise RateLimited(self._refusals[0] + REFUSALS_SECONDS - now, "banned", {})

    def _room_among_all(self, asked: Asked, now: float) -> list[_Window]:
        """Return the global limit's window in a list, empty for a route that doesn't count toward it."""
        if asked.route == CALLBACK or _is_hook(asked):
            return []
        window = self._windows.at(now, ("global", asked.caller), GLOBAL_SECONDS)
        if window.used >= GLOBAL_LIMIT:
            raise RateLimited(window.ends - now, "global", {})
        return [window]

    def _room_in_bucket(self, asked: Asked, rule: Rule, now: float) -> _Window:
        major = ("server", asked.server) if rule.by_server else _major(asked)
        window = self._windows.at(now, (rule.name, asked.caller, *major), rule.seconds)
        if window.used >= rule.limit:
            raise RateLimited(window.ends - now, "user", _headers(rule, now, window))
        # Seen: at most two new names or topics in ten minutes, even if the route's bucket has room.
        if asked.fields & {"name", "topic"}:
            self._take_renaming(major, now, _headers(rule, now, window))
        return window

    def _take_renaming(self, major: tuple[str, ...], now: float, headers: dict[str, str]) -> None:
        window = self._windows.at(now, (RENAME.name, *major), RENAME.seconds)
        if window.used >= RENAME.limit:
            raise RateLimited(window.ends - now, "shared", headers)
        window.used += 1


def _is_hook(asked: Asked) -> bool:
    return " /webhooks/" in asked.route


def _rule(asked: Asked, now: float) -> Rule:
    found = RULES.get(asked.route, OTHERS)
    if asked.route == "DELETE " + _MESSAGE and _age(asked.params["message"], now) > VERY_OLD_SECONDS:
        found = DELETE_VERY_OLD
    return found if found.name else Rule(found.limit, found.seconds, asked.route)


def _major(asked: Asked) -> tuple[str, ...]:
    """Return the ids of the request's top-level resource, each of which has separate buckets."""
    names = ("application", "token") if _is_hook(asked) else MAJOR
    return tuple(asked.params[name] for name in names if name in asked.params)


def _age(id: str, now: float) -> float:
    """Return the age in seconds of the object with this id; 0 if it isn't an id."""
    return now - ((int(id) >> 22) + DISCORD_EPOCH) / 1000 if id.isdecimal() else 0.0


def _headers(rule: Rule, now: float, window: _Window) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(rule.limit),
        "X-RateLimit-Remaining": str(rule.limit - window.used),
        "X-RateLimit-Reset": f"{window.ends:.3f}",
        "X-RateLimit-Reset-After": f"{_whole_milliseconds(window.ends - now):.3f}",
        "X-RateLimit-Bucket": _hash(rule.name),
    }


def _whole_milliseconds(seconds: float) -> float:
    """Round up to milliseconds, so that no client retries too soon."""
    return math.ceil(round(seconds * 1000, 3)) / 1000


@lru_cache(maxsize=1024)
def _hash(name: str) -> str:
    return hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()
