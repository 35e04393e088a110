"""The settings of a server: what may be chosen for each, and the sentence that confirms and logs a change."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from bot.core import server_settings
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import User, meet
from bot.core.server_settings import ServerSettings, settings_of
from bot.core.terms import join_names
from bot.core.time_controls import TIME_CONTROLS
from games import GAMES
from storage.tables import guilds
from storage.tables.guilds import Logged

Field = Literal[
    "channels",
    "place",
    "games",
    "presets",
    "times",
    "rated",
    "role",
    "own_words",
    "results",
    "reports",
    "daily",
    "lobby",
    "most_challenges",
    "most_matches",
    "pause_days",
]
"""The settings that the panel has."""

CHALLENGES = (1, 2, 3, 5, 10, 20)
MATCHES = (1, 2, 3, 5, 10, 20, 50)
"""The limits on a member's open challenges and matches that an admin may choose, none above the bot's own."""
PAUSE_DAYS = (1, 2, 3, 5, 7, 14)
"""The numbers of days that an admin may choose for how long a moderator's pause lasts."""
MOST_CHANNELS = 25


class Setting(msgspec.Struct, frozen=True):
    """One setting of a server; if nothing is chosen, it has its default.

    Attributes:
        said: Returns the sentence about the present value.
        values: Returns the values that may be chosen, with their words; None if any id may be.
        most: How many values may be chosen.
    """

    said: Callable[[ServerSettings], str]
    values: Callable[[], Mapping[str, str]] | None = None
    most: int = 1


def _channels(settings: ServerSettings) -> str:
    if not settings.channels:
        return "Matches can start in every channel."
    return f"Matches start in {join_names([f'<#{id}>' for id in settings.channels])}."


def _place(settings: ServerSettings) -> str:
    if settings.place == "thread":
        return "Each new match gets its own thread."
    return "New matches are played right in the channel, without a thread."


def _games(settings: ServerSettings) -> str:
    titles = [title for key, title in _titles().items() if key in settings.games]
    return f"Only {join_names(titles, 'and')} can be played." if titles else "All games can be played."


def _presets(settings: ServerSettings) -> str:
    chosen = {
        game.title: [preset.name for preset in game.presets if f"{key}/{preset.name}" in settings.presets]
        for key, game in GAMES.items()
    }
    ways = [f"{title} only as {join_names(names)}" for title, names in chosen.items() if names]
    return f"You can play {'; '.join(ways)}." if ways else "All presets and custom rules can be played."


def _times(settings: ServerSettings) -> str:
    names = [words for key, words in _all_times().items() if key in settings.times]
    return f"The time control has to be {join_names(names)}." if names else "All time controls can be chosen."


def _describe_rated(settings: ServerSettings) -> str:
    return "New matches can be rated." if settings.rated else "New matches are casual."


def _role(settings: ServerSettings) -> str:
    if settings.role is None:
        return "Everyone can challenge people."
    return f"Only members with the role <@&{settings.role}> can challenge people."


def _own_words(settings: ServerSettings) -> str:
    if settings.own_words == "list":
        return "In new matches, players choose compliments from a list."
    return "In new matches, players can write compliments in their own words."


def _results(settings: ServerSettings) -> str:
    if settings.results is None:
        return "Results aren't announced."
    return f"Results are announced in <#{settings.results}>."


def _reports(settings: ServerSettings) -> str:
    return "No channel gets reports." if settings.reports is None else f"Reports go to <#{settings.reports}>."


def _daily(settings: ServerSettings) -> str:
    if settings.daily is None:
        return "There's no puzzle of the day."
    return f"A puzzle of the day is posted in <#{settings.daily}> at noon, UTC, without a ping."


def _lobby(settings: ServerSettings) -> str:
    if settings.lobby == "here":
        return "Members can only look for opponents who are on this server, too."
    return "Members can also look for opponents from other servers. Those matches are played in DMs."


def _most_challenges(settings: ServerSettings) -> str:
    return f"Each member can have {_format_count(settings.most_challenges, 'open challenge')} here."


def _most_matches(settings: ServerSettings) -> str:
    return f"Each member can have {_format_count(settings.most_matches, 'open match', 'es')} here."


def _pause_days(settings: ServerSettings) -> str:
    after = _format_count(settings.pause_days, "day")
    return f"When a moderator pauses a match, it continues automatically after {after}."


def _format_count(number: int, noun: str, plural: str = "s") -> str:
    return f"{number} {noun}{'' if number == 1 else plural}"


def _titles() -> Mapping[str, str]:
    return {key: game.title for key, game in GAMES.items()}


def _all_presets() -> Mapping[str, str]:
    return {
        f"{key}/{preset.name}": f"{game.title}: {preset.name}"
        for key, game in GAMES.items()
        for preset in game.presets
    }


def _all_times() -> Mapping[str, str]:
    return {key: pace.words for key, pace in TIME_CONTROLS.items()}


def _numbers(choices: Collection[int]) -> Callable[[], Mapping[str, str]]:
    return lambda: {str(number): str(number) for number in choices}


def _among(*values: str) -> Callable[[], Mapping[str, str]]:
    return lambda: dict.fromkeys(values, "")


SETTINGS: Mapping[Field, Setting] = MappingProxyType(
    {
        "channels": Setting(_channels, most=MOST_CHANNELS),
        "place": Setting(_place, _among("thread", "channel")),
        "games": Setting(_games, _titles, most=25),
        "presets": Setting(_presets, _all_presets, most=25),
        "times": Setting(_times, _all_times, most=25),
        "rated": Setting(_describe_rated, _among("true", "false")),
        "role": Setting(_role),
        "own_words": Setting(_own_words, _among("list", "free")),
        "results": Setting(_results),
        "reports": Setting(_reports),
        "daily": Setting(_daily),
        "lobby": Setting(_lobby, _among("everywhere", "here")),
        "most_challenges": Setting(_most_challenges, _numbers(CHALLENGES)),
        "most_matches": Setting(_most_matches, _numbers(MATCHES)),
        "pause_days": Setting(_pause_days, _numbers(PAUSE_DAYS)),
    }
)


def describe(settings: ServerSettings, field: Field) -> str:
    """Return one sentence about the present value of a setting."""
    return SETTINGS[field].said(settings)


def apply_choice(settings: ServerSettings, field: Field, values: tuple[str, ...]) -> ServerSettings:
    """Return the settings with one of them as chosen, or with its default if nothing is chosen.

    Raises UserError if a value can't be chosen (anymore), or if there are too many.
    """
    setting = SETTINGS[field]
    known = setting.values() if setting.values else None
    if len(values) > setting.most or any(not _is_known(value, known) for value in values):
        raise UserError(
            "This can't be chosen anymore. Open /server settings again.", command="server settings"
        )
    chosen: Any = tuple(dict.fromkeys(values)) if setting.most > 1 else values[0] if values else None
    if chosen in (None, ()):
        return msgspec.structs.replace(settings, **{field: getattr(ServerSettings(), field)})
    fresh = msgspec.convert({field: _convert_choice(field, chosen)}, ServerSettings, strict=False)
    return msgspec.structs.replace(settings, **{field: getattr(fresh, field)})


def _is_known(value: str, known: Mapping[str, str] | None) -> bool:
    return value in known if known is not None else value.isascii() and value.isdecimal() and len(value) < 20


def _convert_choice(field: Field, chosen: Any) -> Any:
    return tuple(int(id) for id in chosen) if field == "channels" else chosen


async def change(
    app: AppContext, guild: int, person: User, field: Field, values: tuple[str, ...]
) -> ServerSettings:
    """Change one setting of a server for matches that are yet to begin, and return the settings after it.

    The server's log gets a line if anything changes. Raises UserError if a value can't be chosen.
    """
    now = app.now()
    async with app.database.write(f"guild:{guild}") as w:
        before = await settings_of(w, guild)
        after = apply_choice(before, field, values)
        if after == before:
            return before
        await meet(w, person, now)
        return await server_settings.change(
            w, guild, person.id, lambda old: apply_choice(old, field, values), describe(after, field), now
        )


LINES = 10
"""Log lines on a page."""


class LogPage(msgspec.Struct, frozen=True):
    """A page of a server's log, newest first; pages count from 0."""

    number: int
    pages: int
    lines: tuple[Logged, ...]


async def page_of(app: AppContext, guild: int, number: int) -> LogPage:
    """Return a page of a server's log; out of range, the nearest one."""
    async with app.database.read() as r:
        pages = max(1, -(-await guilds.count_lines(r, guild) // LINES))
        number = min(max(0, number), pages - 1)
        lines = await guilds.lines(r, guild, LINES, number * LINES)
    return LogPage(number, pages, tuple(lines))
