"""Where an application is installed: in servers, with its bot, or by users; and what it may do there."""

from __future__ import annotations

from playground.model import permissions as perms
from playground.model.errors import ControlError
from playground.model.payload import Json
from playground.model.records import Application, Channel
from playground.model.world import World

GUILD, USER = 0, 1
"""Installation types, as a command's `integration_types` lists them."""
IN_GUILD, WITH_BOT, IN_PRIVATE = 0, 1, 2
"""Contexts in which a command is used, as its `contexts` lists them."""
FOLLOW_UPS = 5
# Discord's documentation of interactions lists these permissions for direct messages.
IN_DIRECT_MESSAGES = perms.ATTACH_FILES | perms.EMBED_LINKS | perms.MENTION_EVERYONE


def install(world: World, app: Application, user_id: str) -> None:
    """Install an application for a user; raise ControlError 403 if it doesn't offer user installation."""
    if str(USER) not in app.install_config:
        raise ControlError(f"{app.name} can only be added to servers.", 403)
    app.installed_by.add(world.user(user_id).id)


def uninstall(app: Application, user_id: str) -> None:
    """Remove an application from a user's account; do nothing if it isn't installed there."""
    app.installed_by.discard(user_id)


def context(app: Application, channel: Channel) -> int:
    """Return the context type of a channel for an application: IN_GUILD, WITH_BOT or IN_PRIVATE."""
    if channel.guild_id is not None:
        return IN_GUILD
    return WITH_BOT if app.bot_id in channel.recipients else IN_PRIVATE


def owners(world: World, app: Application, user_id: str, channel: Channel, command: Json) -> dict[str, str]:
    """Return the installations that let a user use a command in a channel, empty if there is none.

    Returns:
        "0" with the server's id ("0" in a DM with the bot) and "1" with the user's id, each if it applies.
    """
    kinds = command.get("integration_types") or [GUILD]
    found = {}
    if GUILD in kinds and (is_at_home(world, app, channel) or _has_commands_only(world, channel)):
        found[str(GUILD)] = channel.guild_id or "0"
    if USER in kinds and user_id in app.installed_by:
        found[str(USER)] = user_id
    return found


def is_at_home(world: World, app: Application, channel: Channel) -> bool:
    """Return whether the application's bot is a member of the channel's server or of the DM."""
    if channel.guild_id is None:
        return app.bot_id in channel.recipients
    return app.bot_id in world.guilds[channel.guild_id].members


def _has_commands_only(world: World, channel: Channel) -> bool:
    """Return whether the server has the commands without the bot (scope `applications.commands` only)."""
    return channel.guild_id is not None and world.conditions.holds("commands_only", channel.guild_id)


def app_permissions(world: World, app: Application, user_id: str, channel: Channel) -> int:
    """Return the application's permission bits in the channel of an interaction.

    In a server without its bot it gets those of direct messages, limited to the user's own; that is a guess.
    """
    place = context(app, channel)
    if place == IN_GUILD and is_at_home(world, app, channel):
        return world.permissions(app.bot_id, channel)
    if place == IN_PRIVATE:
        return IN_DIRECT_MESSAGES
    direct = IN_DIRECT_MESSAGES | perms.USE_EXTERNAL_EMOJIS
    return direct if place == WITH_BOT else direct & world.permissions(user_id, channel)


def answers_in_private(world: World, user_id: str, channel: Channel, owners: dict[str, str]) -> bool:
    """Return whether an application that the server didn't install may show answers to the invoker only."""
    if channel.guild_id is None or str(GUILD) in owners:
        return False
    return not world.permissions(user_id, channel) & perms.USE_EXTERNAL_APPS
