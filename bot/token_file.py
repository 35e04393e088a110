"""The bot's token from a file of its own, as Docker and systemd hand out secrets."""

from __future__ import annotations

import stat
from pathlib import Path

_OWN_PLACES = ("/run/secrets/", "/run/credentials/")
"""What Docker and systemd put there, the bot's container or service alone can see, whatever its mode says."""


def read_token(file: Path) -> str:
    """The token in a file; ValueError with one sentence where there is none."""
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


def too_open(file: Path) -> str:
    """What to say where everybody on this machine can read the file; empty where they can't."""
    try:
        mode = file.stat().st_mode
    except OSError:
        return ""
    if not mode & stat.S_IROTH or str(file.absolute()).startswith(_OWN_PLACES):
        return ""
    return f"DISCORD_TOKEN_FILE: everyone on this machine can read {file}: run “chmod 600 {file}”."
