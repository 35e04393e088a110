"""A REST request with its caller and body, and the reply in Discord's form."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import BodyPartReader, MultipartReader, web
from aiohttp.base_protocol import BaseProtocol
from aiohttp.streams import StreamReader

from playground import limits
from playground.limits.rates import Asked, RateLimited, RateLimits
from playground.model.errors import DiscordError, form_error, missing_access
from playground.model.events import Event
from playground.model.payload import Json, decode, encode
from playground.model.records import Application, Guild, Upload
from playground.model.world import World

WORLD: web.AppKey[World] = web.AppKey("world", World)
LIMITS: web.AppKey[RateLimits] = web.AppKey("limits", RateLimits)
API = "/api/v10"
CHANGE_OF_CHANNEL = "PATCH /channels/{channel}"
WEB_FORM = "application/x-www-form-urlencoded"
FILE_FIELD = re.compile(r"files\[(\d+)\]")

_log = logging.getLogger("playground")

Result = Json | list[Any] | None
Handler = Callable[["Call"], Awaitable[Result]]


class Call:
    """A REST request; `params` are the variable parts of the path, `status` that of a successful reply."""

    def __init__(self, request: web.Request) -> None:
        self.request = request
        self.world = request.app[WORLD]
        self.params = request.match_info
        self.query = request.query
        self.status = 200

    @property
    def application(self) -> Application:
        """The application whose bot token was sent; raises DiscordError with status 401."""
        scheme, _, token = self.request.headers.get("Authorization", "").partition(" ")
        return self.world.application_by_token(token if scheme == "Bot" else "")

    @property
    def bot_id(self) -> str:
        """The user id of the bot that calls."""
        return self.application.bot_id

    @property
    def home(self) -> Guild:
        """The server in the path; raises DiscordError 10004, or 50001 if the bot isn't a member."""
        found = self.world.guild(self.params["guild"])
        if self.bot_id not in found.members:
            raise missing_access()
        return found

    async def json(self, of: type[Any] = dict) -> Any:
        """Return the JSON body, {} if empty; raise DiscordError 50109 for bad JSON, 50035 for bad types."""
        body = await self.request.read()
        value = decode_body(body) if body else {}
        limits.check_kinds(value, of)
        return value

    async def form(self) -> tuple[Json, list[Upload]]:
        """Return the body and its files.

        Raises:
            DiscordError: 50109 for invalid JSON, 50035 for the wrong type.
        """
        return await form_of(self.request.headers.get("Content-Type", ""), await self.request.read())

    def integer(self, name: str, default: int | None = None) -> int | None:
        """Return a query's integer, at least 0, or `default`; raise DiscordError 50035 for other text."""
        text = self.query.get(name)
        if text and not text.isdecimal():
            raise form_error((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.')
        return int(text) if text else default

    def limit(self, default: int, low: int, high: int) -> int:
        """Return the query's `limit`, or raise DiscordError 50035 unless it's between `low` and `high`."""
        found, place = self.integer("limit", default), ("limit",)
        if found is None or found < low:
            raise form_error(place, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        if found > high:
            raise form_error(place, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return found


async def form_of(content_type: str, body: bytes) -> tuple[Json, list[Upload]]:
    """Return a body and its files; an empty body is an empty object.

    Args:
        content_type: A web form (with `payload_json` or plain fields), multipart (with `payload_json` and
            `files[n]`), or else JSON.
        body: The bytes of the body.

    Raises:
        DiscordError: 50109 for invalid JSON, 50035 for the wrong type.
    """
    payload: Json = {}
    uploads: list[Upload] = []
    if content_type.startswith(WEB_FORM):
        fields = dict(parse_qsl(body.decode(errors="replace"), keep_blank_values=True))
        payload = decode_body(fields["payload_json"].encode()) if "payload_json" in fields else fields
        limits.check_kinds(payload, dict)
        return payload, uploads
    if not content_type.startswith("multipart/"):
        payload = decode_body(body) if body else {}
        limits.check_kinds(payload, dict)
        return payload, uploads
    async for part in _parts(content_type, body):
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            payload = decode_body(data)
            limits.check_kinds(payload, dict)
        elif found := FILE_FIELD.fullmatch(part.name or ""):
            uploads.append(Upload(found[1], part.filename or "file", data))
    return payload, uploads


def _parts(content_type: str, body: bytes) -> MultipartReader:
    loop = asyncio.get_running_loop()
    stream = StreamReader(BaseProtocol(loop), len(body), loop=loop)
    stream.feed_data(body)
    stream.feed_eof()
    return MultipartReader({"Content-Type": content_type}, stream)


def decode_body(body: bytes) -> Any:
    """Return the value of a JSON body, or raise DiscordError 50109."""
    try:
        return decode(body)
    except ValueError as error:
        raise DiscordError(400, 50109, "The request body contains invalid JSON.") from error


def reply(status: int, value: object) -> web.Response:
    """Return a JSON response with the exact content type that discord.py expects; 204 for None."""
    if value is None and status < 300:
        return web.Response(status=204)
    return web.Response(status=status, body=encode(value), headers={"Content-Type": "application/json"})


def reply_failure(world: World, request: web.Request, error: Exception) -> web.Response:
    """Return the 500 for an error of the playground itself, and log it and show it on the page as such."""
    place = f"{request.method} {request.path}"
    _log.error("%s failed inside the playground; your bot isn't to blame", place, exc_info=error)
    words = f"The playground itself failed at {place}: {type(error).__name__}. Your bot isn't to blame."
    world.emit(Event(name="OWN_FAILURE", data={"words": words}, bots=False))
    return reply(500, {"message": words, "code": 0})


def endpoint(handler: Handler, public: bool) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return the aiohttp handler for a route; it checks the bot's token unless `public`."""

    async def handle(request: web.Request) -> web.Response:
        call = Call(request)
        if not public:
            _ = call.application
        made = await handler(call)
        return reply(call.status, made)

    return handle


def describe_request(request: web.Request, body: bytes) -> Asked:
    """Return a request in the form that the rate limits need."""
    resource = request.match_info.route.resource
    path = resource.canonical if resource else request.path
    route = f"{request.method} {path.removeprefix(API)}"
    fields = _fields(body) if route == CHANGE_OF_CHANNEL else frozenset[str]()
    channel = request.app[WORLD].channels.get(request.match_info.get("channel", ""))
    server = (channel and channel.guild_id) or ""
    return Asked(request.headers.get("Authorization", ""), route, dict(request.match_info), fields, server)


def _fields(body: bytes) -> frozenset[str]:
    """Return the keys of a JSON body; none if it isn't valid."""
    try:
        return frozenset(decode(body))
    except (ValueError, TypeError):
        return frozenset()


def reply_limited(refusal: RateLimited) -> web.Response:
    """Return the 429 response; the network in front of Discord sends no JSON."""
    if refusal.banned:
        return web.Response(status=429, text="error code: 1015", headers=refusal.headers)
    response = reply(429, refusal.body())
    response.headers.update(refusal.headers)
    return response
