"""Matches that are played to find puzzles in."""

from __future__ import annotations

from games.core.record import replay
from games.core.selfplay import numbered_seed
from games.core.teaching.finding import play_courses
from tests.kit.games.known_games import GAMES


def test_matches_are_played_to_their_ends_with_numbered_seeds_and_are_the_same_each_time() -> None:
    game = GAMES["tictactoe"]
    found = list(play_courses(game, {}, 3, 4))
    assert [course.seed for course in found] == [numbered_seed(number) for number in range(3, 7)]
    for course in found:
        *_, state = replay(game, course)
        assert game.result(state) is not None
    assert list(play_courses(game, {}, 5, 2)) == found[2:]
