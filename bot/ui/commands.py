"""Slash commands: a group for every game in the registry, and those that are for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from discord import app_commands
from discord.app_commands import AppCommand, AppCommandGroup

from bot.ui.context import UiContext
from bot.ui.feature import Command, Features
from bot.ui.markdown import CommandLinks
from games import GAMES, AnyGame

_EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
_ON_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_INSTALLED = app_commands.AppInstallationType(guild=True, user=True)
_BY_SERVERS = app_commands.AppInstallationType(guild=True, user=False)


def all_commands(features: Features, ctx: UiContext) -> list[Command]:
    """Every command of the bot, made from the registries of games and features."""
    of_none = [make(ctx) for feature in features.all for make in feature.commands]
    found = [*(_group(features, ctx, game) for game in GAMES.values()), *of_none]
    for command in found:
        # Permissions are a server's to give: elsewhere, and for what people install, Discord asks for none.
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


def links_to(commands: Iterable[AppCommand]) -> CommandLinks:
    """Links to the commands as Discord keeps them: each name by the id that it answered."""
    return CommandLinks({name: command.id for command in commands for name in _names(command, "")})


def _names(command: AppCommand | AppCommandGroup, before: str) -> Iterator[str]:
    """The names by which a command can be used: a group's are those of its parts."""
    name = f"{before} {command.name}".lstrip()
    parts = [option for option in command.options if isinstance(option, AppCommandGroup)]
    if not parts:
        yield name
    for part in parts:
        yield from _names(part, name)
