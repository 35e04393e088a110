"""Slash commands: a group for every game in the registry, and those that are for all of them."""

from __future__ import annotations

from discord import app_commands

from bot.ui.context import UiContext
from bot.ui.feature import Command, Features
from games import GAMES, AnyGame

_EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
_INSTALLED = app_commands.AppInstallationType(guild=True, user=True)


def all_commands(features: Features, ctx: UiContext) -> list[Command]:
    """Every command of the bot, made from the registries of games and features."""
    of_none = [make(ctx) for feature in features.all for make in feature.commands]
    found = [*(_group(features, ctx, game) for game in GAMES.values()), *of_none]
    for command in found:
        command.allowed_contexts, command.allowed_installs = _EVERYWHERE, _INSTALLED
    return found


def _group(features: Features, ctx: UiContext, game: AnyGame) -> app_commands.Group:
    group = app_commands.Group(name=game.key, description=game.summary[:100])
    for make in (make for feature in features.all for make in feature.game_commands):
        command = make(ctx, game)
        if command is not None:
            group.add_command(command)
    return group
