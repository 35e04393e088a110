"""Answers to interactions that came over HTTP.

An answer in the response saves a request. Discord doesn't report what became of a response, so answers that
it may refuse, whose id is needed, or that are changed right after are sent in a request instead; the response
is then 202 without a body (Discord's documentation, “Interaction Callback”).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord.http import MultipartParameters
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.discord_kit.interactions.callbacks import PATIENCE_SECONDS, Callbacks
from bot.discord_kit.interactions.forms import Body, encode_form

MOST_BYTES = 80_000
"""Maximum size of a response; Discord has taken 82 kB and refused 160 (api-docs#5250, #5925)."""
_MESSAGE, _UPDATE, _CHOICES, _MODAL = 4, 7, 8, 9
_EPHEMERAL = 1 << 6
_WITH_BOT = 1
"""The context value of an interaction in a person's DM with the bot."""
_GONE: Any = SimpleNamespace(status=404, reason="Not Found", headers={})
_UNKNOWN_INTERACTION = {"code": 10062, "message": "Unknown interaction"}
_UNKNOWN_WEBHOOK = 10015
_PAUSES = (0.05, 0.2, 0.5, 1.0)
"""Seconds before retries of a change that came before Discord had read the response with the answer."""


class InBody(Callbacks):
    """The adapter through which discord.py sends the answers to one interaction that came over HTTP."""

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
        """Give the first answer, in the response if possible.

        Raises:
            discord.NotFound: With code 10062, if the response couldn't be sent.
            GaveUp, discord.HTTPException: As in `Callbacks`, if the answer is sent in a request.
        """
        params: MultipartParameters = given["params"]
        body = None if self._decided.done() or not self._may_be_in_body(params) else _body(params)
        if body is None or len(body.content) > MOST_BYTES or self._decided.done():
            self.give_up()
            _rewind(params)
            return await super().create_interaction_response(interaction_id, token, session=session, **given)
        self._decided.set_result(body)
        if not await self._arrived:
            raise discord.NotFound(_GONE, _UNKNOWN_INTERACTION)
        return {"interaction": {"id": str(interaction_id), "type": self._type}}

    def give_up(self) -> None:
        """Decide that the response has no answer, unless that is decided already."""
        if not self._decided.done():
            self._decided.set_result(None)

    @property
    def has_given_up(self) -> bool:
        """Whether it is decided that the response has no answer."""
        return self._decided.done() and self._decided.result() is None

    async def request(self, *given: Any, **more: Any) -> Any:
        """Send a request like discord.py, but retry while Discord hasn't read the response yet."""
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

    async def decide(self) -> Body | None:
        """Wait up to three seconds for the answer; return it, or None if the response is to have none."""
        await asyncio.wait([self._decided], timeout=PATIENCE_SECONDS)
        self.give_up()
        return self._decided.result()

    def note(self, *, has_left: bool) -> None:
        """Note whether the response could be sent; later notes, of repeats, change nothing."""
        if not self._arrived.done():
            self._arrived.set_result(has_left)

    def _is_in_body(self) -> bool:
        return self._arrived.done() and self._arrived.result() and self._decided.result() is not None

    def _may_be_in_body(self, params: MultipartParameters) -> bool:
        """Return whether Discord can't refuse the answer, and its id isn't needed."""
        answer: Any = params.payload or json.loads((params.multipart or [])[0]["value"])
        kind, flags = answer["type"], (answer.get("data") or {}).get("flags", 0)
        if params.files and (kind == _UPDATE or not self._is_with_bot):
            # Only a refusal shows that a server takes no uploads, or an edit no new picture.
            return False
        if kind == _MESSAGE:
            return bool(flags & _EPHEMERAL)
        return kind in (_CHOICES, _MODAL) or (kind == _UPDATE and self._is_private)


def _body(params: MultipartParameters) -> Body:
    if not params.files:
        return Body("application/json", json.dumps(params.payload).encode())
    return encode_form(params.multipart or ())


def _rewind(params: MultipartParameters) -> None:
    for file in params.files or ():
        file.reset()


log = logging.getLogger(__name__)

SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"
WITHIN_SECONDS = 180
"""Maximum seconds between a request's signed time and our clock, against replays."""
_TOLD_SECONDS = 600.0


class Signatures:
    """The check of an application's signatures.

    Args:
        public_key: The application's key, 64 hexadecimal digits.
        now: Returns epoch seconds.

    Raises:
        ValueError: If the key has another form.
    """

    def __init__(self, public_key: str, now: Callable[[], float]) -> None:
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._now = now
        self._told_at = now() - _TOLD_SECONDS

    def are_good(self, headers: Mapping[str, str], body: bytes) -> bool:
        """Return whether Discord signed this body, at most three minutes away from our clock."""
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
