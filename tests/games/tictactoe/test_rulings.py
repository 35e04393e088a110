"""The rulings of Tic-Tac-Toe, each in a test with its name."""

from __future__ import annotations

import pytest

from examples.tictactoe.rules.rules import SEATS, SQUARES, Ending, Options, State, outcome, to_act
from games.core.game import Result


@pytest.mark.parametrize(("seat", "mark"), [(0, "X"), (1, "O")])
def test_TICTACTOE_1_the_option_says_who_begins(seat: int, mark: str) -> None:
    assert to_act(State(Options(mark))) == (seat,)


def test_TICTACTOE_2_a_row_that_fills_the_board_wins() -> None:
    taken = dict(zip(SQUARES, "XXXOOXXOO", strict=True))
    assert outcome(taken) == Result(SEATS.index("X"), Ending.ROW)
