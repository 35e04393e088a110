"""Building and registering the bot's commands once for all bots of a process, which halves a bot's start."""

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
"""Built commands by ids of features and games (kept beside, so that ids aren't reused) and by engines."""


WORLD = ContextVar[World | None]("the world of the table whose bot starts", default=None)
_REGISTERED: dict[tuple[object, ...], tuple[dict[str, Any], list[AppCommand], int]] = {}
"""Stored commands, commands a bot knows, and the last id drawn, by everything that they depend on."""


class _OfWhoAsks:
    """Proxy for the context of the bot in whose tasks it's used.

    A bot builds its commands in the task in which it starts, and handles all later events in tasks started by
    that one.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(_HERE.get(), name)


def build_commands_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make bots with the same features, games and engines share their commands from now on."""
    build = commands.all_commands

    def shared(features: Features, ctx: UiContext) -> list[Command]:
        _HERE.set(ctx)
        games = tuple(commands.GAMES.values())
        engines = tuple(ctx.engines_of(game.key) for game in games)
        key = (*map(id, (*features.all, *games)), engines)
        if key not in _KEPT:
            anyone: Any = _OfWhoAsks()
            found = [(command, command.allowed_installs) for command in build(features, anyone)]
            _KEPT[key] = found, (features.all, games)
        kept, _ = _KEPT[key]
        for command, installs in kept:
            # A bot that can't be installed in both ways has changed `allowed_installs`.
            command.allowed_installs = installs
        return [command for command, _ in kept]

    monkeypatch.setattr(commands, "all_commands", shared)


def register_commands_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a table's bot find its commands already registered, without a request, from now on."""
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
