"""`python -m bot.operations.health [live|ready]`: whether the bot here is, for the health checks of containers.

It asks the port that SLOWPLAY_HEALTH names, in the environment or in `.env`, and imports nothing of the bot,
so that it's over at once."""

from __future__ import annotations

import http.client
import os
import sys
from collections.abc import Mapping, Sequence

from dotenv import dotenv_values

SECONDS = 5.0
USUAL = "127.0.0.1:9464"
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]", "::": "::1"}


def main(arguments: Sequence[str] | None = None, environment: Mapping[str, str] = os.environ) -> int:
    """Print the bot's answer; the exit status, 0 where it is."""
    path = next(iter(sys.argv[1:] if arguments is None else arguments), "live")
    try:
        set_to = environment.get("SLOWPLAY_HEALTH") or dotenv_values(".env").get("SLOWPLAY_HEALTH")
        host, _, port = (set_to or USUAL).rpartition(":")
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


if __name__ == "__main__":
    raise SystemExit(main())
