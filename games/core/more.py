"""More games than those of the registry, for this process and those that it starts.

The environment variable SLOWPLAY_GAMES names them, with commas between them, as Python does:
`SLOWPLAY_GAMES=examples.tictactoe.TicTacToe`."""

from __future__ import annotations

import os
import pkgutil

from games.core.game import AnyGame

VARIABLE = "SLOWPLAY_GAMES"


def more_games() -> tuple[AnyGame, ...]:
    """The games that the environment names; SystemExit, with one sentence, for one that isn't there."""
    return tuple(_named(name) for name in os.environ.get(VARIABLE, "").split(",") if name)


def _named(name: str) -> AnyGame:
    try:
        game: AnyGame = pkgutil.resolve_name(name)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise SystemExit(f"{VARIABLE}: there's no game “{name}” to be found ({error}).") from None
    return game
