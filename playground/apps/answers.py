"""The bot's answers to interactions: the first within 3 seconds, and follow-ups, edits and deletions."""

from __future__ import annotations

from collections.abc import Sequence

from playground import limits
from playground.apps import installs
from playground.apps.interactions import (
    ANSWER_SECONDS,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    TOKEN_SECONDS,
    command_name,
)
from playground.model.errors import DiscordError, form_error, unknown_interaction, unknown_message
from playground.model.payload import Json, without_nulls
from playground.model.records import Channel, Interaction, Message, Upload
from playground.model.shapes import EPHEMERAL
from playground.model.world import World
from playground.posts import messages
from playground.posts.components import normalise

PONG, MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 1, 4, 5, 6, 7, 8, 9
SLASH_MESSAGE, MENU_MESSAGE, REPLY = 20, 23, 19
ANSWERS = {
    COMMAND: (MESSAGE, DEFERRED, MODAL),
    COMPONENT: (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL),
    AUTOCOMPLETE: (CHOICES,),
    MODAL_SUBMIT: (MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE),
}
OUTCOMES = {
    MESSAGE: "message",
    DEFERRED: "deferred",
    DEFERRED_UPDATE: "deferred_update",
    UPDATE: "updated",
    MODAL: "modal",
    CHOICES: "choices",
}


def answer(world: World, id: str, token: str, body: Json, uploads: Sequence[Upload]) -> Json:
    """Take the bot's first answer to an interaction and return Discord's callback response.

    An answer that is refused for its form leaves the interaction open.

    Raises:
        DiscordError: 10062 if the interaction is unknown or too old, 40060 if it is answered already, or any
            refusal of the answer itself.
    """
    interaction = world.interactions.get(id)
    if interaction is None or interaction.token != token or _is_over(world, interaction):
        raise unknown_interaction()
    if interaction.response is not None:
        raise DiscordError(400, 40060, "Interaction has already been acknowledged.")
    if world.clock.now() > interaction.created + ANSWER_SECONDS:
        raise unknown_interaction()
    kind = body.get("type")
    allowed = ANSWERS[interaction.type]
    if kind not in allowed or (kind in (UPDATE, DEFERRED_UPDATE) and interaction.source is None):
        listed = "{" + ", ".join(map(str, allowed)) + "}"
        raise form_error(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {listed}.")
    message = _carry_out(world, interaction, kind, body.get("data") or {}, uploads)
    interaction.response = kind
    interaction.original = message.id if message else interaction.source
    given = messages.render_message(world, message) if message else None
    response = _callback_response(interaction, kind, message, given)
    if not interaction.answer.done():
        interaction.answer.set_result({"type": OUTCOMES[kind], "message": given})
    return response


def _is_over(world: World, interaction: Interaction) -> bool:
    return world.clock.now() > interaction.created + TOKEN_SECONDS


def _carry_out(
    world: World, interaction: Interaction, kind: int, data: Json, uploads: Sequence[Upload]
) -> Message | None:
    if kind == MESSAGE:
        return send(world, interaction, data, uploads, ("data",))
    if kind == DEFERRED:
        interaction.loading = True
        return send(world, interaction, data, (), loading=True)
    if kind == UPDATE:
        source = source_of(world, interaction)
        _check_auto_moderation(world, interaction, source)
        return messages.edit(world, source, data, uploads, ("data",))
    if kind == CHOICES:
        limits.check_choices(data.get("choices"))
        interaction.data = {**interaction.data, "choices": data.get("choices") or []}
    elif kind == MODAL:
        data = without_nulls(data)
        limits.check_modal(data)
        interaction.modal = {**data, "components": normalise(data["components"], _no_media)}
    return None


def _no_media(media: Json) -> tuple[Json, Json]:
    return media, {}


def send(
    world: World,
    interaction: Interaction,
    data: Json,
    uploads: Sequence[Upload],
    prefix: tuple[str, ...] = (),
    *,
    loading: bool = False,
    follow_up: bool = False,
) -> Message:
    """Post a message of the bot's answer in the channel; only the invoking user sees an ephemeral one.

    `prefix` is the path of `data` in the request body, for form errors. `loading` marks a deferred answer
    without content yet, `follow_up` a message after the first answer.
    """
    channel = world.channel(interaction.channel_id)
    ephemeral = bool(int(data.get("flags") or 0) & EPHEMERAL)
    ephemeral |= installs.answers_in_private(world, interaction.user_id, channel, interaction.owners)
    # A deferred answer has no text yet that AutoMod could object to.
    ephemeral |= not loading and _is_moderated(world, interaction)
    type, extra = _answer_fields(world, interaction, channel, follow_up)
    return messages.create(
        world,
        channel,
        world.applications[interaction.application_id].bot_id,
        data,
        uploads,
        type=type,
        extra=extra,
        reader=interaction.user_id if ephemeral else None,
        prefix=prefix,
        loading=loading,
    )


def _is_moderated(world: World, interaction: Interaction) -> bool:
    """Return whether the server's AutoMod applies: it does to apps that only users have installed."""
    guild_id = world.channel(interaction.channel_id).guild_id or ""
    return "0" not in interaction.owners and world.conditions.holds("automod", guild_id)


def _check_auto_moderation(world: World, interaction: Interaction, message: Message) -> None:
    """Refuse to edit a message that everyone sees (200000; pull request 6958 of Discord's documentation)."""
    if message.reader is None and _is_moderated(world, interaction):
        raise DiscordError(400, 200000, "Message was blocked by automatic moderation")


def _answer_fields(
    world: World, interaction: Interaction, channel: Channel, follow_up: bool
) -> tuple[int, Json]:
    """Return the message type of an answer and the fields that link it to its interaction."""
    metadata = interaction.metadata
    if follow_up and interaction.original:
        metadata = {**metadata, "original_response_message_id": interaction.original}
    extra: Json = {
        "application_id": interaction.application_id,
        "webhook_id": interaction.application_id,
        "interaction_metadata": metadata,
    }
    if interaction.type == COMMAND and not follow_up:
        user = world.users[interaction.user_id].payload
        legacy = {"id": interaction.id, "type": COMMAND, "name": command_name(interaction.data), "user": user}
        kind = MENU_MESSAGE if "target_id" in interaction.data else SLASH_MESSAGE
        return kind, {**extra, "interaction": legacy}
    replied = interaction.original if follow_up else interaction.source
    if replied is None:
        return 0, extra
    reference = {"type": 0, "channel_id": channel.id, "message_id": replied}
    if channel.guild_id:
        reference["guild_id"] = channel.guild_id
    return REPLY, {**extra, "message_reference": reference}


def _callback_response(
    interaction: Interaction, kind: int, message: Message | None, given: Json | None
) -> Json:
    about: Json = {"id": interaction.id, "type": interaction.type}
    if message is None:
        return {"interaction": about}
    about |= {
        "response_message_id": message.id,
        "response_message_loading": kind == DEFERRED,
        "response_message_ephemeral": message.reader is not None,
        "channel_id": interaction.channel_id,
    }
    if kind == DEFERRED:
        return {"interaction": about}
    return {"interaction": about, "resource": {"type": kind, "message": given}}


def source_of(world: World, interaction: Interaction) -> Message:
    """Return the message whose component was used; raise DiscordError 10008 if it is deleted."""
    found = world.messages.get(interaction.source or "")
    if found is None:
        raise unknown_message()
    return found


def by_token(world: World, application_id: str, token: str) -> Interaction:
    """Return the answered interaction with this webhook token.

    Raises:
        DiscordError: 50027 if the token is unknown or expired, 10015 before the first answer or if the token
            belongs to another application.
    """
    interaction = world.interactions.get(world.interaction_tokens.get(token, ""))
    if interaction is None or _is_over(world, interaction):
        raise DiscordError(401, 50027, "Invalid Webhook Token")
    if interaction.response is None or interaction.application_id != application_id:
        raise DiscordError(404, 10015, "Unknown Webhook")
    return interaction


def follow_up(world: World, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> Message:
    """Send a follow-up message; the first one after a deferred answer replaces that answer.

    Raises:
        DiscordError: 40094 for a follow-up beyond the limit of a user-installed application in a place
            without its bot.
    """
    if interaction.loading:
        return edit_message(world, interaction, "@original", body, uploads)
    if "0" not in interaction.owners and interaction.follow_ups >= installs.FOLLOW_UPS:
        raise DiscordError(
            400, 40094, "This interaction has reached the maximum number of follow-up messages"
        )
    made = send(world, interaction, body, uploads, follow_up=True)
    interaction.follow_ups += 1
    return made


def message_of(world: World, interaction: Interaction, id: str) -> Message:
    """Return this interaction's message with the id (`@original`: its first answer); raise 10008 if none."""
    found = world.messages.get((interaction.original or "") if id == "@original" else id)
    if found is None or found.channel_id != interaction.channel_id:
        raise unknown_message()
    metadata = found.payload.get("interaction_metadata") or {}
    if found.id != interaction.original and metadata.get("id") != interaction.id:
        raise unknown_message()
    return found


def edit_message(
    world: World, interaction: Interaction, id: str, body: Json, uploads: Sequence[Upload]
) -> Message:
    """Edit a message of this interaction and end a deferred answer's “thinking”.

    Raises:
        DiscordError: 10008 if there's no such message, 200000 if AutoMod blocks the edit, or any refusal of
            `messages.edit`.
    """
    message = message_of(world, interaction, id)
    _check_auto_moderation(world, interaction, message)
    edited = messages.edit(world, message, body, uploads)
    if message.id == interaction.original:
        interaction.loading = False
    return edited


def delete_message(world: World, interaction: Interaction, id: str) -> None:
    """Delete a message of this interaction, or its first answer for `@original`; raise 10008 if none."""
    message = message_of(world, interaction, id)
    messages.delete(world, message)
    if message.id == interaction.original:
        interaction.loading = False
