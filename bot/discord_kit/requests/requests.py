"""Checks on all requests to Discord: skip those that can only be refused, and count refusals.

Discord's documentation, “Invalid Request Limit”: 10,000 answers of 401, 403, or 429 within ten minutes ban
the machine's address; a 429 whose scope is “shared” doesn't count. The bot reduces its requests long before.
"""

from __future__ import annotations

import json
import logging
from collections import Counter, deque
from collections.abc import Callable, Set
from contextlib import suppress
from email.utils import parsedate_to_datetime
from enum import IntEnum
from types import SimpleNamespace
from typing import Any, Protocol

import aiohttp
import discord
from discord.http import HTTPClient, Route

from bot.core.clock import Clock
from bot.discord_kit.requests.request_pace import A_SECOND, RequestPace
from bot.discord_kit.requests.servers import servers_of

log = logging.getLogger(__name__)

BANNED = 10_000
WITHIN_SECONDS = 600
_COUNTED = (401, 403, 429)
_HOUR = 3600


class Held(IntEnum):
    """Which requests are held back at present."""

    NOTHING = 0
    ALL_BUT_TURNS = 1
    ALL_BUT_ANSWERS = 2


FROM = {Held.NOTHING: 0, Held.ALL_BUT_TURNS: 500, Held.ALL_BUT_ANSWERS: 2000}
"""Number of refusals within ten minutes from which each level applies."""

_TOLD = {
    Held.NOTHING: "Discord refuses fewer requests again: everything is posted",
    Held.ALL_BUT_TURNS: "only what's about a player's turn is posted",
    Held.ALL_BUT_ANSWERS: "only taps and commands are answered",
}

_MISSING_ACCESS = {"code": 50001, "message": "Missing Access"}
_MISSING_PERMISSIONS = {"code": 50013, "message": "Missing Permissions"}
_FORBIDDEN: Any = SimpleNamespace(status=403, reason="Forbidden", headers={})

_MESSAGES = "/channels/{channel_id}/messages"
_NEEDED = {
    f"POST {_MESSAGES}": "send_messages",
    "POST /channels/{channel_id}/typing": "send_messages",
    f"POST {_MESSAGES}/{{message_id}}/threads": "create_public_threads",
    "PUT /channels/{channel_id}/thread-members/{user_id}": "send_messages_in_threads",
    f"GET {_MESSAGES}/{{message_id}}": "read_message_history",
    f"PUT {_MESSAGES}/{{message_id}}/reactions/{{emoji}}/@me": "add_reactions",
}
"""The permission that a request needs besides seeing the channel."""


class RefusalsClock(Protocol):
    """The part of a clock that counting refusals needs."""

    def now(self) -> float:
        """Return the current moment in epoch seconds."""
        ...


class Requests:
    """Counters and limits for the requests of this process."""

    def __init__(self, clock: RefusalsClock) -> None:
        self._now = clock.now
        self.pace = RequestPace(lambda: A_SECOND)
        self._refusals: deque[float] = deque(maxlen=BANNED)
        self._held = Held.NOTHING
        self.dated: Callable[[float, float, float], None] | None = None
        """Called with the moments a request was sent and answered, and Discord's time (all epoch seconds)."""
        self.heard: Callable[[str, int], None] = _nobody_asks
        """Called with the path and the status of every answer."""
        self.counted: Counter[str] = Counter()
        """Numbers of requests by outcome since the last call of `summary`."""

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace that counts all answers, interaction responses and discord.py's retries, too."""

        async def count_answer(
            session: aiohttp.ClientSession, context: Any, params: aiohttp.TraceRequestEndParams
        ) -> None:
            self.heard(params.url.path, params.response.status)
            self._compare(context.sent, str(params.url), params.response.headers.get("Date"))
            shared = params.response.headers.get("X-RateLimit-Scope") == "shared"
            self.note(params.response.status, shared=shared)

        async def began(session: aiohttp.ClientSession, context: Any, params: object) -> None:
            context.sent = self._now()

        config = aiohttp.TraceConfig()
        config.on_request_start.append(began)
        config.on_request_end.append(count_answer)
        return config

    def _compare(self, sent: float, address: str, date: str | None) -> None:
        """Report an API answer's time for comparing clocks; files from Discord's cache may have old dates."""
        if self.dated is not None and date is not None and address.startswith(Route.BASE):
            with suppress(ValueError):
                self.dated(sent, self._now(), parsedate_to_datetime(date).timestamp())

    def note(self, status: int, *, shared: bool = False) -> None:
        """Count an answer by its HTTP status; `shared` marks a 429 that doesn't count toward a ban."""
        self.counted["made"] += 1
        if status in _COUNTED and not shared:
            self.counted[str(status)] += 1
            self._refusals.append(self._now())
            self.find_held()

    @property
    def refusals(self) -> int:
        """The number of refusals in the last ten minutes."""
        self.find_held()
        return len(self._refusals)

    def find_held(self) -> Held:
        """Return which requests are held back now, and log a change."""
        now = self._now()
        # Refusals dated in the future are dropped, so that a clock set back holds no requests.
        while self._refusals and not now - WITHIN_SECONDS < self._refusals[0] <= now:
            self._refusals.popleft()
        found = max(level for level, count in FROM.items() if count <= len(self._refusals))
        if found != self._held:
            log.warning("%s", _describe_level(found, len(self._refusals)))
            self._held = found
        return found

    def seconds_held(self, *, about_a_turn: bool) -> float:
        """Return the seconds that a message has to wait: 0.0 if it may be sent now, else at least 1.0."""
        held = self.find_held()
        if held is Held.NOTHING or (about_a_turn and held is Held.ALL_BUT_TURNS):
            return 0.0
        return self._seconds_until_fewer(Held.ALL_BUT_ANSWERS if about_a_turn else Held.ALL_BUT_TURNS)

    def check(self) -> None:
        """Check that requests are allowed now, and count one that isn't.

        Raises:
            discord.RateLimited: If only interaction responses are allowed now, which don't come through here;
                `retry_after` is at least 1.0 seconds.
        """
        if self.find_held() is Held.ALL_BUT_ANSWERS:
            self.counted["held"] += 1
            raise discord.RateLimited(self._seconds_until_fewer(Held.ALL_BUT_ANSWERS))

    def _seconds_until_fewer(self, than: Held) -> float:
        oldest = self._refusals[len(self._refusals) - FROM[than]]
        return max(1.0, oldest + WITHIN_SECONDS - self._now())

    def summary(self) -> str:
        """Return the log line on requests since the last call, and reset the counts."""
        counted, self.counted = self.counted, Counter()
        refused = " ".join(f"{status}: {counted[str(status)]}," for status in _COUNTED).rstrip(",")
        return (
            f"requests to Discord in the last hour: {counted['made']}; refused: {refused}; not made because "
            f"they could only be refused: {counted['spared']}; held back: {counted['held']}"
        )

    async def report_forever(self, clock: Clock) -> None:
        """Log a summary each hour, until canceled."""
        while True:
            await clock.until(clock.now() + _HOUR)
            log.info("%s", self.summary())


def _nobody_asks(path: str, status: int) -> None:
    """Ignore an answer; the default of `Requests.heard`."""


def _describe_level(held: Held, count: int) -> str:
    if held is Held.NOTHING:
        return _TOLD[held]
    return (
        f"Discord has refused {count} requests within ten minutes, and bans the machine at {BANNED:,}: "
        f"{_TOLD[held]} until there are fewer; check the bot's permissions and the lines above"
    )


def guard(client: discord.Client, requests: Requests) -> None:
    """Check the client's requests before they are made, from now on.

    Without being sent, a request may then raise RateLimited (see `Requests.check`) or Forbidden (see
    `predict_refusal`). discord.py sends interaction responses another way, so they are never held back.
    """
    http: HTTPClient = client.http
    request = http.request

    async def check_and_request(route: Route, **given: Any) -> Any:
        # Never held back: without the gateway, no interaction can be answered.
        if route.path != "/gateway/bot":
            requests.check()
        known = predict_refusal(client, route, _besides(given))
        if known is not None:
            requests.counted["spared"] += 1
            raise known
        await requests.pace.turn()
        return await request(route, **given)

    vars(http)["request"] = check_and_request


def _besides(given: dict[str, Any]) -> set[str]:
    """Return the permissions that a message's content needs."""
    parts = (field["value"] for field in given.get("form") or () if field["name"] == "payload_json")
    said = given.get("json") or json.loads(next(parts, "{}"))
    embeds = isinstance(said, dict) and said.get("embeds")
    found = {"attach_files": bool(given.get("files")), "embed_links": bool(embeds)}
    return {name for name, is_needed in found.items() if is_needed}


def predict_refusal(
    client: discord.Client, route: Route, besides: Set[str] = frozenset()
) -> discord.Forbidden | None:
    """Return the refusal of a request that the gateway's data predict.

    Args:
        client: The bot's client.
        route: The request's route with its parameters.
        besides: Additional permissions that the request needs, as attribute names of `discord.Permissions`.

    Returns:
        Discord's error 50001 or 50013, or None if no refusal is to be expected or too little is known.
    """
    if route.path.startswith("/guilds/") and servers_of(client).is_told_of(_id(route.guild_id)):
        return None if client.get_guild(_id(route.guild_id)) else _refusal(_MISSING_ACCESS)
    place = client.get_channel(_id(route.channel_id)) if route.channel_id is not None else None
    may = _permissions(place)
    if may is None:
        return None
    if not may.view_channel:
        return _refusal(_MISSING_ACCESS)
    needed = _NEEDED.get(f"{route.method} {route.path}", "view_channel")
    if needed == "send_messages" and isinstance(place, discord.Thread):
        needed = "send_messages_in_threads"
    lacks = not all(getattr(may, name) for name in (needed, *besides))
    return _refusal(_MISSING_PERMISSIONS) if lacks else None


def _permissions(place: object) -> discord.Permissions | None:
    """Return the bot's permissions in a channel or thread; None in DMs and where they aren't known."""
    if isinstance(place, discord.Thread):
        known = place.parent is not None and place.guild.me is not None
    else:
        known = isinstance(place, discord.abc.GuildChannel) and place.guild.me is not None
    found: Any = place
    return found.permissions_for(found.guild.me) if known else None


def _refusal(told: dict[str, Any]) -> discord.Forbidden:
    return discord.Forbidden(_FORBIDDEN, told)


def _id(id: Any) -> int:
    return int(id or 0)


def requests_of(client: discord.Client) -> Requests:
    """Return the requests of the bot's client."""
    known: Any = client
    found: Requests = known.requests
    return found
