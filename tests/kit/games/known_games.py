"""The games that keep the contract: those of the registry, and the example."""

from __future__ import annotations

from collections.abc import Mapping

import games
from examples.tictactoe import TicTacToe
from games.core.game import AnyGame

EXAMPLE = TicTacToe()
EXAMPLE_NAME = f"{TicTacToe.__module__}.{TicTacToe.__name__}"
"""The example's name in SLOWPLAY_GAMES."""
GAMES: Mapping[str, AnyGame] = {**games.GAMES, EXAMPLE.key: EXAMPLE}
