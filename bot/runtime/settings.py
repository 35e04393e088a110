"""The operator's settings: environment variables, or a `.env` file."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

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


class Settings(BaseSettings):
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

    model_config = SettingsConfigDict(env_file=_FILE, extra="ignore")

    discord_token: SecretStr = SecretStr("")
    discord_token_file: Path | None = None
    slowplay_database: Path | str = Field(default=Path("data/slowplay.db"), repr=False)
    discord_api: str = ""
    discord_gateway: str = ""
    discord_cdn: str = ""
    playground_clock: str = ""
    slowplay_log: str = "INFO"
    slowplay_log_format: str = "text"
    slowplay_players: Annotated[dict[str, str], NoDecode] = {}
    slowplay_player_seconds: float = 3.0
    slowplay_tap_seconds: float = 1.0
    slowplay_fonts: Path | None = None
    slowplay_shards: int | None = None
    slowplay_health: Annotated[Address | None, NoDecode] = None
    slowplay_keep_days: int = 30
    slowplay_backups: Path | None = None
    slowplay_keep_backups: int = 14
    slowplay_interactions: Annotated[Address | None, NoDecode] = None
    slowplay_requests: int = A_SECOND

    @model_validator(mode="after")
    def _token_from_file(self) -> Settings:
        if self.discord_token_file is None:
            return self
        if self.discord_token.get_secret_value():
            raise ValueError("Set DISCORD_TOKEN or DISCORD_TOKEN_FILE, and remove the other one.")
        self.discord_token = SecretStr(read_token(self.discord_token_file))
        return self

    def warnings(self) -> list[str]:
        """Return a sentence for each setting that works but isn't as safe as it could be."""
        files = {"DISCORD_TOKEN_FILE": self.discord_token_file, "Settings": Path(_FILE)}
        return [
            f"{name}: everyone on this machine can read {file}: run “chmod 600 {file}”."
            for name, file in files.items()
            if file is not None and is_too_open(file)
        ]

    @field_validator("discord_token_file", mode="before")
    @classmethod
    def _no_file(cls, given: object) -> object:
        return given or None

    @field_validator("slowplay_database", mode="before")
    @classmethod
    def _place(cls, given: str | Path) -> str | Path:
        if is_address(given):
            return str(given)
        if "://" in str(given):
            # As a path it would be the name of a folder, with the password in it.
            raise ValueError("SLOWPLAY_DATABASE must be the path of a file, or begin with postgresql://.")
        return Path(given)

    @field_validator("slowplay_health", "slowplay_interactions", mode="before")
    @classmethod
    def _address(cls, given: object, info: ValidationInfo) -> Address | None:
        return read_address(str(info.field_name).upper(), str(given or ""))

    @field_validator("slowplay_log_format")
    @classmethod
    def _check_format(cls, given: str) -> str:
        if given.lower() not in FORMATS:
            raise ValueError("SLOWPLAY_LOG_FORMAT must be text or json.")
        return given.lower()

    @field_validator("slowplay_log")
    @classmethod
    def _check_level(cls, level: str) -> str:
        if level.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("SLOWPLAY_LOG must be DEBUG, INFO, WARNING, or ERROR.")
        return level.upper()

    @field_validator("slowplay_players", mode="before")
    @classmethod
    def _players(cls, given: object) -> dict[str, str]:
        return read_programs(given)

    @field_validator("slowplay_player_seconds", mode="before")
    @classmethod
    def _seconds(cls, given: object) -> float:
        try:
            seconds = float(str(given))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= _LONGEST_MOVE_SECONDS:
            raise ValueError(
                f"SLOWPLAY_PLAYER_SECONDS must be a number above 0, up to {_LONGEST_MOVE_SECONDS}."
            )
        return seconds

    @field_validator("slowplay_tap_seconds", mode="before")
    @classmethod
    def _tap_seconds(cls, given: object) -> float:
        try:
            seconds = float(str(given))
        except ValueError:
            seconds = -1.0
        if not 0 <= seconds <= _LONGEST_TAP_SECONDS:
            raise ValueError(f"SLOWPLAY_TAP_SECONDS must be a number from 0 to {_LONGEST_TAP_SECONDS}.")
        return seconds

    @field_validator("slowplay_fonts", mode="before")
    @classmethod
    def _fonts(cls, given: object) -> Path | None:
        folder = Path(str(given)) if given else None
        if folder is not None and not faces_in(folder):
            raise ValueError("SLOWPLAY_FONTS must be a folder with fonts (.ttf, .otf, or .ttc).")
        return folder

    def faces(self) -> Faces:
        """Return the fonts for names."""
        return faces_in(self.slowplay_fonts) if self.slowplay_fonts else ()

    @field_validator("slowplay_shards", mode="before")
    @classmethod
    def _shards(cls, given: object) -> int | None:
        return None if given in (None, "") else _whole("SLOWPLAY_SHARDS", given, _MOST_SHARDS)

    @field_validator("slowplay_keep_backups", mode="before")
    @classmethod
    def _keep_backups(cls, given: object) -> int:
        return _whole("SLOWPLAY_KEEP_BACKUPS", given, _MOST_BACKUPS)

    @field_validator("slowplay_keep_days", mode="before")
    @classmethod
    def _keep_days(cls, given: object) -> int:
        text = str(given)
        if not text.isdecimal() or 0 < int(text) < _FEWEST_DAYS or int(text) > _MOST_DAYS:
            raise ValueError(
                f"SLOWPLAY_KEEP_DAYS must be a whole number from {_FEWEST_DAYS} to {_MOST_DAYS}, "
                "or 0 to keep everything."
            )
        return int(text)

    @field_validator("slowplay_backups", mode="before")
    @classmethod
    def _backups(cls, given: object) -> Path | None:
        return Path(str(given)) if given else None

    @field_validator("slowplay_requests", mode="before")
    @classmethod
    def _requests(cls, given: object) -> int:
        return _whole("SLOWPLAY_REQUESTS", given, _MOST_REQUESTS)

    def external_engines(self) -> dict[tuple[str, str], str]:
        """Return the command lines of external engines, by game and name."""
        parts = ((key.partition("/"), command) for key, command in self.slowplay_players.items())
        return {(game, name): command for (game, _, name), command in parts}


def _whole(name: str, given: object, most: int) -> int:
    """Return a whole number from 1 to `most`; raise ValueError with the range for anything else."""
    if not str(given).isdecimal() or not 1 <= int(str(given)) <= most:
        raise ValueError(f"{name} must be a whole number from 1 to {most:,}.")
    return int(str(given))


def _refuse_unknown(names: Iterable[str]) -> None:
    """Raise SettingsError for unknown variables with the bot's prefix, each with the nearest known name."""
    known = [name.upper() for name in Settings.model_fields if name.upper().startswith(_OURS)]
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
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{_FILE} can't be read ({error}): see .env.example for how it should look."
        ) from None
    except ValidationError as error:
        raise SettingsError(str(error.errors()[0]["msg"]).removeprefix("Value error, ")) from None


def check_token(settings: Settings) -> None:
    """Raise SettingsError if there's no token, or none that could be one."""
    token = settings.discord_token.get_secret_value()
    if not token:
        raise SettingsError(
            "DISCORD_TOKEN is missing: copy .env.example to .env and paste your bot's token there."
        )
    if not _TOKEN.fullmatch(token):
        raise SettingsError(
            "DISCORD_TOKEN doesn't look like a bot token (three parts joined by dots): "
            "copy it again from your application's Bot page."
        )
