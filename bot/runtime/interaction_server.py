"""The HTTP server for interactions from Discord, which uses the same handlers as the gateway."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from discord.webhook.async_ import async_context

from bot.discord_kit.interactions.forms import Body
from bot.discord_kit.interactions.http_responses import InBody, Signatures
from bot.runtime import connection_limits
from bot.runtime.addresses import Address
from bot.runtime.connection_limits import LimitedRunner

log = logging.getLogger(__name__)

LARGEST_BYTES = 1_000_000
"""Most bytes of a request. Interactions are smaller, because files come as links."""
_CLOSING_SECONDS = 5.0
_PING, _PONG = 1, 1
_NAME = "SLOWPLAY_INTERACTIONS"
_UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""The errors of JSON that is no interaction, or is nested too deeply."""

_REMEMBERED = 64
"""Number of interactions remembered with their answers, which may hold pictures."""

Take = Callable[[Any], Awaitable[None]]


class InteractionServer:
    """An HTTP server that takes interactions until it's closed.

    Args:
        signatures: Checks that a request is from Discord.
        take: Handles an interaction; it returns before the handling is over.
        is_ready: Returns whether a load balancer should send interactions here.
    """

    def __init__(self, signatures: Signatures, take: Take, is_ready: Callable[[], bool]) -> None:
        self._signatures = signatures
        self._take = take
        self._is_ready = is_ready
        app = web.Application(client_max_size=LARGEST_BYTES)
        app.router.add_get("/health", self._health)
        app.router.add_post("/{path:.*}", self._receive)
        self._runner = LimitedRunner(app, _NAME, _CLOSING_SECONDS)
        self._latest: OrderedDict[str, InBody] = OrderedDict()
        self.closing = asyncio.Event()
        """Set once nothing new should come here."""

    @property
    def port(self) -> int:
        """The port on which it listens."""
        found: int = self._runner.addresses[0][1]
        return found

    async def listen(self, address: Address) -> None:
        """Open the port; raise CantListen if that fails."""
        await self._runner.listen(address)
        log.info("listening for interactions at %s", address)

    async def close(self) -> None:
        """Accept nothing new, and answer what has come."""
        await self._runner.cleanup()

    async def _health(self, request: web.Request) -> web.Response:
        return web.Response(status=200 if self._is_ready() and not self.closing.is_set() else 503)

    async def _receive(self, request: web.Request) -> web.StreamResponse:
        try:
            async with asyncio.timeout(connection_limits.BODY_SECONDS):
                body = await request.read()
        except TimeoutError:
            return web.Response(status=408)
        if not self._signatures.are_good(request.headers, body):
            return web.Response(status=401, text="invalid request signature")
        try:
            interaction = json.loads(body)
            if interaction["type"] == _PING:
                return web.json_response({"type": _PONG})
            answer = await self._answer(interaction)
        except _UNREADABLE as error:
            log.warning("Discord sent an interaction that can't be read: %s", type(error).__name__)
            return web.Response(status=400)
        return await _respond(request, answer)

    async def _answer(self, interaction: Any) -> InBody:
        """Return the answer to an interaction; one sent twice, as by a load balancer, is handled once."""
        id = interaction["id"]
        known = self._latest.get(id)
        if known is not None and not known.has_given_up:
            return known
        # If the answer was given up, handle it again: the handlers know what became of the first delivery.
        made = self._latest[id] = InBody(interaction)
        if len(self._latest) > _REMEMBERED:
            self._latest.popitem(last=False)
        await self._hand_on(interaction, made)
        return made

    async def _hand_on(self, interaction: Any, answer: InBody) -> None:
        # Tasks that begin meanwhile inherit this context, and so answer this way.
        token = async_context.set(answer)
        try:
            await self._take(interaction)
        except _UNREADABLE:
            answer.give_up()
            raise
        finally:
            async_context.reset(token)


async def _respond(request: web.Request, answer: InBody) -> web.StreamResponse:
    """Send an answer once there is one; repeats of its interaction get the same."""
    try:
        response = _response(await answer.decide())
        answer.note(has_left=await _has_left(response, request))
        return response
    finally:
        answer.note(has_left=False)


def _response(body: Body | None) -> web.Response:
    if body is None:
        return web.Response(status=202)
    return web.Response(body=body.content, headers={"Content-Type": body.content_type})


async def _has_left(response: web.Response, request: web.Request) -> bool:
    """Return whether the response could be sent; the connection may be closed."""
    if request.transport is None or request.transport.is_closing():
        return False
    try:
        await response.prepare(request)
        await response.write_eof()
    except ConnectionError:
        return False
    return True
