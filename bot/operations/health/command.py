"""`slowplay health`: ask the bot on this machine whether it's alive or ready, for containers' health checks.

It imports little, so that it answers at once.
"""

from __future__ import annotations

import argparse
import http.client
import os
from collections.abc import Mapping, Sequence

SECONDS = 5.0
USUAL = "127.0.0.1:9464"
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]", "::": "::1"}
_TOLD = "Ask the bot that runs here whether it's alive or ready, on the port that SLOWPLAY_HEALTH names."


def main(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> int:
    """Print the bot's answer; return the exit status, 0 if the bot is what was asked."""
    parser = argparse.ArgumentParser(prog="slowplay health", description=_TOLD)
    parser.add_argument("check", nargs="?", choices=("live", "ready"), default="live")
    path = parser.parse_args(arguments).check
    try:
        host, _, port = (environment.get("SLOWPLAY_HEALTH") or _from_file() or USUAL).rpartition(":")
        asking = http.client.HTTPConnection(
            _EVERYWHERE.get(host, host) or "127.0.0.1", int(port), timeout=SECONDS
        )
        asking.request("GET", f"/{path}")
        answer = asking.getresponse()
        print(answer.read().decode().strip())
    except (OSError, ValueError, http.client.HTTPException) as error:
        print(f"no answer: {error}")
        return 1
    return 0 if answer.status == http.HTTPStatus.OK else 1


def _from_file() -> str | None:
    """Return SLOWPLAY_HEALTH from `.env`; the slow import is inside, as containers don't need it."""
    from dotenv import dotenv_values

    return dotenv_values(".env").get("SLOWPLAY_HEALTH")
