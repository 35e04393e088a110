"""The bot's commands, built once for all bots of a process: each would spend a quarter of its start on it."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

import pytest
from discord.app_commands import AppInstallationType

from bot.discord_kit.interactions import commands
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.interactions.feature import Command, Features

_Kept = list[tuple[Command, AppInstallationType | None]]
_HERE = ContextVar[UiContext]("the context of the bot that's at work")
_KEPT: dict[tuple[object, ...], tuple[_Kept, object]] = {}
"""By the ids of features and games, which are kept beside so that no others get these ids; and by engines."""


class _OfWhoAsks:
    """The context of the bot in whose tasks it's asked for: a bot builds its commands in the task in which it
    starts, and all that it hears later it hears in tasks which that one has begun."""

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
