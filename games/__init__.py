"""The rules of every game: pure functions over immutable values. `GAMES` is the registry, one line a game.

The environment variable SLOWPLAY_GAMES adds games by their dotted names, with commas between them, for this
process and those that it starts: `SLOWPLAY_GAMES=examples.tictactoe.TicTacToe`."""

import os
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

import python_version  # noqa: F401  (a Python that is too old ends here, with one sentence)
from games.alpha import Alpha
from games.ccc import Ccc
from games.core.errors import GameError, Illegal, OptionError, Unreadable
from games.core.game import AnyGame, Briefing, Game, MatchReason, Played, Reason, Result
from games.creators import Creators
from games.decoy import Decoy


def _named(name: str) -> AnyGame:
    try:
        game: AnyGame = pkgutil.resolve_name(name)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise SystemExit(f"SLOWPLAY_GAMES: there's no game “{name}” to be found ({error}).") from None
    return game


_OURS: tuple[AnyGame, ...] = (Creators(), Decoy(), Ccc(), Alpha())
_MORE = tuple(map(_named, filter(None, os.environ.get("SLOWPLAY_GAMES", "").split(","))))
GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in _OURS + _MORE})

__all__ = [
    "GAMES",
    "AnyGame",
    "Briefing",
    "Game",
    "GameError",
    "Illegal",
    "MatchReason",
    "OptionError",
    "Played",
    "Reason",
    "Result",
    "Unreadable",
]
