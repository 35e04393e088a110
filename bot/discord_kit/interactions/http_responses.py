"""Answers to interactions that came over HTTP: in the response to that request where it can be, which saves a
request of our own; else as those to the gateway's.

Discord's documentation, “Interaction Callback”: whoever calls back responds to the original request with 202
and no body. Nobody tells us what has become of a response. So what can be refused goes the other way, and so
does what we need the id of, or what is changed right after."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import discord
from aiohttp import web
from discord.http import MultipartParameters
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.discord_kit.interactions.callbacks import PATIENCE_SECONDS, Callbacks

MOST_BYTES = 80_000
"""In a response Discord has taken 82 kB and refused 160 (api-docs#5250, #5925)."""
_MESSAGE, _UPDATE, _CHOICES, _MODAL = 4, 7, 8, 9
_EPHEMERAL = 1 << 6
_WITH_BOT = 1
"""The context of an interaction in somebody's private channel with the bot."""
_GONE: Any = SimpleNamespace(status=404, reason="Not Found", headers={})
_UNKNOWN_INTERACTION = {"code": 10062, "message": "Unknown interaction"}
_UNKNOWN_WEBHOOK = 10015
_PAUSES = (0.05, 0.2, 0.5, 1.0)
"""Seconds: a change can overtake the response it follows, and Discord then knows of no answer yet."""


class Body(NamedTuple):
    """What a response says."""

    content_type: str
    content: bytes


class InBody(Callbacks):
    """How discord.py sends the answers to one interaction, in whose context this is set."""

    def __init__(self, interaction: Mapping[str, Any]) -> None:
        super().__init__()
        flags = (interaction.get("message") or {}).get("flags", 0)
        self._type = interaction["type"]
        self._is_with_bot = interaction.get("context") == _WITH_BOT
        self._is_private = self._is_with_bot or bool(flags & _EPHEMERAL)
        loop = asyncio.get_running_loop()
        self._decided: asyncio.Future[Body | None] = loop.create_future()
        self._arrived: asyncio.Future[bool] = loop.create_future()

    async def create_interaction_response(
        self,
        interaction_id: int,
        token: str,
        *,
        session: aiohttp.ClientSession,
        **given: Any,
    ) -> Any:
        """Give the first answer; NotFound where Discord doesn't wait for it any more."""
        params: MultipartParameters = given["params"]
        body = None if self._decided.done() or not self._may_be_in_body(params) else await _body(params)
        if body is None or len(body.content) > MOST_BYTES or self._decided.done():
            self.give_up()
            _rewind(params)
            return await super().create_interaction_response(interaction_id, token, session=session, **given)
        self._decided.set_result(body)
        if not await self._arrived:
            raise discord.NotFound(_GONE, _UNKNOWN_INTERACTION)
        return {"interaction": {"id": str(interaction_id), "type": self._type}}

    def give_up(self) -> None:
        """Nothing comes in the response."""
        if not self._decided.done():
            self._decided.set_result(None)

    @property
    def has_given_up(self) -> bool:
        """Whether it's settled that nothing comes in the response."""
        return self._decided.done() and self._decided.result() is None

    async def request(self, *given: Any, **more: Any) -> Any:
        """As discord.py does it, but what comes before Discord has read the response is tried again."""
        for pause in _PAUSES:
            try:
                return await super().request(*given, **more)
            except discord.NotFound as error:
                if error.code != _UNKNOWN_WEBHOOK or not self._is_in_body():
                    raise
            await asyncio.sleep(pause)
            for file in more.get("files") or ():
                file.reset()
        return await super().request(*given, **more)

    async def respond(self, request: web.Request) -> web.StreamResponse:
        """Respond to a request with which it came, once there is an answer; each of them gets the same."""
        try:
            await asyncio.wait([self._decided], timeout=PATIENCE_SECONDS)
            self.give_up()
            response = _response(self._decided.result())
            self._note(has_left=await _has_left(response, request))
            return response
        finally:
            self._note(has_left=False)

    def _note(self, *, has_left: bool) -> None:
        if not self._arrived.done():
            self._arrived.set_result(has_left)

    def _is_in_body(self) -> bool:
        return self._arrived.done() and self._arrived.result() and self._decided.result() is not None

    def _may_be_in_body(self, params: MultipartParameters) -> bool:
        """Whether nothing can be refused here that we'd answer in another way, or want to know the id of."""
        answer: Any = params.payload or json.loads((params.multipart or [])[0]["value"])
        kind, flags = answer["type"], (answer.get("data") or {}).get("flags", 0)
        if params.files and (kind == _UPDATE or not self._is_with_bot):
            # A server may take no uploads, and an edit no new picture: only a refusal tells.
            return False
        if kind == _MESSAGE:
            return bool(flags & _EPHEMERAL)
        return kind in (_CHOICES, _MODAL) or (kind == _UPDATE and self._is_private)


async def _body(params: MultipartParameters) -> Body:
    if not params.files:
        return Body("application/json", json.dumps(params.payload).encode())
    form = aiohttp.FormData(quote_fields=False)
    for part in params.multipart or ():
        form.add_field(**part)
    made = form()
    return Body(made.headers["Content-Type"], await made.as_bytes())


def _rewind(params: MultipartParameters) -> None:
    for file in params.files or ():
        file.reset()


def _response(body: Body | None) -> web.Response:
    if body is None:
        return web.Response(status=202)
    return web.Response(body=body.content, headers={"Content-Type": body.content_type})


async def _has_left(response: web.Response, request: web.Request) -> bool:
    """Whether a response could be sent: who asked may be gone."""
    if request.transport is None or request.transport.is_closing():
        return False
    try:
        await response.prepare(request)
        await response.write_eof()
    except ConnectionError:
        return False
    return True


log = logging.getLogger(__name__)

SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"
WITHIN_SECONDS = 180
"""A request is refused that is signed for a moment farther away: somebody may have kept it."""
_TOLD_SECONDS = 600.0


class Signatures:
    """Those of one application. `public_key`: in hexadecimal digits; `now`: epoch seconds."""

    def __init__(self, public_key: str, now: Callable[[], float]) -> None:
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._now = now
        self._told_at = now() - _TOLD_SECONDS

    def are_good(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Whether Discord has signed this body, and lately."""
        timestamp = headers.get(TIMESTAMP, "")
        try:
            self._key.verify(timestamp.encode() + body, bytes.fromhex(headers.get(SIGNATURE, "")))
            ahead = self._now() - int(timestamp)
        except (BadSignatureError, ValueError):
            return False
        if abs(ahead) > WITHIN_SECONDS:
            self._tell(ahead)
            return False
        return True

    def _tell(self, ahead: float) -> None:
        if abs(self._now() - self._told_at) >= _TOLD_SECONDS:
            self._told_at = self._now()
            log.warning(
                "a request that Discord signed %.0f s away from this machine's clock was refused: turn on "
                "automatic time (NTP) if this happens again",
                ahead,
            )
