"""Settings of a server by its admins. Everything has a default, so a server works without any."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from storage.engine.handle import Reader, Writer
from storage.tables import guilds


class ServerSettings(msgspec.Struct, frozen=True):
    """One server's settings, as stored. An empty list means no restriction.

    Attributes:
        channels: Where matches can be started; a thread or a forum's post counts as its parent.
        place: Where matches are played.
        games: The allowed games.
        presets: The allowed presets, as “game/preset”.
        times: The allowed paces.
        role: Who may challenge; None: everyone.
        own_words: Whether players write free text to each other or choose their words from a list.
        results: The channel for results, or None.
        reports: The channel for reports, or None.
        daily: The channel for a daily puzzle, or None.
        lobby: Whether people look for opponents everywhere or only here.
        word_list: Words that members may not write.
        most_challenges: How many challenges a person may have open here.
        most_matches: How many matches a person may have open here.
        pause_days: For how many days a moderator can pause a match.
    """

    channels: tuple[int, ...] = ()
    place: Literal["thread", "channel"] = "thread"
    games: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    rated: bool = True
    role: int | None = None
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
    """Return the settings in a row; the defaults if they can't be read anymore."""
    try:
        return msgspec.convert(data, ServerSettings)
    except msgspec.ValidationError:
        return ServerSettings()


def presets_of(settings: ServerSettings, game_key: str) -> tuple[str, ...]:
    """Return the presets of a game that a server allows; empty: all of them, and custom rules."""
    pairs = (preset.partition("/") for preset in settings.presets)
    return tuple(name for key, _, name in pairs if key == game_key)


async def settings_of(r: Reader, guild: int | None) -> ServerSettings:
    """Return the current settings of a server; the defaults for None."""
    return ServerSettings() if guild is None else from_row(await guilds.settings(r, guild))


async def change(w: Writer, guild: int, person: int, change: Change, said: str, now: int) -> ServerSettings:
    """Change the settings of a server, log the sentence `said`, and return the new settings.

    The transaction must hold the lock `guild:ID`, and the person must have a row.
    """
    settings = change(await settings_of(w, guild))
    await guilds.set_settings(w, guild, msgspec.to_builtins(settings))
    await guilds.add_line(w, guild, now, person, said, None)
    return settings
