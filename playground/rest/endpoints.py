"""Interactions over HTTP: sent to an application's URL, answered in the response or by a callback.

Source: Discord's documentation, “Preparing for Interactions” and “Interaction Callback”. Only the playground
lets an application have several URLs, to which interactions go in turn. They stand for a load balancer, which
tries the next server if one isn't listening.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import aiohttp
from aiohttp import web

from playground.apps import answers
from playground.apps.interactions import ANSWER_SECONDS
from playground.model.errors import DiscordError, form_error
from playground.model.events import Event
from playground.model.payload import Json, decode, encode
from playground.model.records import Application
from playground.model.world import World
from playground.rest.call import API, form_of
from playground.rest.faults import Faults

_log = logging.getLogger("playground")

FIELD = "interactions_endpoint_url"
PING, PONG = 1, 1
_NOBODY = "0" * 128
_CHECK_SECONDS = 10.0


class Endpoints:
    """The delivery of interactions to all applications that take them over HTTP.

    `record` is called with the name and data of every event sent. A fault ordered for a callback hits the
    response in its place.

    Attributes:
        refused: The errors of responses that Discord would refuse, since applications aren't told of them.
        responses: Listeners to accepted responses; each gets the path of the equivalent callback, the
            content type and the body.
    """

    def __init__(self, world: World, record: Callable[[str, Json], None], faults: Faults) -> None:
        self.refused: list[str] = []
        self.responses: list[Callable[[str, str, bytes], None]] = []
        self._world = world
        self._record = record
        self._faults = faults
        self._turn = itertools.count()
        self._under_way: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None

    async def set(self, app: Application, urls: Sequence[str]) -> None:
        """Set the URLs that an application's interactions go to; none: they go over the gateway.

        Raises:
            DiscordError: 50035 if a URL doesn't answer a PING with a PONG, or accepts a wrong signature.
        """
        for url in urls:
            if not await self._is_good(app, url):
                told = "The specified interactions endpoint url could not be verified."
                raise form_error((FIELD,), "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", told)
        app.endpoints = tuple(urls)
        self._world.emit(Event(name="ENDPOINTS", data=self.state(), bots=False))

    def state(self) -> Json:
        """Return the URLs of each application, in the form for the page."""
        return {"endpoints": {app.id: list(app.endpoints) for app in self._world.applications.values()}}

    def prepare_delivery(self, event: Event) -> Callable[[], None]:
        """Choose the URL for an event of the world now, and return a function that sends it."""
        app = self._world.applications.get(event.application or "")
        if event.name != "INTERACTION_CREATE" or app is None or not app.endpoints:
            return lambda: None
        first = next(self._turn) % len(app.endpoints)
        return partial(self._begin, app, (*app.endpoints[first:], *app.endpoints[:first]), event.data)

    async def idle(self) -> None:
        """Wait until every interaction sent has been answered or has timed out."""
        while self._under_way:
            await asyncio.wait(set(self._under_way))

    async def close(self) -> None:
        """Cancel the deliveries under way, and close the HTTP client."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def _begin(self, app: Application, urls: Sequence[str], interaction: Json) -> None:
        self._record("INTERACTION_CREATE", interaction)
        task = asyncio.create_task(self._deliver(app, urls, interaction))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _deliver(self, app: Application, urls: Sequence[str], interaction: Json) -> None:
        """Send an interaction and carry out the answer; like Discord, hang up when its time is over."""
        known = self._world.interactions.get(interaction["id"])
        if known is None:
            return
        sending = asyncio.create_task(self._send_to_one(app, urls, interaction))
        timer = asyncio.create_task(self._world.clock.wait_until(known.created + ANSWER_SECONDS))
        try:
            await asyncio.wait({sending, timer}, return_when=asyncio.FIRST_COMPLETED)
            if sending.done():
                await self._take(interaction, *sending.result())
        except (aiohttp.ClientError, OSError) as error:
            _log.info("an interaction isn't taken: %s", type(error).__name__)
        except DiscordError as error:
            self.refused.append(f"{error.status} {error.body()}")
            _log.warning("an answer over HTTP was refused: %s", error.body())
        finally:
            for task in (sending, timer):
                task.cancel()
            with contextlib.suppress(asyncio.CancelledError, aiohttp.ClientError, OSError):
                await sending

    async def _send_to_one(self, app: Application, urls: Sequence[str], data: Json) -> tuple[int, str, bytes]:
        """Send to the first URL that accepts a connection, so that only one gets it; return as `_send`."""
        for url in urls[:-1]:
            with contextlib.suppress(aiohttp.ClientConnectorError):
                return await self._send(app, url, data)
        return await self._send(app, urls[-1], data)

    async def _take(self, interaction: Json, status: int, content_type: str, body: bytes) -> None:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        if not 200 <= status < 300:
            _log.info("an interaction was answered with %d", status)
            return
        if not body or self._faults.take("POST", path) is not None:
            return
        if len(body) > self._world.beliefs.most_bytes_of_responses:
            raise DiscordError(400, 0, f"a response of {len(body)} bytes")
        answer, uploads = await form_of(content_type, body)
        answers.answer(self._world, interaction["id"], interaction["token"], answer, uploads)
        for listener in self.responses:
            listener(API + path, content_type, body)

    async def _is_good(self, app: Application, url: str) -> bool:
        ping: Json = {"id": self._world.ids.next(), "application_id": app.id, "type": PING, "version": 1}
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                status, _, body = await self._send(app, url, ping)
                forged, *_ = await self._send(app, url, ping, signature=_NOBODY)
            pong: Any = decode(body)
        except (aiohttp.ClientError, OSError, ValueError, TimeoutError):
            return False
        return status == 200 and isinstance(pong, dict) and pong.get("type") == PONG and forged == 401

    async def _send(
        self, app: Application, url: str, data: Json, signature: str | None = None
    ) -> tuple[int, str, bytes]:
        """Send a signed request, and return status, content type and body of the response."""
        body, timestamp = encode(data), str(int(self._world.clock.now()))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Discord-Interactions/1.0 (+https://discord.com)",
            "X-Signature-Timestamp": timestamp,
            "X-Signature-Ed25519": signature or app.key.sign(timestamp.encode() + body).signature.hex(),
        }
        if self._session is None:
            self._session = aiohttp.ClientSession()
        async with self._session.post(url, data=body, headers=headers) as response:
            return response.status, response.headers.get("Content-Type", ""), await response.read()


ENDPOINTS: web.AppKey[Endpoints] = web.AppKey("endpoints", Endpoints)
