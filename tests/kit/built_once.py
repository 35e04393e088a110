"""The commands of the bot, built and registered once for all bots of a process: half of a start otherwise."""

from __future__ import annotations

import builtins
from contextvars import ContextVar
from typing import Any

import pytest
from discord.app_commands import AppCommand, AppInstallationType, CommandTree

from bot.discord_kit.interactions import commands
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import Command, Features
from playground.apps.commands import commands_of, overwrite
from playground.model.world import World

_Kept = list[tuple[Command, AppInstallationType | None]]
_HERE = ContextVar[UiContext]("the context of the bot that's at work")
_KEPT: dict[tuple[object, ...], tuple[_Kept, object]] = {}
"""By the ids of features and games, which are kept beside so that no others get these ids; and by engines."""


WORLD = ContextVar[World | None]("the world of the table whose bot starts", default=None)
_REGISTERED: dict[tuple[object, ...], tuple[dict[str, Any], list[AppCommand], int]] = {}
"""The commands that a world keeps, those that a bot knows, and the id drawn last, by what they depend on."""


class _OfWhoAsks:
    """The context of the bot in whose tasks it's asked for: a bot builds its commands in the task in which it
    starts, and all that it hears later it hears in tasks which that one has begun.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(_HERE.get(), name)


def build_commands_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on bots with the same features, games, and engines share their commands."""
    build = commands.all_commands

    def shared(features: Features, ctx: UiContext) -> list[Command]:
        _HERE.set(ctx)
        games = tuple(commands.GAMES.values())
        engines = tuple(ctx.engines_of(game.key) for game in games)
        key = (*map(id, (*features.all, *games)), engines)
        if key not in _KEPT:
            anyone: Any = _OfWhoAsks()
            found = [(one, one.allowed_installs) for one in build(features, anyone)]
            _KEPT[key] = found, (features.all, games)
        kept, _ = _KEPT[key]
        for command, installs in kept:
            # A bot that can't be installed in both ways has changed it.
            command.allowed_installs = installs
        return [command for command, _ in kept]

    monkeypatch.setattr(commands, "all_commands", shared)


def register_commands_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the bot of a table finds its commands registered, without a request."""
    sync = commands.sync

    async def shared(tree: CommandTree[Any], found: list[Command]) -> list[AppCommand]:
        world, state = WORLD.get(), tree.client._connection
        if world is None:
            return await sync(tree, found)
        id, last = str(tree.client.application_id), world.ids._last
        offered = tuple(sorted(world.application(id).install_config))
        if offered != ("0", "1") or commands_of(world, id, None):
            return await sync(tree, found)
        key = (*map(builtins.id, found), last)
        if key not in _REGISTERED:
            kept = overwrite(world, id, None, [command.to_dict(tree) for command in found])
            known = [AppCommand(data=data, state=state) for data in kept]
            _REGISTERED[key] = {data["id"]: data for data in kept}, known, world.ids._last
        stored, known, world.ids._last = _REGISTERED[key]
        commands_of(world, id, None).update(stored)
        return known

    monkeypatch.setattr(commands, "sync", shared)
