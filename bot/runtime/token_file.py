"""The bot's token from a file of its own, as Docker and systemd hand out secrets."""

from __future__ import annotations

import os
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


def is_too_open(file: Path) -> bool:
    """Return whether everyone on this machine can read the file; False where files have no modes."""
    if os.name != "posix":
        return False
    try:
        mode = file.stat().st_mode
    except OSError:
        return False
    return bool(mode & stat.S_IROTH) and not str(file.absolute()).startswith(_OWN_PLACES)
