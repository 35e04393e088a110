"""Additional games besides those of the registry, for this process and its child processes.

The environment variable SLOWPLAY_GAMES names them as dotted Python names, separated by commas:
`SLOWPLAY_GAMES=examples.tictactoe.TicTacToe`.
"""

from __future__ import annotations

import os
import pkgutil

from games.core.game import AnyGame

VARIABLE = "SLOWPLAY_GAMES"


def more_games() -> tuple[AnyGame, ...]:
    """Return the games in SLOWPLAY_GAMES; raise SystemExit with one sentence if one can't be loaded."""
    return tuple(_load_game(name) for name in os.environ.get(VARIABLE, "").split(",") if name)


def _load_game(name: str) -> AnyGame:
    try:
        game: AnyGame = pkgutil.resolve_name(name)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise SystemExit(f"{VARIABLE}: there's no game “{name}” to be found ({error}).") from None
    return game
