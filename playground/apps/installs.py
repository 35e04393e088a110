"""Where an application is at home: in servers, with its own bot, or with the people who installed it."""

from __future__ import annotations

from playground.model import permissions as perms
from playground.model.errors import ControlError
from playground.model.payload import Json
from playground.model.records import Application, Channel
from playground.model.world import World

GUILD, USER = 0, 1
"""Kinds of installation, as `integration_types` of a command lists them."""
IN_GUILD, WITH_BOT, IN_PRIVATE = 0, 1, 2
"""Places where a command is used, as its `contexts` lists them."""
FOLLOW_UPS = 5
# Discord's documentation of interactions names these for direct messages.
IN_DIRECT_MESSAGES = perms.ATTACH_FILES | perms.EMBED_LINKS | perms.MENTION_EVERYONE


def install(world: World, app: Application, user_id: str) -> None:
    """Somebody adds an application to the own account; raises ControlError when it is not for people."""
    if str(USER) not in app.install_config:
        raise ControlError(f"{app.name} can only be added to servers.", 403)
    app.installed_by.add(world.user(user_id).id)


def uninstall(app: Application, user_id: str) -> None:
    """Somebody takes an application off the own account; nothing happens to who has not installed it."""
    app.installed_by.discard(user_id)


def context(app: Application, channel: Channel) -> int:
    """Which kind of place a channel is for an application."""
    if channel.guild_id is not None:
        return IN_GUILD
    return WITH_BOT if app.bot_id in channel.recipients else IN_PRIVATE


def owners(world: World, app: Application, user_id: str, channel: Channel, command: Json) -> dict[str, str]:
    """By which installations somebody may use a command in a channel: {"0": server id or "0", "1": user id}.

    Empty when by none.
    """
    kinds = command.get("integration_types") or [GUILD]
    found = {}
    if GUILD in kinds and (is_at_home(world, app, channel) or _has_commands_only(world, channel)):
        found[str(GUILD)] = channel.guild_id or "0"
    if USER in kinds and user_id in app.installed_by:
        found[str(USER)] = user_id
    return found


def is_at_home(world: World, app: Application, channel: Channel) -> bool:
    """Whether the bot is a member of the server or of the conversation."""
    if channel.guild_id is None:
        return app.bot_id in channel.recipients
    return app.bot_id in world.guilds[channel.guild_id].members


def _has_commands_only(world: World, channel: Channel) -> bool:
    """Whether a server has the commands without the bot as a member (scope `applications.commands` alone)."""
    return channel.guild_id is not None and world.conditions.holds("commands_only", channel.guild_id)


def app_permissions(world: World, app: Application, user_id: str, channel: Channel) -> int:
    """What an application may do in the place of an interaction.

    In a server without its bot: what it may in direct messages, as far as the person may; that is a guess.
    """
    place = context(app, channel)
    if place == IN_GUILD and is_at_home(world, app, channel):
        return world.permissions(app.bot_id, channel)
    if place == IN_PRIVATE:
        return IN_DIRECT_MESSAGES
    direct = IN_DIRECT_MESSAGES | perms.USE_EXTERNAL_EMOJIS
    return direct if place == WITH_BOT else direct & world.permissions(user_id, channel)


def answers_in_private(world: World, user_id: str, channel: Channel, owners: dict[str, str]) -> bool:
    """Whether an application that is not of this server may answer here before the person's eyes alone."""
    if channel.guild_id is None or str(GUILD) in owners:
        return False
    return not world.permissions(user_id, channel) & perms.USE_EXTERNAL_APPS
