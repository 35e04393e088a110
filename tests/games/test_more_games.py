"""Games added through the environment."""

from __future__ import annotations

import pytest

from examples.tictactoe import TicTacToe
from games.core.more import VARIABLE, more_games


def test_without_the_variable_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert more_games() == ()


def test_games_are_found_by_their_dotted_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "examples.tictactoe.TicTacToe,games.ccc.Ccc")
    assert [game.key for game in more_games()] == ["tictactoe", "ccc"]
    assert isinstance(more_games()[0], TicTacToe)


@pytest.mark.parametrize("name", ["nowhere.Game", "examples.tictactoe.Chess", "examples.tictactoe", "a b"])
def test_a_game_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(VARIABLE, name)
    with pytest.raises(SystemExit, match=rf"^SLOWPLAY_GAMES: there's no game “{name}” to be found"):
        more_games()
