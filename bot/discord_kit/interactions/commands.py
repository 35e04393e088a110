"""Commands: a group for every registered game, and commands for all games.

Each kind of installation has a switch in the developer portal. Discord refuses all commands if they name one
that is off; the bot then does without it, and tells the operator what to switch on.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import AppCommand, AppCommandGroup

from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import Command, Features
from bot.discord_kit.text.markdown import CommandLinks
from games import GAMES, AnyGame

log = logging.getLogger(__name__)

_EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
_ON_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_INSTALLED = app_commands.AppInstallationType(guild=True, user=True)
_BY_SERVERS = app_commands.AppInstallationType(guild=True, user=False)
_INSTEAD = (
    (app_commands.AppInstallationType(guild=True, user=False), "User Install"),
    (app_commands.AppInstallationType(guild=False, user=True), "Guild Install"),
)
"""Kinds of installation to try if Discord refuses both, each with the switch that is off if it works."""
_WHERE = "in the developer portal, on your application's page Installation; then restart the bot"


def all_commands(features: Features, ctx: UiContext) -> list[Command]:
    """Build every command of the bot from the registries of games and features."""
    of_none = [make(ctx) for feature in features.all for make in feature.commands]
    found = [*(_group(features, ctx, game) for game in GAMES.values()), *of_none]
    for command in found:
        # Discord checks permissions only on servers where the bot is installed, not in DMs or user installs.
        anywhere = command.default_permissions is None
        command.allowed_contexts = _EVERYWHERE if anywhere else _ON_SERVERS
        command.allowed_installs = _INSTALLED if anywhere else _BY_SERVERS
    return found


def _group(features: Features, ctx: UiContext, game: AnyGame) -> app_commands.Group:
    group = app_commands.Group(name=game.key, description=game.summary[:100])
    for make in (make for feature in features.all for make in feature.game_commands):
        command = make(ctx, game)
        if command is not None:
            group.add_command(command)
    return group


async def sync(tree: app_commands.CommandTree[Any], found: list[Command]) -> list[AppCommand]:
    """Register the commands, without kinds of installation that are off.

    Returns:
        The stored commands; empty if both kinds of installation are off.

    Raises:
        app_commands.CommandSyncFailure: If Discord refuses the commands for another reason.
    """
    kept = await _sync_commands(tree)
    if kept is not None:
        return kept
    for installed, off in _INSTEAD:
        _leave_only(tree, found, installed)
        kept = await _sync_commands(tree)
        if kept is not None:
            log.critical("%s is off, so commands work only in part: switch it on %s.", off, _WHERE)
            return kept
    off = "Guild Install and User Install"
    log.critical("%s are off, so Discord takes no commands: switch both on %s.", off, _WHERE)
    return []


def _leave_only(
    tree: app_commands.CommandTree[Any], found: list[Command], installed: app_commands.AppInstallationType
) -> None:
    """Limit all commands to one kind of installation; drop server-only ones if that kind excludes servers."""
    for command in found:
        if installed.guild or command.default_permissions is None:
            command.allowed_installs = installed
        else:
            tree.remove_command(command.name)


async def _sync_commands(tree: app_commands.CommandTree[Any]) -> list[AppCommand] | None:
    """Sync the commands and return them as stored; None if Discord refuses a kind of installation."""
    try:
        return await tree.sync()
    except app_commands.CommandSyncFailure as error:
        if "integration_types" not in str(error):
            raise
        return None


def links_to(commands: Iterable[AppCommand]) -> CommandLinks:
    """Return links from the names of slash commands to the ids that Discord gave them."""
    typed = [command for command in commands if command.type is discord.AppCommandType.chat_input]
    return CommandLinks({name: command.id for command in typed for name in _names(command, "")})


def _names(command: AppCommand | AppCommandGroup, before: str) -> Iterator[str]:
    """Yield the full names by which a command can be used; a group has those of its subcommands."""
    name = f"{before} {command.name}".lstrip()
    parts = [option for option in command.options if isinstance(option, AppCommandGroup)]
    if not parts:
        yield name
    for part in parts:
        yield from _names(part, name)
