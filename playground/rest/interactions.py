"""Routes on which a bot answers interactions: the callback, and the webhook of an interaction token."""

from __future__ import annotations

from playground.apps import answers
from playground.model.payload import Json
from playground.model.records import Interaction
from playground.posts import messages
from playground.rest.call import Call


async def callback(call: Call) -> Json | None:
    """Take the first answer to an interaction; return the callback response if the query asks for it."""
    body, uploads = await call.form()
    response = answers.answer(call.world, call.params["interaction"], call.params["token"], body, uploads)
    wanted = call.query.get("with_response", "").lower() in ("1", "true")
    return response if wanted else None


def _interaction(call: Call) -> Interaction:
    return answers.by_token(call.world, call.params["application"], call.params["token"])


async def follow_up(call: Call) -> Json:
    """Send a follow-up message and return it: POST /webhooks/{application}/{token}."""
    body, uploads = await call.form()
    return messages.render_message(
        call.world, answers.follow_up(call.world, _interaction(call), body, uploads)
    )


async def get(call: Call) -> Json:
    """Return a message of an interaction: GET /webhooks/{application}/{token}/messages/{message}."""
    return messages.render_message(
        call.world, answers.message_of(call.world, _interaction(call), call.params["message"])
    )


async def edit(call: Call) -> Json:
    """Change a message and return it: PATCH /webhooks/{application}/{token}/messages/{message}."""
    body, uploads = await call.form()
    found = _interaction(call)
    edited = answers.edit_message(call.world, found, call.params["message"], body, uploads)
    return messages.render_message(call.world, edited)


async def delete(call: Call) -> None:
    """Delete a message: DELETE /webhooks/{application}/{token}/messages/{message}."""
    answers.delete_message(call.world, _interaction(call), call.params["message"])
