"""Limits on the connections to a port of the bot: how many, and how long each may wait for a request."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.core.looping import alike
from bot.runtime.addresses import Address, CantListen

log = logging.getLogger(__name__)

_TOO_MANY = "there are too many"
HEADER_SECONDS = 5.0
BODY_SECONDS = 3.0
IDLE_SECONDS = 620.0
"""Load balancers keep a connection for the next request for up to ten minutes."""
MAX_PER_ADDRESS = 250
MAX_CONNECTIONS = 500
"""A process may usually have 1,024 descriptors, and needs others for its database and for Discord."""


class LimitedRunner(web.AppRunner):
    """A server whose connections can't be held open without requests.

    Args:
        app: The application to serve.
        name: The setting that holds the address, for the log.
        stop_seconds: Seconds that requests under way may take when the server stops.
    """

    def __init__(self, app: web.Application, name: str, stop_seconds: float) -> None:
        app.middlewares.append(_time)
        super().__init__(app, shutdown_timeout=stop_seconds)
        self._name = name
        self._open = Counter[str]()
        self.waiting: dict[_Connection, None] = {}
        """The connections without a request under way, the one that has waited longest first."""

    async def listen(self, address: Address) -> None:
        """Set the server up and open its port; raise CantListen if the address is taken, or isn't ours."""
        await self.setup()
        try:
            await web.TCPSite(self, address.host, address.port).start()
        except OSError as error:
            await self.cleanup()
            why = error.strerror or str(error)
            raise CantListen(f"{self._name} can't use {address} ({why}): choose another port.") from None

    @property
    def server(self) -> Any:
        """The function that makes the protocol of each connection, once the server is set up."""
        return self._connect if super().server else None

    def _connect(self) -> web.RequestHandler:
        return _Connection(self, super().server)

    def admit(self, address: str) -> bool:
        """Count a connection; return whether there is room, if need be by closing the longest waiting one."""
        self._open[address] += 1
        if self._open[address] > MAX_PER_ADDRESS:
            return False
        is_full = self._open.total() > MAX_CONNECTIONS
        if is_full and self.waiting:
            next(iter(self.waiting)).end_early(_TOO_MANY)
            return True
        return not is_full

    def forget(self, address: str) -> None:
        """Stop counting a connection."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def warn(self, address: str, why: str) -> None:
        """Log that a connection was closed; such lines appear at most once an hour."""
        told = "closed a connection of %s to %s: %s; only your load balancer or monitoring should reach it"
        log.warning(told, address, self._name, why, extra=alike(f"connections to {self._name}"))


class _Connection(web.RequestHandler):
    """aiohttp's protocol of one connection, with a deadline for the next request."""

    def __init__(self, runner: LimitedRunner, server: Any) -> None:
        options: dict[str, Any] = {"access_log": None, "lingering_time": BODY_SECONDS}
        super().__init__(server, loop=asyncio.get_running_loop(), **options)
        self._runner = runner
        self._address = ""
        self._deadline: asyncio.TimerHandle | None = None
        self._is_idle = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._address = str(transport.get_extra_info("peername")[0])
        if self._runner.admit(self._address):
            self._await_headers()
        else:
            self.end_early(_TOO_MANY)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._stop_waiting()
        self._runner.forget(self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_idle:
            self._await_headers()
        super().data_received(data)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = web.HTTPInternalServerError.status_code,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Refuse what isn't HTTP without the traceback that aiohttp would log each time."""
        if status != web.HTTPBadRequest.status_code:
            return super().handle_error(request, status, exc, message)
        self._runner.warn(self._address, "its request can't be read")
        refused = web.Response(status=status)
        refused.force_close()
        return refused

    def begin(self) -> None:
        """Stop the deadline, since all headers of a request are there."""
        self._is_idle = False
        self._stop_waiting()

    def end(self) -> None:
        """Wait for the next request, since this one was answered."""
        if self.transport is None:
            return
        self._is_idle = True
        self._wait(IDLE_SECONDS, self.force_close)

    def _await_headers(self) -> None:
        self._is_idle = False
        self._wait(HEADER_SECONDS, self.end_early, "its request wasn't finished in time")

    def _wait(self, seconds: float, act: Any, *given: str) -> None:
        self._stop_waiting()
        self._runner.waiting[self] = None
        self._deadline = asyncio.get_running_loop().call_later(seconds, act, *given)

    def _stop_waiting(self) -> None:
        self._runner.waiting.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()

    def end_early(self, why: str) -> None:
        """Close the connection, and log why."""
        self._stop_waiting()
        self._runner.warn(self._address, why)
        self.force_close()


@web.middleware
async def _time(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Stop the deadline during each request, and close the connection after one that wasn't in order."""
    connection = request.protocol
    assert isinstance(connection, _Connection)
    connection.begin()
    try:
        response = await handler(request)
    except web.HTTPException as refused:
        refused.force_close()
        raise
    finally:
        connection.end()
    if response.status >= web.HTTPBadRequest.status_code and not response.prepared:
        response.force_close()
    return response
