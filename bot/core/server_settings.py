"""What the admins of a server have set for it. Everything has a default, so a server works without any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from storage.engine.handle import Reader, Writer
from storage.tables import guilds


class ServerSettings(msgspec.Struct, frozen=True):
    """One server's settings as they are kept. Where a list is empty, there's no restriction.

    `channels`: where matches can be started (a thread or a forum's post counts as its parent); `place`: where
    they are played; `games`, `presets` (as “game/preset”) and `times`: what may be played; `role`: who may
    challenge, None: everyone; `language`: of public posts; `own_words`: whether people write to each other in
    words of their own or choose them from a list; `results`, `reports`, `daily`: the channels that hear of
    those and of a puzzle a day, None: none does; `lobby`: whether people look for opponents everywhere or
    only here; `word_list`: what nobody may write; `most_challenges`, `most_matches`: how many of each
    somebody may have open here at a time; `pause_days`: how long a moderator can pause a match."""

    channels: tuple[int, ...] = ()
    place: Literal["thread", "channel"] = "thread"
    games: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    rated: bool = True
    role: int | None = None
    language: str = "en-US"
    own_words: Literal["list", "free"] = "list"
    results: int | None = None
    reports: int | None = None
    daily: int | None = None
    lobby: Literal["everywhere", "here"] = "everywhere"
    word_list: tuple[str, ...] = ()
    most_challenges: int = 20
    most_matches: int = 50
    pause_days: int = 14


Change = Callable[[ServerSettings], ServerSettings]


def from_row(data: Any) -> ServerSettings:
    """The settings in a row; what cannot be read any more is as if it had never been set."""
    try:
        return msgspec.convert(data, ServerSettings)
    except msgspec.ValidationError:
        return ServerSettings()


def presets_of(settings: ServerSettings, game_key: str) -> tuple[str, ...]:
    """The presets of a game that a server allows; empty: all of them, and custom rules."""
    pairs = (one.partition("/") for one in settings.presets)
    return tuple(name for key, _, name in pairs if key == game_key)


async def settings_of(r: Reader, guild: int | None) -> ServerSettings:
    """The settings of a server as they are now, those of none the usual ones."""
    return ServerSettings() if guild is None else from_row(await guilds.settings(r, guild))


async def change(w: Writer, guild: int, person: int, change: Change, said: str, now: int) -> ServerSettings:
    """A person has changed something, which one sentence says; the settings after it. The transaction needs
    `guild:ID` for itself, and the person must be known."""
    settings = change(await settings_of(w, guild))
    await guilds.set_settings(w, guild, msgspec.to_builtins(settings))
    await guilds.add_line(w, guild, now, person, said, None)
    return settings
