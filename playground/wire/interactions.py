"""Routes by which a bot answers interactions: the callback and the webhook of its token."""

from __future__ import annotations

from playground import answers
from playground.payload import Json
from playground.records import Interaction
from playground.wire.call import Call


async def callback(call: Call) -> Json | None:
    body, uploads = await call.form()
    response = answers.answer(call.world, call.params["interaction"], call.params["token"], body, uploads)
    wanted = call.query.get("with_response", "").lower() in ("1", "true")
    return response if wanted else None


def _interaction(call: Call) -> Interaction:
    return answers.by_token(call.world, call.params["application"], call.params["token"])


async def follow_up(call: Call) -> Json:
    body, uploads = await call.form()
    return answers.follow_up(call.world, _interaction(call), body, uploads).payload


async def get(call: Call) -> Json:
    return answers.message_of(call.world, _interaction(call), call.params["message"]).payload


async def edit(call: Call) -> Json:
    body, uploads = await call.form()
    found = _interaction(call)
    return answers.edit_message(call.world, found, call.params["message"], body, uploads).payload


async def delete(call: Call) -> None:
    answers.delete_message(call.world, _interaction(call), call.params["message"])
