"""The rules of every game: pure functions over immutable values. `GAMES` is the registry, one line a game.

`games.core.more` says how to add games without a line here.
"""

from collections.abc import Mapping
from types import MappingProxyType

import slowplay.python_version  # noqa: F401  (a Python that is too old ends here, with one sentence)
from games.alpha import Alpha
from games.ccc import Ccc
from games.core.errors import GameError, Illegal, OptionError, Unreadable
from games.core.game import AnyGame, Briefing, Game, MatchReason, Played, Reason, Result
from games.core.more import more_games
from games.creators import Creators
from games.decoy import Decoy

_OURS: tuple[AnyGame, ...] = (Creators(), Decoy(), Ccc(), Alpha())
GAMES: Mapping[str, AnyGame] = MappingProxyType({game.key: game for game in _OURS + more_games()})

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
