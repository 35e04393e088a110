"""The operator's settings: environment variables, or a `.env` file."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import partial
from math import nan
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dotenv import dotenv_values

from bot.discord_kit.requests.request_pace import A_SECOND
from bot.play.ai.programs import read_programs
from bot.runtime.addresses import Address, read_address
from games.core.more import VARIABLE as MORE_GAMES
from render.names import Faces, faces_in
from storage.engine.opening import is_address

_OWN_PLACES = ("/run/secrets/", "/run/credentials/")
"""Where Docker and systemd put files that only the bot's container or service sees, whatever their mode."""


def read_token(file: Path) -> str:
    """Return the token in a file; raise ValueError with one sentence if there is none."""
    try:
        token = file.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise ValueError(
            f"DISCORD_TOKEN_FILE: there's no file {file}; put your bot's token into it."
        ) from None
    except OSError as error:
        raise ValueError(
            f"DISCORD_TOKEN_FILE: {file} can't be read ({error.strerror}); let the bot's user read it."
        ) from None
    except UnicodeDecodeError:
        raise ValueError(
            f"DISCORD_TOKEN_FILE: {file} isn't text; it must hold the token and nothing else."
        ) from None
    if not token:
        raise ValueError(f"DISCORD_TOKEN_FILE: {file} is empty; put your bot's token into it.")
    return token


def is_too_open(file: Path) -> bool:
    """Return whether everyone on this machine can read the file; False where files have no modes."""
    if os.name != "posix":
        return False
    try:
        mode = file.stat().st_mode
    except OSError:
        return False
    return bool(mode & stat.S_IROTH) and not str(file.absolute()).startswith(_OWN_PLACES)


FORMATS = ("text", "json")
"""The formats in which the log can be written."""
_LONGEST_MOVE_SECONDS = 60
_LONGEST_TAP_SECONDS = 5
_MOST_SHARDS = 800
"""Most shards; more couldn't all begin a session on one day."""
_FEWEST_DAYS, _MOST_DAYS = 7, 36_500
"""Fewest and most days of keeping data; what's a week old the bot never needs again in any case."""
_MOST_BACKUPS = 10_000
_MOST_REQUESTS = 100_000
_FILE, _OURS = ".env", "SLOWPLAY_"
_POSTGRESQL = re.compile(r"PG[A-Z]+")
_TOKEN = re.compile(r"[\w-]{10,}\.[\w-]{4,}\.[\w-]{20,}")


class SettingsError(Exception):
    """The error of incomplete or malformed settings; its text is one clear sentence."""


@dataclass(frozen=True)
class Settings:
    """The settings. Only the token has no default.

    Attributes:
        discord_token_file: A file with the token, used instead of `discord_token`.
        slowplay_database: A file, or the address of a server.
        discord_api: Where REST is; like the next two, empty for Discord's own.
        discord_gateway: Where the gateway is.
        discord_cdn: Where pictures are.
        playground_clock: Where the playground's clock is; empty for the machine's clock.
        slowplay_players: The command lines of external engines, by "game/name".
        slowplay_player_seconds: Seconds that each of them may take for a move.
        slowplay_tap_seconds: Seconds during which a button that has just appeared on a message ignores taps.
        slowplay_fonts: A folder with fonts for names that aren't in Latin letters.
        slowplay_shards: The number of shards (None: as many as Discord recommends).
        slowplay_health: The port for health checks and metrics, if any.
        slowplay_keep_days: Days for which data that isn't needed anymore is kept (0: for good).
        slowplay_backups: The folder of the backups.
        slowplay_keep_backups: The number of backups kept.
        slowplay_interactions: Where interactions come in over HTTP, if anywhere.
        slowplay_requests: Requests a second that Discord allows the token, for all processes together.
    """

    discord_token: str = field(default="", repr=False)
    discord_token_file: Path | None = None
    slowplay_database: Path | str = field(default=Path("data/slowplay.db"), repr=False)
    discord_api: str = ""
    discord_gateway: str = ""
    discord_cdn: str = ""
    playground_clock: str = ""
    slowplay_log: str = "INFO"
    slowplay_log_format: str = "text"
    slowplay_players: Mapping[str, str] = field(default_factory=dict)
    slowplay_player_seconds: float = 3.0
    slowplay_tap_seconds: float = 1.0
    slowplay_fonts: Path | None = None
    slowplay_shards: int | None = None
    slowplay_health: Address | None = None
    slowplay_keep_days: int = 30
    slowplay_backups: Path | None = None
    slowplay_keep_backups: int = 14
    slowplay_interactions: Address | None = None
    slowplay_requests: int = A_SECOND

    def warnings(self) -> list[str]:
        """Return a sentence for each setting that works but isn't as safe as it could be."""
        files = {"DISCORD_TOKEN_FILE": self.discord_token_file, "Settings": Path(_FILE)}
        return [
            f"{name}: everyone on this machine can read {file}: run “chmod 600 {file}”."
            for name, file in files.items()
            if file is not None and is_too_open(file)
        ]

    def faces(self) -> Faces:
        """Return the fonts for names."""
        return faces_in(self.slowplay_fonts) if self.slowplay_fonts else ()

    def external_engines(self) -> dict[tuple[str, str], str]:
        """Return the command lines of external engines, by game and name."""
        parts = ((key.partition("/"), command) for key, command in self.slowplay_players.items())
        return {(game, name): command for (game, _, name), command in parts}


# --- values -------------------------------------------------------------------------------------------


def _database(given: object) -> Path | str:
    where = str(given)
    if is_address(where):
        return where
    if "://" in where:
        # As a path it would be the name of a folder, with the password in it.
        raise ValueError("SLOWPLAY_DATABASE must be the path of a file, or begin with postgresql://.")
    return Path(where)


def _address(name: str, given: object) -> Address | None:
    return read_address(name, str(given or ""))


def _format(given: object) -> str:
    shape = str(given).lower()
    if shape not in FORMATS:
        raise ValueError("SLOWPLAY_LOG_FORMAT must be text or json.")
    return shape


def _level(given: object) -> str:
    level = str(given).upper()
    if level not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
        raise ValueError("SLOWPLAY_LOG must be DEBUG, INFO, WARNING, or ERROR.")
    return level


def _player_seconds(given: object) -> float:
    seconds = _number(given)
    if not 0 < seconds <= _LONGEST_MOVE_SECONDS:
        raise ValueError(f"SLOWPLAY_PLAYER_SECONDS must be a number above 0, up to {_LONGEST_MOVE_SECONDS}.")
    return seconds


def _tap_seconds(given: object) -> float:
    seconds = _number(given)
    if not 0 <= seconds <= _LONGEST_TAP_SECONDS:
        raise ValueError(f"SLOWPLAY_TAP_SECONDS must be a number from 0 to {_LONGEST_TAP_SECONDS}.")
    return seconds


def _number(given: object) -> float:
    """Return a number, or NaN, which is in no range, for anything else."""
    try:
        return float(str(given))
    except ValueError:
        return nan


def _fonts(given: object) -> Path | None:
    folder = _path(given)
    if folder is not None and not faces_in(folder):
        raise ValueError("SLOWPLAY_FONTS must be a folder with fonts (.ttf, .otf, or .ttc).")
    return folder


def _shards(given: object) -> int | None:
    return None if given in (None, "") else _whole("SLOWPLAY_SHARDS", _MOST_SHARDS, given)


def _keep_days(given: object) -> int:
    text = str(given)
    if not text.isdecimal() or 0 < int(text) < _FEWEST_DAYS or int(text) > _MOST_DAYS:
        raise ValueError(
            f"SLOWPLAY_KEEP_DAYS must be a whole number from {_FEWEST_DAYS} to {_MOST_DAYS}, "
            "or 0 to keep everything."
        )
    return int(text)


def _path(given: object) -> Path | None:
    return Path(str(given)) if given else None


def _whole(name: str, most: int, given: object) -> int:
    """Return a whole number from 1 to `most`; raise ValueError with the range for anything else."""
    if not str(given).isdecimal() or not 1 <= int(str(given)) <= most:
        raise ValueError(f"{name} must be a whole number from 1 to {most:,}.")
    return int(str(given))


_READERS: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        "discord_token_file": _path,
        "slowplay_database": _database,
        "slowplay_log": _level,
        "slowplay_log_format": _format,
        "slowplay_players": read_programs,
        "slowplay_player_seconds": _player_seconds,
        "slowplay_tap_seconds": _tap_seconds,
        "slowplay_fonts": _fonts,
        "slowplay_shards": _shards,
        "slowplay_health": partial(_address, "SLOWPLAY_HEALTH"),
        "slowplay_keep_days": _keep_days,
        "slowplay_backups": _path,
        "slowplay_keep_backups": partial(_whole, "SLOWPLAY_KEEP_BACKUPS", _MOST_BACKUPS),
        "slowplay_interactions": partial(_address, "SLOWPLAY_INTERACTIONS"),
        "slowplay_requests": partial(_whole, "SLOWPLAY_REQUESTS", _MOST_REQUESTS),
    }
)
"""Functions that turn what was given for a setting into its value, or raise ValueError with one sentence.

All other settings are text.
"""
NAMES = tuple(each.name for each in fields(Settings))


def settings_of(**given: object) -> Settings:
    """Return the settings with these values, as text or in their own types; others have their defaults.

    Raises:
        ValueError: A value is malformed, or the token is given twice or can't be read; one sentence says so.
    """
    values = {name: _READERS.get(name, str)(given[name]) for name in NAMES if name in given}
    settings = Settings(**values)
    if settings.discord_token_file is None:
        return settings
    if settings.discord_token:
        raise ValueError("Set DISCORD_TOKEN or DISCORD_TOKEN_FILE, and remove the other one.")
    return replace(settings, discord_token=read_token(settings.discord_token_file))


# --- where they come from -----------------------------------------------------------------------------


def _refuse_unknown(names: Iterable[str]) -> None:
    """Raise SettingsError for unknown variables with the bot's prefix, each with the nearest known name."""
    known = [name.upper() for name in NAMES if name.upper().startswith(_OURS)]
    ours = sorted({name for name in names if name.upper().startswith(_OURS)})
    strangers = [name for name in ours if name.upper() not in known]
    if strangers:
        nearest = (get_close_matches(name.upper(), known, n=1, cutoff=0.0)[0] for name in strangers)
        told = "; ".join(
            f"{name} (did you mean {near}?)" for name, near in zip(strangers, nearest, strict=True)
        )
        raise SettingsError(
            f"There's no such setting: {told}. Fix or remove it in {_FILE} or the environment."
        )


def _refuse_too_late(names: Iterable[str]) -> None:
    """Raise SettingsError if the file names more games, which are needed before it is read."""
    if MORE_GAMES in names:
        raise SettingsError(f"{MORE_GAMES} can't be set in {_FILE}: set it in the environment instead.")


def _pass_on(in_file: Mapping[str, str | None]) -> None:
    """Copy PostgreSQL's own variables from the file into the environment, the only place asyncpg reads."""
    for name, value in in_file.items():
        if _POSTGRESQL.fullmatch(name) and value:
            os.environ.setdefault(name, value)


def read_settings() -> Settings:
    """Return the settings of this process; raise SettingsError, which names what's wrong and what to do."""
    settings = read_all_but_token()
    check_token(settings)
    return settings


def read_all_but_token() -> Settings:
    """Return the settings even if the token is missing or malformed; raise SettingsError for other faults."""
    try:
        in_file = dotenv_values(_FILE)
        _refuse_too_late(in_file)
        _refuse_unknown(name for name in (*os.environ, *in_file) if name != MORE_GAMES)
        _pass_on(in_file)
        found = {**_by_name(in_file), **_by_name(os.environ)}
        return settings_of(**found)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{_FILE} can't be read ({error}): see .env.example for how it should look."
        ) from None
    except ValueError as error:
        raise SettingsError(str(error)) from None


def _by_name(variables: Mapping[str, str | None]) -> dict[str, str]:
    return {name.lower(): value for name, value in variables.items() if value is not None}


def check_token(settings: Settings) -> None:
    """Raise SettingsError if there's no token, or none that could be one."""
    token = settings.discord_token
    if not token:
        raise SettingsError(
            "DISCORD_TOKEN is missing: copy .env.example to .env and paste your bot's token there."
        )
    if not _TOKEN.fullmatch(token):
        raise SettingsError(
            "DISCORD_TOKEN doesn't look like a bot token (three parts joined by dots): "
            "copy it again from your application's Bot page."
        )
