"""The playground as one aiohttp process on the loopback address.

    playground = await start()              # a free port; start(port=8777) for a fixed one
    playground.api, .gateway, .cdn      # where a bot finds "Discord"; its token: playground.token
    mara = playground.actor("mara")         # a person, by id or by name; verbs in `Actor`
    events = mara.subscribe()               # what mara sees from now on: await events.get()
    outcome = await mara.slash("games", "creators", [{"type": 1, "name": "play", "options": []}])
    playground.world.clock.advance(3600)
    playground.faults.order({"match": "POST /channels/.*/messages", "status": 429, "times": 2})
    await playground.close()

A clock given to `start` is any object with now() → epoch seconds; with one that stands still, the
3 seconds of an interaction pass only when the clock is moved on.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web
from aiohttp.typedefs import Middleware

from playground import control, defaults
from playground.actor import Actor
from playground.clock import Clock
from playground.control import Control
from playground.errors import DiscordError
from playground.faults import Faults
from playground.live import Live
from playground.payload import Json
from playground.recorder import Recorder
from playground.wire import cdn, routes
from playground.wire.call import WORLD, rate_limit_headers, reply
from playground.wire.gateway import Gateway
from playground.world import World

HOST = "127.0.0.1"
WEB = Path(__file__).parent / "web"
BODY_LIMIT = 110 * 1024 * 1024
PAGE = r"/{path:(?!api/|control/|gateway|(?:ephemeral-)?attachments/).*}"
TOKEN = defaults.TOKEN

_log = logging.getLogger("playground")
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Playground:
    """A running playground. Build it with `start`."""

    def __init__(self, world: World, recorder: Recorder | None) -> None:
        self.world = world
        self.faults = Faults()
        self.recorder = recorder
        self.sessions = Gateway(world, self._record_dispatch)
        self.control = Control(world, self.sessions, self.faults)
        self.token = TOKEN
        self.port = 0
        self.live = Live(self.control)
        self._runner: web.AppRunner | None = None

    @property
    def cdn(self) -> str:
        """Address of the CDN, which is also that of the page."""
        return f"http://{HOST}:{self.port}"

    @property
    def api(self) -> str:
        return self.cdn + routes.API

    @property
    def gateway(self) -> str:
        return f"ws://{HOST}:{self.port}/gateway"

    def actor(self, user: str) -> Actor:
        """A person by id or by name, with the verbs that the control API has."""
        return self.control.actor(user)

    def environment(self) -> dict[str, str]:
        """What a bot under test needs to know, as environment variables."""
        return {
            "DISCORD_TOKEN": self.token,
            "SLOWPLAY_API": self.api,
            "SLOWPLAY_GATEWAY": self.gateway,
            "SLOWPLAY_CDN": self.cdn,
            "SLOWPLAY_CLOCK": self.cdn + "/control/clock/stream",
        }

    async def listen(self, port: int) -> None:
        """Open the port (0: any free one); raises OSError when it is taken."""
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=2.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.port = self._runner.addresses[0][1]
        self.world.files.base = self.cdn

    async def close(self) -> None:
        """Close every connection and the port."""
        self.sessions.close()
        self.control.close()
        await self.live.close()
        if self._runner is not None:
            await self._runner.cleanup()
        if self.recorder is not None:
            self.recorder.close()
            self.recorder = None

    def _application(self) -> web.Application:
        app = web.Application(middlewares=[self._middleware()], client_max_size=BODY_LIMIT)
        app[WORLD] = self.world
        routes.add_routes(app)
        cdn.add_routes(app)
        for path in ("/gateway", "/gateway/"):
            app.router.add_get(path, self.sessions.handle)
        control.add_routes(app, self.control)
        app.router.add_get("/control/live", self.live.handle)
        app.router.add_get(PAGE, _page)
        return app

    def _middleware(self) -> Middleware:
        @web.middleware
        async def serve(request: web.Request, handler: _Handler) -> web.StreamResponse:
            if request.path.startswith("/api/"):
                return await self._serve_api(request, handler)
            if request.path.startswith("/control/") and _is_foreign(request):
                return reply(403, {"message": "Only the playground's own page may do this."})
            return await handler(request)

        return serve

    async def _serve_api(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        body = await request.read()
        fault = self.faults.take(request.method, request.path.removeprefix(routes.API))
        if fault is None or fault.after:
            response = await self._answer(request, handler)
        if fault is not None:
            response = fault.response()
        if self.recorder is not None:
            self.recorder.request(request, body, response)
        return response

    async def _answer(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        try:
            response = await handler(request)
        except DiscordError as error:
            response = reply(error.status, error.body())
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
            return self._unknown_route(request, error.status, error.reason)
        except Exception:
            _log.exception("%s %s failed inside the playground", request.method, request.path)
            return reply(500, {"message": "500: Internal Server Error", "code": 0})
        resource = request.match_info.route.resource
        route = f"{request.method} {resource.canonical if resource else request.path}"
        response.headers.update(rate_limit_headers(self.world.clock.now(), route))
        return response

    def _unknown_route(self, request: web.Request, status: int, reason: str) -> web.Response:
        route = f"{request.method} {request.path}"
        _log.warning("No route answers %s", route)
        self.world.unknown_routes.append(route)
        return reply(status, {"message": f"{status}: {reason}", "code": 0})

    def _record_dispatch(self, event: str, data: Json) -> None:
        if self.recorder is not None:
            self.recorder.dispatch(event, data)


async def start(
    clock: Clock | None = None, port: int = 0, record: Path | str | None = None, *, guests: int = 0
) -> Playground:
    """A playground that listens on `port` of 127.0.0.1 (0: any free one), with the default world.

    record: a file, made anew, for all traffic. guests: so many people more than the four that are always
    there. Raises OSError when the port is taken.
    """
    recorder = Recorder(Path(record)) if record else None
    playground = Playground(defaults.default_world(clock, guests), recorder)
    try:
        await playground.listen(port)
    except OSError:
        await playground.close()
        raise
    return playground


def _is_foreign(request: web.Request) -> bool:
    """Whether another web page is behind the request, also one whose name was bent to this machine."""
    origin = request.headers.get("Origin")
    if request.host.rsplit(":", 1)[0] not in (HOST, "localhost"):
        return True
    return origin is not None and origin.split("://", 1)[-1] != request.host


async def _page(request: web.Request) -> web.StreamResponse:
    path = (WEB / (request.match_info["path"] or "index.html")).resolve()
    if not path.is_relative_to(WEB) or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})
