"""The playground as one aiohttp process on the loopback address.

    playground = await start()              # a free port; start(port=8777) for a fixed one
    playground.api, .gateway, .cdn      # where a bot finds "Discord"; its token: playground.token
    mara = playground.actor("mara")         # a person, by id or by name; verbs in `Actor`
    events = mara.subscribe()               # what mara sees from now on: await events.get()
    outcome = await mara.slash("games", "roll", [{"type": 4, "name": "sides", "value": 6}])
    playground.world.clock.advance(3600)
    playground.faults.order({"match": "POST /channels/.*/messages", "status": 429, "times": 2})
    await playground.close()

The clock passed to `start` can be any object with a method now() that returns epoch seconds. If it stands
still, the 3 seconds to answer an interaction pass only when the test moves the clock on.
"""

from __future__ import annotations

import asyncio
import logging
from email.utils import formatdate
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from aiohttp import web
from aiohttp.typedefs import Middleware

from playground.gateway.intents import read_names
from playground.gateway.server import Gateway
from playground.gateway.starts import STARTS
from playground.limits.rates import RateLimited, RateLimits
from playground.model.clock import Clock
from playground.model.errors import DiscordError
from playground.model.payload import Json
from playground.model.world import World
from playground.page import control, serving
from playground.page.control import Control
from playground.page.live import Live
from playground.page.saving import saver
from playground.page.serving import HOST, Handler
from playground.people import defaults
from playground.people.actor import Actor
from playground.places import threads
from playground.recording.recorder import Recorder
from playground.rest import cdn, routes
from playground.rest.call import (
    API,
    LIMITS,
    WORLD,
    describe_request,
    reply,
    reply_failure,
    reply_limited,
)
from playground.rest.endpoints import ENDPOINTS, Endpoints
from playground.rest.faults import Faults
from playground.rest.traffic import Traffic

BODY_LIMIT = 110 * 1024 * 1024

_log = logging.getLogger("playground")


class Witness(Protocol):
    """An observer of all traffic between bots and the playground, for tests."""

    def request(self, request: web.Request, body: bytes, response: web.StreamResponse) -> None:
        """See a request that was carried out, not one that an ordered fault prevented, with its response."""

    def dispatch(self, event: str, data: Json) -> None:
        """See an event sent to a bot, over the gateway or as an interaction over HTTP."""


@runtime_checkable
class GatewayWitness(Protocol):
    """A witness that observes gateway connections, too."""

    def note_payload(self, payload: bytes | int) -> None:
        """See an uncompressed payload sent to a client, or the code that closes a connection."""


class Playground:
    """A running playground, built with `start`."""

    def __init__(self, world: World, recorder: Recorder | None, rate_limits: bool = False) -> None:
        self.world = world
        self.rate_limits = RateLimits(world.clock, rate_limits)
        self.faults = Faults(world.clock)
        self.recorder = recorder
        self.sessions = Gateway(world, self._record_dispatch, self._watch_gateway)
        self.sessions.starts.spaced = rate_limits
        world.listeners.append(self.faults.delay.make_listener(self.sessions.prepare_delivery))
        self.endpoints = Endpoints(world, self._record_dispatch, self.faults)
        world.listeners.append(self.faults.delay.make_listener(self.endpoints.prepare_delivery))
        self.control = Control(world, self.sessions, self.faults, self.endpoints)
        self.token = next(iter(world.applications.values())).token
        self.port = 0
        self.live = Live(self.control)
        self.traffic = Traffic(world)
        self.witnesses: list[Witness] = [self.traffic]
        self.endpoints.responses.append(self.traffic.note_response)
        self._runner: web.AppRunner | None = None
        self._archivist: asyncio.Task[None] | None = None

    @classmethod
    async def start(
        cls,
        clock: Clock | None = None,
        port: int = 0,
        record: Path | str | None = None,
        *,
        guests: int = 0,
        servers: int = 1,
        bot_name: str = defaults.BOT_NAME,
        rate_limits: bool = False,
        remember: bool = False,
        token: str | None = None,
        intents: int | str = 0,
        owned: bool = False,
    ) -> Self:
        """Start a playground with the default world on 127.0.0.1.

        Args:
            clock: A clock to use instead of real time.
            port: The port (0: any free one).
            record: A file, which is overwritten, for the session with all traffic.
            guests: The number of people beside the four that are always there.
            servers: The number of servers, each with all people as members.
            bot_name: The name of the bot, after which the server and the page are named, too.
            rate_limits: Whether to enforce Discord's rate limits, those on edits of old messages included,
                and 5 seconds between two session starts. Clients wait in real time, so the clock must run by
                itself.
            remember: Whether to keep the session in memory, so that the page can save it.
            token: The bot's token, or None to draw one.
            intents: The privileged intents granted to the bot, as bits or by name, “message_content,members”.
            owned: Whether the first person owns every server, where there are roles to give.

        Raises:
            OSError: If the port is taken.
            RecordingError: If the file of `record` can't be written.
            ValueError: If there's no privileged intent by one of the names.
        """
        world = defaults.default_world(clock, guests, bot_name, servers, token, owned)
        world.applications[defaults.BOT_ID].intents = (
            read_names(intents) if isinstance(intents, str) else intents
        )
        recorder = Recorder.of(world, record, remember)
        playground = cls(world, recorder, rate_limits)
        try:
            await playground.listen(port)
        except OSError:
            await playground.close()
            raise
        return playground

    @property
    def cdn(self) -> str:
        """The address of the CDN and of the page, http://HOST:PORT."""
        return f"http://{HOST}:{self.port}"

    @property
    def api(self) -> str:
        """The address of the REST API, with its version."""
        return self.cdn + API

    @property
    def gateway(self) -> str:
        """The WebSocket address of the gateway."""
        return f"ws://{HOST}:{self.port}/gateway"

    def actor(self, user: str) -> Actor:
        """Return a person by id or name; their methods are what the control API offers, too."""
        return self.control.actor(user)

    def environment(self) -> dict[str, str]:
        """Return the environment variables that tell a bot under test its token and the addresses."""
        return environment(self.cdn, self.token)

    async def listen(self, port: int) -> None:
        """Open the port (0: any free one), or raise OSError if it's taken."""
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=2.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self._archivist = asyncio.create_task(threads.archive_as_time_passes(self.world))
        self.port = self._runner.addresses[0][1]
        self.world.files.base = self.cdn
        if self.recorder is not None:
            self.recorder.begin()

    async def close(self) -> None:
        """Close the port and every connection, and finish the recording."""
        if self._archivist is not None:
            self._archivist.cancel()
        self.faults.clear()
        self.sessions.close()
        self.control.close()
        await self.endpoints.close()
        await self.live.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self.recorder is not None:
            self.recorder.close()
            self.recorder = None

    def _application(self) -> web.Application:
        app = web.Application(
            middlewares=[serving.refuse_foreign, self._middleware()], client_max_size=BODY_LIMIT
        )
        app.on_response_prepare.append(serving.forbid_framing)
        app[WORLD] = self.world
        app[LIMITS] = self.rate_limits
        app[STARTS] = self.sessions.starts
        app[ENDPOINTS] = self.endpoints
        routes.add_routes(app)
        cdn.add_routes(app)
        for path in ("/gateway", "/gateway/"):
            app.router.add_get(path, self.sessions.handle)
        control.add_routes(app, self.control)
        app.router.add_get("/control/live", self.live.handle)
        app.router.add_get("/control/live/everybody", self.live.handle_everybody)
        app.router.add_get("/control/traffic", self.traffic.handle)
        app.router.add_get("/control/recording", saver(self.recorder))
        serving.add_routes(app, self.world)
        return app

    def _middleware(self) -> Middleware:
        @web.middleware
        async def serve(request: web.Request, handler: Handler) -> web.StreamResponse:
            if request.path.startswith("/api/"):
                return await self._serve_api(request, handler)
            response = await handler(request)
            if request.method != "GET" and self.recorder is not None:
                self.recorder.settle()
            return response

        return serve

    async def _serve_api(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        body = await request.read()
        fault = self.faults.take(request.method, request.path.removeprefix(API))
        if fault is None or fault.after:
            response = await self._answer(request, body, handler)
            for witness in self.witnesses:
                witness.request(request, body, response)
        if fault is not None:
            response = fault.response()
        # Like a real server, send the time with every response, errors included.
        response.headers["Date"] = formatdate(self.world.clock.now(), usegmt=True)
        if self.recorder is not None:
            self.recorder.request(request, body, response, fault is not None)
        await self.faults.delay.hold()
        return response

    async def _answer(self, request: web.Request, body: bytes, handler: Handler) -> web.StreamResponse:
        headers: dict[str, str] = {}
        shared = False
        try:
            headers = self.rate_limits.take(describe_request(request, body))
            response = await handler(request)
        except RateLimited as refusal:
            response, shared = reply_limited(refusal), refusal.scope == "shared"
        except DiscordError as error:
            response = reply(error.status, error.body())
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
            return self._unknown_route(request, error.status, error.reason)
        except Exception as error:
            return reply_failure(self.world, request, error)
        self.rate_limits.note_refusal(response.status, shared)
        response.headers.update(headers)
        return response

    def _unknown_route(self, request: web.Request, status: int, reason: str) -> web.Response:
        route = f"{request.method} {request.path}"
        _log.warning("No route answers %s", route)
        self.world.unknown_routes.append(route)
        return reply(status, {"message": f"{status}: {reason}", "code": 0})

    def _watch_gateway(self, sent: bytes | int) -> None:
        for witness in self.witnesses:
            # Most witnesses don't implement it.
            if isinstance(witness, GatewayWitness):
                witness.note_payload(sent)

    def _record_dispatch(self, event: str, data: Json) -> None:
        for witness in self.witnesses:
            witness.dispatch(event, data)
        if self.recorder is not None:
            self.recorder.dispatch(event, data)


def environment(address: str, token: str) -> dict[str, str]:
    """Return the environment variables for a bot, for a playground at `address`, http://HOST:PORT."""
    return {
        "DISCORD_TOKEN": token,
        "DISCORD_API": address + API,
        "DISCORD_GATEWAY": f"ws{address.removeprefix('http')}/gateway",
        "DISCORD_CDN": address,
        "PLAYGROUND_CLOCK": address + "/control/clock/stream",
    }


start = Playground.start
