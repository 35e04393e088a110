"""The one table in which the contract tests name games: see `twins` for what an entry holds."""

from __future__ import annotations

from collections.abc import Mapping

from tests.contract.twins import Worlds
from tests.contract.worlds_alpha import ALPHA
from tests.contract.worlds_ccc import CCC
from tests.contract.worlds_creators import CREATORS
from tests.contract.worlds_decoy import DECOY
from tests.contract.worlds_tictactoe import TICTACTOE

WORLDS: Mapping[str, Worlds] = {
    "creators": CREATORS,
    "decoy": DECOY,
    "ccc": CCC,
    "alpha": ALPHA,
    "tictactoe": TICTACTOE,
}
