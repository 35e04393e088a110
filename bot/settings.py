"""What the host of the bot may set: environment variables, or a `.env` file."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_TOKEN = re.compile(r"[\w-]{10,}\.[\w-]{4,}\.[\w-]{20,}")


class SettingsError(Exception):
    """The settings are incomplete or malformed; the text is one clear sentence."""


class Settings(BaseSettings):
    """Where Discord and the data are. Only the token has no default.

    The addresses of REST, gateway, pictures and clock are empty for Discord's own and the machine's clock."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    discord_token: SecretStr = SecretStr("")
    slowplay_database: Path = Path("data/slowplay.db")
    slowplay_api: str = ""
    slowplay_gateway: str = ""
    slowplay_cdn: str = ""
    slowplay_clock: str = ""
    slowplay_log: str = "INFO"

    @field_validator("slowplay_log")
    @classmethod
    def _known_level(cls, level: str) -> str:
        if level.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
            raise ValueError("SLOWPLAY_LOG is DEBUG, INFO, WARNING or ERROR.")
        return level.upper()


def read_settings() -> Settings:
    """The settings of this process; SettingsError names what is wrong and what to do."""
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsError(str(error.errors()[0]["msg"]).removeprefix("Value error, ")) from None
    token = settings.discord_token.get_secret_value()
    if not token:
        raise SettingsError(
            "DISCORD_TOKEN is missing: copy .env.example to .env and paste your bot's token there."
        )
    if not _TOKEN.fullmatch(token):
        raise SettingsError(
            "DISCORD_TOKEN does not look like a bot token (three parts joined by dots): "
            "copy it again from the Bot page of your application."
        )
    return settings
