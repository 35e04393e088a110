"""Interactions: created by users, answered by the bot within 3 seconds, followed up for 15 minutes."""

from __future__ import annotations

import asyncio
import secrets

from playground.apps import commands, installs
from playground.apps.options import SUB_COMMAND, SUB_COMMAND_GROUP
from playground.model import locales, shapes
from playground.model.events import Event
from playground.model.payload import Json
from playground.model.records import Application, Channel, Interaction, Message
from playground.model.world import World
from playground.places import channels
from playground.posts import messages

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0
COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5


def open_interaction(
    world: World,
    app: Application,
    user_id: str,
    channel: Channel,
    type: int,
    data: Json,
    *,
    source: Message | None = None,
    trigger: Interaction | None = None,
) -> Interaction:
    """Create an interaction and send it to its application.

    `source` is the message whose component was used, `trigger` the interaction whose modal is submitted.
    """
    _forget_old(world)
    interaction = Interaction(
        id=world.ids.next(),
        token=secrets.token_urlsafe(48),
        type=type,
        application_id=app.id,
        user_id=user_id,
        channel_id=channel.id,
        data=data,
        created=world.clock.now(),
        answer=asyncio.get_running_loop().create_future(),
        source=source.id if source else None,
        owners=trigger.owners if trigger else _owners(world, app, user_id, channel, data, source),
    )
    interaction.metadata = _metadata(world, interaction, channel, trigger)
    world.interactions[interaction.id] = interaction
    world.interaction_tokens[interaction.token] = interaction.id
    payload = _payload(world, interaction, channel, source)
    world.emit(Event(name="INTERACTION_CREATE", data=payload, application=app.id, people=False))
    return interaction


def _owners(
    world: World, app: Application, user_id: str, channel: Channel, data: Json, source: Message | None
) -> dict[str, str]:
    """Return the installations that authorize an interaction; a component takes them from its message."""
    if source is None:
        command = commands.get(world, app.id, data.get("guild_id"), data["id"])
        return installs.owners(world, app, user_id, channel, command)
    metadata = source.payload.get("interaction_metadata") or {}
    found: dict[str, str] = metadata.get("authorizing_integration_owners") or {"0": channel.guild_id or "0"}
    return found


def _forget_old(world: World) -> None:
    horizon = world.clock.now() - TOKEN_SECONDS - 60
    while world.interactions:
        oldest = next(iter(world.interactions.values()))
        if oldest.created > horizon:
            return
        del world.interactions[oldest.id]
        del world.interaction_tokens[oldest.token]


def _metadata(world: World, interaction: Interaction, channel: Channel, trigger: Interaction | None) -> Json:
    made: Json = {
        "id": interaction.id,
        "type": interaction.type,
        "user": world.users[interaction.user_id].payload,
        "authorizing_integration_owners": interaction.owners,
    }
    if interaction.type == COMMAND:
        made |= {"name": command_name(interaction.data), "command_type": interaction.data["type"]}
        made |= _target(world, interaction.data)
    if interaction.type == COMPONENT:
        made["interacted_message_id"] = interaction.source
    if trigger is not None:
        made["triggering_interaction_metadata"] = trigger.metadata
    return made


def _target(world: World, data: Json) -> Json:
    """Return the metadata field for the user or message on which a context menu command was used."""
    if "target_id" not in data:
        return {}
    if "messages" in data["resolved"]:
        return {"target_message_id": data["target_id"]}
    return {"target_user": world.users[data["target_id"]].payload}


def command_name(data: Json) -> str:
    """Return a used command's full name with group and sub-command, such as “shelf show”."""
    steps, options = [data["name"]], data.get("options")
    while options and options[0]["type"] in (SUB_COMMAND, SUB_COMMAND_GROUP):
        steps.append(options[0]["name"])
        options = options[0].get("options")
    return " ".join(steps)


def _payload(world: World, interaction: Interaction, channel: Channel, source: Message | None) -> Json:
    app = world.applications[interaction.application_id]
    payload: Json = {
        "id": interaction.id,
        "application_id": app.id,
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": channel.id,
        "channel": partial_channel(world, channel, interaction.user_id, app.bot_id),
        "locale": world.users[interaction.user_id].locale,
        "app_permissions": str(installs.app_permissions(world, app, interaction.user_id, channel)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": interaction.owners,
        "context": installs.context(app, channel),
        "attachment_size_limit": shapes.FILE_SIZE_LIMIT,
        **_invoker(world, interaction.user_id, channel),
    }
    return payload if source is None else {**payload, "message": messages.render_message(world, source)}


def _invoker(world: World, user_id: str, channel: Channel) -> Json:
    if channel.guild_id is None:
        return {"user": world.users[user_id].payload}
    guild = world.guilds[channel.guild_id]
    locale = locales.of_guild(world, guild)
    permissions = str(world.permissions(user_id, channel))
    return {
        "guild_id": guild.id,
        "guild": {"id": guild.id, "locale": locale, "features": guild.payload["features"]},
        "guild_locale": locale,
        "member": {**guild.members[user_id], "permissions": permissions},
    }


def partial_channel(world: World, channel: Channel, user_id: str, bot_id: str) -> Json:
    """Return a channel as an interaction describes it to a bot, with the acting user's permissions."""
    if channel.is_dm:
        reader = bot_id if bot_id in channel.recipients else user_id
        return channels.dm_payload(world, channel, reader)
    return {**channel.payload, "permissions": str(world.permissions(user_id, channel))}
