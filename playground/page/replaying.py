"""The page for a recording: it answers every look as the playground would, and refuses every action."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from playground.gateway.server import Gateway
from playground.limits.rates import RateLimits
from playground.model.payload import Json, decode
from playground.page import control, serving
from playground.page.control import Control
from playground.page.live import Live
from playground.page.serving import HOST
from playground.recording.form import read
from playground.recording.player import Moment, Player
from playground.rest import cdn
from playground.rest.call import LIMITS, WORLD, reply
from playground.rest.endpoints import Endpoints
from playground.rest.faults import Faults

LOOK_ONLY = "This is a recording: look at anything you like, but you can't write or press."


class RecordedGateway(Gateway):
    """A gateway without connections, which reports the recorded applications."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.world, lambda event, data: None)
        self._player = player

    def applications(self) -> list[Json]:
        """Return the applications at the current position of the recording."""
        return self._player.applications()


class RecordedFaults(Faults):
    """A fault list that orders nothing and reports the recorded faults."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.world.clock)
        self._player = player

    def state(self) -> Json:
        """Return the faults at the current position of the recording."""
        return self._player.faults()


class Replay:
    """A recording shown in the browser. Open it with `open_replay`."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.port = 0
        faults = RecordedFaults(player)
        endpoints = Endpoints(player.world, lambda event, data: None, faults)
        self._control = Control(player.world, RecordedGateway(player), faults, endpoints)
        self._live = Live(self._control)
        self._runner: web.AppRunner | None = None

    @property
    def cdn(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.port}"

    async def listen(self, port: int) -> None:
        """Open the port (0 for any free one); raise OSError if it is taken."""
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=2.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, port).start()
        except OSError:
            await self._runner.cleanup()
            raise
        self.port = self._runner.addresses[0][1]
        self.player.world.files.base = self.cdn

    def environment(self) -> dict[str, str]:
        """Return no variables: no bot can log in to a recording."""
        return {}

    async def close(self) -> None:
        """Close every connection and the port."""
        self._control.close()
        await self._live.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def _application(self) -> web.Application:
        app = web.Application(middlewares=[serving.refuse_foreign])
        app.on_response_prepare.append(serving.forbid_framing)
        app[WORLD] = self.player.world
        app[LIMITS] = RateLimits(self.player.world.clock, False)
        cdn.add_routes(app)
        control.add_routes(app, self._control, only_looking=True)
        app.router.add_get("/control/live", self._live.handle)
        app.router.add_get("/control/replay", self._steps)
        app.router.add_post("/control/replay", self._go)
        app.router.add_post("/control/users/{user}/read", _nothing)
        app.router.add_route("*", "/control/{path:.*}", _look_only)
        serving.add_routes(app, self.player.world, recording=True)
        return app

    async def _steps(self, request: web.Request) -> web.Response:
        header, cut = self.player.recording.header, self.player.recording.cut
        about = {
            "when": header.when,
            "playground": header.playground,
            "left_out": header.left_out,
            "cut": cut,
        }
        steps = [_step(moment) for moment in self.player.moments]
        return reply(200, {**about, "position": self.player.position, "steps": steps})

    async def _go(self, request: web.Request) -> web.Response:
        body = decode(await request.read() or b"{}")
        position = body.get("position") if isinstance(body, dict) else None
        if not isinstance(position, int):
            return reply(400, {"message": 'Give "position" as a whole number.'})
        self.player.go(position)
        return reply(200, {"position": self.player.position})


async def open_replay(path: Path, port: int = 0) -> Replay:
    """Open a recording on a port of 127.0.0.1 (0 for any free one).

    Raises:
        RecordingError: If the file can't be shown.
        OSError: If the port is taken.
    """
    replay = Replay(Player(read(path)))
    await replay.listen(port)
    return replay


def _step(moment: Moment) -> Json:
    told = moment.told
    place = {"channel": told.channel, "message": told.message, "component": told.component}
    seen = {"person": told.person, "seen_by": moment.seen_by, "modal": told.modal, "trouble": told.trouble}
    return {"event": moment.event, "words": told.words, "at": moment.at, **place, **seen}


async def _look_only(request: web.Request) -> web.Response:
    return reply(409, {"message": LOOK_ONLY})


async def _nothing(request: web.Request) -> web.Response:
    return reply(200, {})
