"""Golden playthroughs of tic-tac-toe, which hides nothing and so has no pairs of worlds."""

from __future__ import annotations

from tests.kit.games.known_games import GAMES
from tests.kit.worlds.twins import Worlds, no_twins

TICTACTOE = Worlds(
    twins=no_twins,
    truth=lambda state: GAMES["tictactoe"].position(GAMES["tictactoe"].view(state, None)),
    goldens=({}, {"first": "O"}, {}),
    hidden=False,
)
