"""The one table in which the contract tests name games: see `twins` for what an entry holds."""

from __future__ import annotations

from collections.abc import Mapping

from tests.kit.worlds.twins import Worlds
from tests.kit.worlds.worlds_alpha import ALPHA
from tests.kit.worlds.worlds_ccc import CCC
from tests.kit.worlds.worlds_creators import CREATORS
from tests.kit.worlds.worlds_decoy import DECOY
from tests.kit.worlds.worlds_tictactoe import TICTACTOE

WORLDS: Mapping[str, Worlds] = {
    "creators": CREATORS,
    "decoy": DECOY,
    "ccc": CCC,
    "alpha": ALPHA,
    "tictactoe": TICTACTOE,
}
